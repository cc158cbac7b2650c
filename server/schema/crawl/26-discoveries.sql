-- A discovery searches the web for sources that a domain could have. The last ones of a domain are kept.
create table discoveries (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The process that runs it extends the lease. After its end another process takes the discovery.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes it: what an earlier one would still write is not written.
  fence integer not null default 0,
  -- How often it has failed unexpectedly. Processes that were killed do not count.
  attempts integer not null default 0,
  -- Words to search for, instead of those that the domain itself gives.
  queries text[] not null default '{}',
  queries_tried text[] not null default '{}',
  sources jsonb not null default '[]',
  summary text,
  -- How many results there were, and what became of them.
  result jsonb,
  -- The part of a model in the discovery, as it is shown; null without one.
  by_model jsonb,
  -- How far its rounds with a model have come, for whoever goes on with it; null when it is over.
  progress jsonb,
  primary key (domain_id, id)
);
create unique index discoveries_under_way on discoveries (domain_id) where status in ('queued', 'running');
