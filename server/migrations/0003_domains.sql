-- What a domain is made of, and what announces and judges its work. No endpoint could make a domain
-- before this, so the new columns need no defaults.

alter table domains
  add column description text not null,
  add column ontology text[] not null check (cardinality(ontology) > 0),
  add column attributes jsonb not null,
  -- When an attribute with a new key was added: pages read before it are read in full the next time.
  add column attributes_added_at timestamptz(3),
  add column max_depth integer not null check (max_depth >= 0),
  add column max_pages integer not null check (max_pages >= 1),
  add column max_spend_usd numeric(14, 6) check (max_spend_usd >= 0),
  add column crawl_state text not null check (crawl_state in ('idle', 'running', 'paused')),
  add column archived_at timestamptz(3);

-- The gate. Exactly one version of a domain is published: the one that its row in gates names. A draft
-- was never published; a version that was, and is not now, is superseded.
create table gate_versions (
  domain_id uuid not null references domains (id) on delete cascade,
  version integer not null check (version > 0),
  rules jsonb not null,
  note text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  published_at timestamptz(3),
  primary key (domain_id, version)
);

create table gates (
  domain_id uuid primary key references domains (id) on delete cascade,
  published_version integer not null,
  -- Numbers are not given twice, not even that of a deleted draft: pages keep the version that judged them.
  last_version integer not null,
  foreign key (domain_id, published_version) references gate_versions (domain_id, version) deferrable initially deferred
);
-- A domain cannot be without its gate.
alter table domains add constraint domains_gate foreign key (id) references gates (domain_id) deferrable initially deferred;

-- The work of the crawl and of the readers goes here; so far only counted.
create table pages (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  primary key (domain_id, id),
  unique (domain_id, url)
);

create table entities (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  kind text not null,
  primary key (domain_id, id)
);
create index entities_kind on entities (domain_id, kind);

-- One log per domain. The row is locked from the moment an id is given until its transaction commits,
-- so ids have no gaps and become visible in their order.
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

-- What agents do, one log per project: whoever watches follows all domains at once.
create table activity_logs (
  project_id uuid primary key references projects (id) on delete cascade,
  last_id bigint not null
);

create table agent_activity (
  domain_id uuid not null references domains (id) on delete cascade,
  id bigint not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  agent text not null check (agent in ('brief', 'discoverer', 'reader', 'planner', 'resolver')),
  action text not null,
  subject text,
  detail text,
  tokens bigint not null check (tokens >= 0),
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (domain_id, id)
);
create index agent_activity_project on agent_activity (project_id, id);
create index agent_activity_at on agent_activity (at);

create table webhooks (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Kept as it is: every delivery is signed with it.
  secret text not null,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);

create table webhook_deliveries (
  domain_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  -- Sent byte for byte on every attempt; dropped when there is none left to make.
  body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- How many attempts have ended.
  attempts integer not null check (attempts >= 0),
  -- When the next attempt may begin. Taking a delivery moves this ahead, so that what a killed process
  -- had taken comes due again by itself.
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade,
  check (status <> 'pending' or body is not null)
);
create index webhook_deliveries_webhook on webhook_deliveries (domain_id, webhook_id);
-- By webhook first, so that the backlog of one is not in the way of the others.
create index webhook_deliveries_pending on webhook_deliveries (domain_id, webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

create table webhook_attempts (
  domain_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null check (attempt > 0),
  webhook_id uuid not null,
  status text not null check (status in ('delivered', 'failed')),
  response_status integer,
  error text,
  duration_ms integer not null,
  attempted_at timestamptz(3) not null,
  primary key (domain_id, delivery_id, attempt),
  foreign key (domain_id, delivery_id) references webhook_deliveries (domain_id, id) on delete cascade
);
create index webhook_attempts_webhook on webhook_attempts (domain_id, webhook_id, attempted_at);

create table shares (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- Kept as it is, because the list shows it; it opens read-only public views and nothing else.
  token text not null,
  views text[] not null check (cardinality(views) > 0),
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index shares_token on shares (token);

create table feedback (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('problem', 'idea')),
  message text not null,
  -- The domain it is about. It outlives the domain, so this is no reference.
  subject_domain_id uuid,
  context jsonb,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (project_id, id)
);

-- What models cost, by month in UTC. Reserved is the highest cost of calls that are under way.
create table budget_months (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  spent_usd numeric(14, 6) not null check (spent_usd >= 0),
  reserved_usd numeric(14, 6) not null check (reserved_usd >= 0),
  primary key (domain_id, month)
);

create table budget_reservations (
  domain_id uuid not null,
  id uuid not null,
  month date not null,
  amount_usd numeric(14, 6) not null check (amount_usd >= 0),
  reserved_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, month) references budget_months (domain_id, month) on delete cascade
);
create index budget_reservations_month on budget_reservations (domain_id, month);
create index budget_reservations_reserved_at on budget_reservations (reserved_at);
