create table relationships (
  domain_id uuid not null,
  id uuid not null,
  -- The rows of entities that the claims speak of.
  from_id uuid not null,
  to_id uuid not null,
  -- The type that claims give it.
  word text not null,
  -- How pages say it: what is reported or denied is another relationship than what is said plainly.
  certainty text not null default 'said' check (certainty in ('said', 'reported', 'denied')),
  -- The rows that stand for the ends now, and the type that the word is in this domain. Where that makes two relationships the
  -- same, one stands for both.
  from_entity uuid not null,
  to_entity uuid not null,
  type text not null,
  merged_into uuid,
  is_shown boolean not null,
  -- As in entities.
  tombstone_id uuid,
  split_from uuid,
  split_at timestamptz(3),
  -- from, to, type, certainty, said_as, attributes, since, until, pinned
  doc jsonb not null,
  confidence double precision not null,
  -- As in entities.
  confidence_seq bigint not null default 0,
  evidence_count integer not null,
  source_count integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, from_id, to_id, word, certainty),
  constraint relationships_merged_is_hidden check (merged_into is null or not is_shown)
);
create index relationships_to on relationships (domain_id, to_id);
create index relationships_merged on relationships (domain_id, merged_into) where merged_into is not null;
create index relationships_from_entity on relationships (domain_id, from_entity, id);
create index relationships_tombstone on relationships (domain_id, tombstone_id) where tombstone_id is not null;
create index relationships_split on relationships (domain_id, split_from) where split_from is not null;
create index relationships_to_entity on relationships (domain_id, to_entity, id);
create index relationships_confidence_seq on relationships (domain_id, confidence_seq, id) where is_shown;
-- For retention. Not by `evidence_count`: every update of the count would have to write a new entry of each index.
create index relationships_without_evidence on relationships (domain_id, updated_at, id)
  where not is_shown and merged_into is null;
create index relationships_type on relationships (domain_id, type, id) where is_shown;
