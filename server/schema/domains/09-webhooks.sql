create table webhooks (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Which events of the graph it wants: {kinds, types, entity_ids}; null for all.
  filter jsonb,
  -- The last change of the graph of which it was told, or of which a delivery waits; null when it wants none.
  graph_cursor bigint,
  -- Sealed (platform/secret-box.ts), because every delivery is signed with it; plain where the service has no key.
  secret text not null,
  enabled boolean not null,
  -- Why the service has switched it off; null when it has not.
  disabled_reason text check (disabled_reason is null or not enabled),
  -- Since when nothing but failures was heard of it; null after a success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);

create index webhooks_graph on webhooks (domain_id, id) where graph_cursor is not null;

-- A delivery is one event on its way to one webhook, or the events of the graph of a number of changes.
create table webhook_deliveries (
  domain_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  -- The event, of which the body is made again when the delivery is sent again; null for a test. Of events of the graph
  -- the last change, and the one before the first.
  event_id bigint,
  graph_since bigint,
  -- Sent byte for byte on every attempt; dropped after the last one.
  body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- How many attempts have ended.
  attempts integer not null check (attempts >= 0),
  -- When the next attempt may begin. Taking a delivery moves this ahead, so that a delivery that a killed process had
  -- taken comes due again by itself.
  due_at timestamptz(3) not null,
  -- The time of the event too: both are written in one transaction.
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade,
  constraint webhook_deliveries_pending_body check (status <> 'pending' or body is not null)
);
create index webhook_deliveries_webhook on webhook_deliveries (domain_id, webhook_id);
-- By webhook first, so that the backlog of one webhook does not delay the others.
create index webhook_deliveries_pending on webhook_deliveries (domain_id, webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- A lane is the deliveries of one webhook that wait. The dispatcher looks here for webhooks that have something to send,
-- and then takes deliveries one domain at a time.
create table webhook_lanes (
  domain_id uuid not null,
  webhook_id uuid not null,
  project_id uuid not null,
  -- No delivery is due before this; null when none waits.
  due_at timestamptz(3),
  primary key (domain_id, webhook_id),
  foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade
);

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
