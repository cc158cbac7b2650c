-- The graph is a view over claims. A row of entities is what pages call by one name (and, where they say so, by one
-- birth date or one number of a register). Rows that are the same thing are merged into one of them, which is shown for
-- all. So a merge is one column, and undoing it gives back exactly what was there.
create table entities (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- What every mention of the row has in common: its kind, its name as it is compared, and what sets it apart from
  -- others of that name.
  key text not null,
  -- The row that stands for this one. `kind` and all columns below describe a row that stands for itself together with
  -- all rows that are merged into it.
  merged_into uuid,
  is_shown boolean not null,
  -- Hidden by this tombstone, with all rows that it stands for.
  tombstone_id uuid,
  -- When a person chose this row to stand for others; of several the latest choice holds.
  chosen_at timestamptz(3),
  -- Made by a person: created, or split off from another row. No page gives it a new key.
  is_made boolean not null default false,
  -- The row that this one was split off from, and when: until then its claims belonged to that one.
  split_from uuid,
  split_at timestamptz(3),
  kind text not null,
  -- kind, name, aliases, summary, attributes, when, where, external_ids, urls, pinned
  doc jsonb not null,
  name_sort text not null,
  -- Days since 1970-01-01; null where the date is open, or not known (doc tells which).
  when_start integer,
  when_end integer,
  lat double precision,
  lon double precision,
  confidence double precision not null,
  -- The number of the graph's change at which the confidence got its present value.
  confidence_seq bigint not null default 0,
  relationship_count integer not null,
  evidence_count integer not null,
  source_count integer not null,
  first_seen_at timestamptz(3),
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, key),
  constraint entities_merged_is_hidden check (merged_into is null or not is_shown),
  foreign key (domain_id, merged_into) references entities (domain_id, id)
);
create index entities_merged on entities (domain_id, merged_into) where merged_into is not null;
create index entities_kind on entities (domain_id, kind, name_sort, id) where is_shown;
create index entities_name on entities (domain_id, name_sort, id) where is_shown;
create index entities_confidence_seq on entities (domain_id, confidence_seq, id) where is_shown;
create index entities_updated on entities (domain_id, updated_at, id) where is_shown;
create index entities_connections on entities (domain_id, relationship_count, id) where is_shown;
create index entities_when on entities (domain_id, when_start, id) where is_shown and doc -> 'when' <> 'null';
-- For retention. Not by `evidence_count`: every update of the count would have to write a new entry of each index.
create index entities_without_evidence on entities (domain_id, updated_at, id)
  where not is_shown and merged_into is null;
create index entities_tombstone on entities (domain_id, tombstone_id) where tombstone_id is not null;
create index entities_split on entities (domain_id, split_from) where split_from is not null;
create index entities_where on entities (domain_id, lon, lat) where is_shown and lat is not null;

-- A blocking key: two entities that share one are compared. An entity has some forty.
create table entity_keys (
  domain_id uuid not null,
  key text not null,
  entity_id uuid not null,
  is_strong boolean not null,
  primary key (domain_id, key, entity_id)
);
create index entity_keys_entity on entity_keys (domain_id, entity_id);
