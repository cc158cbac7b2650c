-- The event log of a domain. Its row is locked from the moment an id is given until that transaction commits, so ids
-- have no gaps and become visible in their order.
create table event_logs (
  domain_id uuid primary key references domains (id) on delete cascade,
  last_id bigint not null
);

create table events (
  domain_id uuid not null references domains (id) on delete cascade,
  id bigint not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index events_created_at on events (created_at);

-- The log of what agents do has one sequence per project, because a reader follows all its domains at once.
create table activity_logs (
  project_id uuid primary key references projects (id) on delete cascade,
  last_id bigint not null
);

-- A table of the project, so that its log is one range of keys. Not references: the rows of a deleted domain, also of a
-- deleted project, are deleted in bites.
create table agent_activity (
  project_id uuid not null,
  id bigint not null,
  domain_id uuid not null,
  at timestamptz(3) not null,
  agent text not null check (agent in ('brief', 'discoverer', 'reader', 'planner', 'resolver')),
  action text not null,
  subject text,
  detail text,
  tokens bigint not null check (tokens >= 0),
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (project_id, id)
);
create index agent_activity_domain on agent_activity (project_id, domain_id);
create index agent_activity_at on agent_activity (at);
