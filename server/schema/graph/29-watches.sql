-- A watch is a saved search, or a set of entities, with a name. Its news are read from `graph_changes` when they are asked for:
-- nothing is written here while a crawl runs.
create table watches (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  -- The filters of the search: {q, kinds, types, certainty, host, min_confidence, attributes}.
  query jsonb,
  entity_ids uuid[] check (cardinality(entity_ids) > 0),
  -- Addresses that get its news by mail, and how often at most.
  mail_to text[] not null default '{}',
  mail_every text not null default 'day' check (mail_every in ('hour', 'day')),
  -- The last change of the graph before it was made: its news begin behind it.
  began_at_seq bigint not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  constraint watches_of_one check ((query is null) <> (entity_ids is null))
);
-- For the mails.
create index watches_mail on watches (domain_id, id) where mail_to <> '{}';

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
