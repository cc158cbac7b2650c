-- A watch is a saved search, or a set of entities, with a name. Its news are read from `graph_changes` when they are asked for:
-- nothing is written here while a crawl runs.
create table watches (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  -- The filters of the search: {q, kinds, types, certainty, host, min_confidence, attributes}.
  query jsonb,
  entity_ids uuid[] check (cardinality(entity_ids) > 0),
  -- The last change of the graph before it was made: its news begin behind it.
  began_at_seq bigint not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  constraint watches_of_one check ((query is null) <> (entity_ids is null))
);
-- Up to which change of the graph somebody has looked.
create table watch_seen (
  domain_id uuid not null,
  watch_id uuid not null,
  -- `key:<id>` or `user:<id>`: a person in all their sessions.
  reader text not null,
  graph_seq bigint not null,
  seen_at timestamptz(3) not null,
  primary key (domain_id, watch_id, reader),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_seen_reader on watch_seen (reader);

-- The feed of a watch, which is read by its token alone.
create table watch_feeds (
  domain_id uuid not null,
  watch_id uuid not null,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  primary key (domain_id, watch_id),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_feeds_token_hash on watch_feeds (token_hash);

-- The mail that a person gets about a watch, to the address with which they sign in.
create table watch_mails (
  domain_id uuid not null,
  watch_id uuid not null,
  -- `user:<id>`.
  reader text not null,
  every text not null check (every in ('hour', 'day')),
  -- The last change of the graph that a mail told of, or that had come when it was asked for.
  graph_seq bigint not null,
  -- When the next one is due. Taking it moves this ahead, so that one that a killed process had taken comes due again.
  due_at timestamptz(3) not null,
  -- How often in a row it could not be sent, and why not the last time.
  failures integer not null default 0 check (failures >= 0),
  error text,
  primary key (domain_id, watch_id, reader),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_mails_reader on watch_mails (reader);
