-- A plan of the frontier: ranks the links that wait, queues the best, learns from what they give, and ranks again. The
-- last ones of a domain are kept.
create table plans (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  -- How many pages it may queue; null for all that there is room for.
  page_limit integer check (page_limit >= 0),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When a process takes the next step of it; null when it is over.
  due_at timestamptz(3),
  -- The process that takes a step extends the lease. After its end another process takes the step.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes a step: what an earlier one would still write is not written.
  fence integer not null default 0,
  -- How often a step has failed unexpectedly since one last succeeded. Processes that were killed do not count.
  attempts integer not null default 0,
  -- How many entities the graph had when the plan began to lead the crawl; null until then.
  entities_before integer,
  -- [{url, reason}]
  selected jsonb not null default '[]',
  -- [{query, gap, found}]; null until the searches were made.
  searches jsonb,
  -- Why the web could not be searched.
  search_failure text,
  notes text,
  result jsonb,
  enqueued integer not null default 0,
  frontier_added integer not null default 0,
  rejected integer not null default 0,
  primary key (domain_id, id),
  constraint plans_over check ((status in ('finished', 'failed')) = (due_at is null))
);
create unique index plans_under_way on plans (domain_id) where status in ('queued', 'running');
