-- A view of a graph that somebody has saved: filters, what is drawn, colours and places. The service does not read its state.
create table saved_views (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  -- An object; json keeps the order and the size that it came with.
  state json not null,
  -- Whether all members see it, or only who made it.
  shared boolean not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index saved_views_created_by on saved_views (domain_id, created_by);
