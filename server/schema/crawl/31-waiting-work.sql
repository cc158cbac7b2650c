-- Which domains have work that waits, by its kind: whoever looks for work asks here first, and then only the domains that
-- have some. Not a reference to the domain: these rows stay with the hosts and lanes of the queue where domains live on
-- other nodes.
create table waiting_work (
  domain_id uuid not null,
  kind text not null check (kind in (
    'autopilot', 'discovery', 'entities', 'graph_events', 'imports', 'mails', 'plan', 'recrawl', 'relation_types', 'webhooks'
  )),
  -- Of discoveries, which are shared by project.
  project_id uuid check ((project_id is not null) = (kind = 'discovery')),
  -- Nothing is to be done before.
  due_at timestamptz(3) not null,
  primary key (domain_id, kind)
);
create index waiting_work_due on waiting_work (kind, due_at);
