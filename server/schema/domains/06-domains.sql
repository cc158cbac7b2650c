-- A domain is one knowledge graph. Every table below a domain starts its primary, foreign and unique keys with
-- domain_id.
create table domains (
  id uuid primary key,
  -- Null when the domain is deleted: nobody finds it any more, and a job deletes its rows in bites, this one last.
  project_id uuid references projects (id),
  name text not null check (name <> ''),
  description text not null,
  ontology text[] not null check (cardinality(ontology) > 0),
  attributes jsonb not null,
  -- When an attribute with a new key was added: pages read before it are read in full the next time.
  attributes_added_at timestamptz(3),
  max_depth integer not null check (max_depth >= 0),
  max_pages integer not null check (max_pages >= 1),
  max_spend_usd numeric(14, 6) check (max_spend_usd >= 0),
  -- Whether questions of those who may only read may use the model.
  readers_may_spend boolean not null default false,
  crawl_state text not null check (crawl_state in ('idle', 'running', 'paused')),
  -- Why the crawl is paused, for people; null unless it is. `paused_by` says the same to programs.
  paused_reason text,
  paused_by text check (paused_by in ('caller', 'budget', 'model', 'quota')),
  -- The plan that leads the crawl: until it ends, the crawl follows no links by itself and the run stays open.
  plan_id uuid,
  -- How many seconds pass until the pages are asked for again by themselves, and when the next run of that begins: it is
  -- moved on in the transaction that begins the run.
  recrawl_every integer check (recrawl_every between 3600 and 7776000),
  next_recrawl_at timestamptz(3),
  -- When the frontier was last planned; every week it is planned anew.
  planned_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The project that a deleted domain was in: its agent activity is found by it.
  deleted_from uuid,
  -- How many pages the domain holds, links its frontier has and entities its graph shows, true at every commit: the
  -- bounds of the crawl are measured against the first two.
  page_count integer not null default 0 check (page_count >= 0),
  link_count integer not null default 0 check (link_count >= 0),
  entity_count integer not null default 0 check (entity_count >= 0),
  -- How many corrections were made, which is the number of the last one, and their bytes with what they changed and their
  -- reasons; undoing one takes nothing off.
  curations bigint not null default 0,
  curated_bytes bigint not null default 0,
  -- The number of the last change of the graph. A copy of the graph is true when it has reached this number.
  graph_seq bigint not null default 0,
  -- The graph of any time since then is complete, and so are all changes after this number; null and 0 while retention has
  -- deleted nothing.
  history_since timestamptz(3),
  history_seq bigint not null default 0,
  constraint domains_paused check (
    (crawl_state = 'paused') = (paused_reason is not null) and (crawl_state = 'paused') = (paused_by is not null)
  ),
  constraint domains_recrawl check ((recrawl_every is null) = (next_recrawl_at is null)),
  constraint domains_deleted check (
    (project_id is null) = (deleted_at is not null) and (project_id is null) = (deleted_from is not null)
  )
);
create index domains_project on domains (project_id, id);
-- For the weekly plans.
create index domains_planned on domains (planned_at, id) where project_id is not null and archived_at is null;
-- For the status of the service.
create index domains_without_model on domains (id) where paused_by = 'model';

-- For migrations: a new table below a domain is made without foreign keys, put beside its domain by this, and gets them then. Does
-- something only where domains live on several nodes.
create function live_beside_domain(name text) returns void language plpgsql as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'domains'::regclass) then
      perform create_distributed_table(name::regclass, 'domain_id', colocate_with => 'domains');
    end if;
  end if;
end $$;
