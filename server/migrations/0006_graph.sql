-- The graph: a view over claims. A row of entities is what pages call by one name (and, where they say so, by one
-- birth date, one number of a register); those that are the same thing are merged into one of them, which is shown for
-- all. So a merge is one column, and undoing it gives back exactly what was there.

-- The last change of the graph. Whoever keeps a copy of it knows by this whether the copy is true.
alter table domains
  add column graph_seq bigint not null default 0,
  add column entity_count integer not null default 0 check (entity_count >= 0);

-- No endpoint could make an entity before this, so the new columns need no defaults.
alter table entities
  -- What every mention of it has in common: its kind, its name as it is compared, and what sets it apart from others
  -- of that name.
  add column key text not null,
  -- The one that stands for it. `kind` and all below is of that one, and of all that are merged into it.
  add column merged_into uuid,
  add column is_shown boolean not null,
  -- kind, name, aliases, summary, attributes, when, where, external_ids, urls
  add column doc jsonb not null,
  add column name_sort text not null,
  -- Days since 1970-01-01; null where it is open, or not known (doc tells which).
  add column when_start integer,
  add column when_end integer,
  add column lat double precision,
  add column lon double precision,
  add column confidence double precision not null,
  -- The change of the graph at which its confidence became what it is.
  add column weighed_seq bigint not null default 0,
  add column relationship_count integer not null,
  add column evidence_count integer not null,
  add column source_count integer not null,
  add column first_seen_at timestamptz(3),
  add column last_seen_at timestamptz(3),
  add column created_at timestamptz(3) not null,
  add column updated_at timestamptz(3) not null,
  add unique (domain_id, key),
  add check (merged_into is null or not is_shown),
  add foreign key (domain_id, merged_into) references entities (domain_id, id);
drop index entities_kind;
create index entities_merged on entities (domain_id, merged_into) where merged_into is not null;
create index entities_kind on entities (domain_id, kind, name_sort, id) where is_shown;
create index entities_name on entities (domain_id, name_sort, id) where is_shown;
create index entities_weighed on entities (domain_id, weighed_seq, id) where is_shown;
create index entities_updated on entities (domain_id, updated_at, id) where is_shown;
create index entities_connections on entities (domain_id, relationship_count, id) where is_shown;
create index entities_when on entities (domain_id, when_start, id) where is_shown and doc -> 'when' <> 'null';
create index entities_where on entities (domain_id, lon, lat) where is_shown and lat is not null;

-- Under which keys its names meet those of others that may be the same.
-- A reference to the entity would be looked up for each of forty rows: its writer knows that it is there.
create table entity_keys (
  domain_id uuid not null references domains (id) on delete cascade,
  key text not null,
  entity_id uuid not null,
  is_strong boolean not null,
  primary key (domain_id, key, entity_id)
);
create index entity_keys_entity on entity_keys (domain_id, entity_id);

create table relationships (
  domain_id uuid not null,
  id uuid not null,
  -- As the claims have it.
  from_id uuid not null,
  to_id uuid not null,
  type text not null,
  -- The ones that stand for them now. Where that makes two relationships the same, one stands for both.
  from_entity uuid not null,
  to_entity uuid not null,
  merged_into uuid,
  is_shown boolean not null,
  -- from, to, type, attributes, since, until
  doc jsonb not null,
  confidence double precision not null,
  weighed_seq bigint not null default 0,
  evidence_count integer not null,
  source_count integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, from_id, to_id, type),
  check (merged_into is null or not is_shown),
  foreign key (domain_id, from_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, to_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, merged_into) references relationships (domain_id, id)
);
create index relationships_to on relationships (domain_id, to_id);
create index relationships_merged on relationships (domain_id, merged_into) where merged_into is not null;
create index relationships_from_entity on relationships (domain_id, from_entity, id);
create index relationships_to_entity on relationships (domain_id, to_entity, id);
create index relationships_weighed on relationships (domain_id, weighed_seq, id) where is_shown;
create index relationships_type on relationships (domain_id, type, id) where is_shown;

