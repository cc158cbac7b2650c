-- A claim is a fact that a page (or a row of an imported file) states, with the quote that states it. A claim whose quote is gone is retracted, not
-- deleted; when the quote comes back, it is a new row.
--
-- Claims, facts, blocking keys, relationships, pairs, changes of the graph, links and events have no foreign keys. They
-- are written by the dozen with every page, and checking each of them took as many statements as all else together.
-- Their writer holds the domain, and has just read or written the rows that they name; tests look for rows that name
-- nothing (server/test/support/graph/dangling-rows.ts).
create table claims (
  domain_id uuid not null,
  id uuid not null,
  -- A page, or a part of an imported file.
  page_id uuid not null,
  -- The host of the page when it made the claim.
  host text not null,
  -- A hash of the fact: a page claims one fact once to readers, and once to machines.
  fact_key text not null,
  type text not null check (type in ('entity', 'relationship')),
  fact jsonb not null,
  -- The row of entities, or of relationships, that the claim is about.
  entity_id uuid,
  relationship_id uuid,
  -- The text of the page from start to end, in UTF-16 code units.
  quote text not null check (quote <> ''),
  quote_start integer not null check (quote_start >= 0),
  quote_end integer not null,
  -- The block that the quote begins in; null where only machines see the quote.
  block_hash text,
  -- The number of the list or table on the page of which that block is a row; null where the row names others of the kind.
  list integer,
  origin text not null check (origin in ('structured', 'recipe', 'model', 'text')),
  mode text not null check (mode in ('agentic', 'deterministic', 'import')),
  model text,
  -- Not a reference: evidence outlives the runs.
  run_id uuid,
  gate_version integer not null,
  observed_at timestamptz(3) not null,
  retracted_at timestamptz(3),
  primary key (domain_id, id),
  constraint claims_quote_span check (quote_end > quote_start),
  constraint claims_linked check (
    (type = 'entity') = (entity_id is not null) and (type = 'relationship') = (relationship_id is not null)
  )
);
create index claims_page on claims (domain_id, page_id);
create unique index claims_fact on claims (domain_id, page_id, fact_key) where retracted_at is null;
create index claims_entity on claims (domain_id, entity_id) where entity_id is not null;
create index claims_relationship on claims (domain_id, relationship_id) where relationship_id is not null;
-- For retention.
create index claims_retracted on claims (domain_id, retracted_at) where retracted_at is not null;