-- What the live claims of an entity or a relationship say, counted: one row for each value, host and origin. So a thing
-- that ten thousand pages speak of is put together from a few rows.
create table facts (
  domain_id uuid not null references domains (id) on delete cascade,
  -- An entity or a relationship.
  owner_id uuid not null,
  -- '' for its existence; name, alias, summary, when, where, url, attr:<key>, id:<register>; since, until.
  field text not null,
  value_key text not null,
  host text not null,
  origin text not null,
  value jsonb not null,
  n integer not null check (n > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (domain_id, owner_id, field, value_key, host, origin)
);
-- For what a host speaks of.
create index facts_host on facts (domain_id, host, owner_id) where field = '';

-- Pairs that are the same, may be the same, or were judged.
create table duplicates (
  domain_id uuid not null,
  id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  decision text not null check (decision in ('same', 'unsure', 'different')),
  score double precision not null,
  reasons text[] not null,
  -- By a person, or a model; it holds for good.
  judgement text check (judgement in ('same', 'different', 'unsure')),
  judged_by text,
  judged_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, a_id, b_id),
  check (a_id < b_id),
  foreign key (domain_id, a_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, b_id) references entities (domain_id, id) on delete cascade
);
create index duplicates_b on duplicates (domain_id, b_id);

create table merges (
  domain_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  score double precision not null,
  reasons text[] not null,
  merged_by text not null,
  merged_at timestamptz(3) not null,
  -- Undone: by a person, or because what spoke for it is gone.
  reverted_by text,
  reverted_at timestamptz(3),
  primary key (domain_id, id),
  foreign key (domain_id, target_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, source_id) references entities (domain_id, id) on delete cascade
);
create index merges_target on merges (domain_id, target_id);
create index merges_source on merges (domain_id, source_id);

-- Every state that an entity or a relationship was in, in order: what it was at a time, how it came about, and what is
-- new since.
create table graph_changes (
  domain_id uuid not null references domains (id) on delete cascade,
  seq bigint not null,
  at timestamptz(3) not null,
  -- When the next state of the same thing began; null while it holds.
  until timestamptz(3),
  type text not null check (type in ('entity', 'relationship')),
  id uuid not null,
  change text not null check (change in ('entered', 'changed', 'left', 'merged')),
  -- As it is from then on; null when it has left, and {merged_into} when another stands for it.
  doc jsonb,
  -- Who made it so: the pipeline, or a person.
  actor text not null,
  reason text,
  primary key (domain_id, seq)
);
create index graph_changes_id on graph_changes (domain_id, id, seq);
create index graph_changes_at on graph_changes (domain_id, type, at);
-- For the graph of an earlier time: what stood for what.
create index graph_changes_merged on graph_changes (domain_id, (doc ->> 'merged_into')) where doc ->> 'merged_into' is not null;

alter table claims
  -- The row of entities, or of relationships, that it speaks of. Not references: whoever writes claims has just made sure.
  add column entity_id uuid,
  add column relationship_id uuid,
  -- Of the page when it said so.
  add column host text;
update claims c set host = p.host from pages p where p.domain_id = c.domain_id and p.id = c.page_id;
alter table claims alter column host set not null;
create index claims_entity on claims (domain_id, entity_id) where entity_id is not null;
create index claims_relationship on claims (domain_id, relationship_id) where relationship_id is not null;
-- Those that were made before there was a graph; a job works them off.
create index claims_unlinked on claims (domain_id) where entity_id is null and relationship_id is null and retracted_at is null;

-- For passages. Kept beside the text: a statement that looks at many texts would make it anew for each. Longer texts are
-- cut, because a tsvector holds one megabyte.
alter table page_texts add column words tsvector;
update page_texts set words = to_tsvector('simple', translate(left(text, 100000), '<', ' '));
alter table page_texts alter column words set not null;
-- The words of several pages are put in their places together, for half of what it costs one by one. Every search reads
-- what still waits, and the embedded database has no vacuum to work it off: so little may wait.
create index page_texts_words on page_texts using gin (words) with (fastupdate = on, gin_pending_list_limit = 128);
