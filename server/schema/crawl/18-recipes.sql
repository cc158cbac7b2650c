-- A recipe reads the pages of one template without a model.
create table recipes (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- The host and the shape of the addresses.
  template text not null,
  version integer not null check (version > 0),
  -- The page that the recipe was learned from.
  url text not null,
  -- A learning recipe runs beside the model, and the API does not list it.
  status text not null check (status in ('learning', 'active', 'failing', 'invalid')),
  rules jsonb not null,
  -- Pages in a row on which the recipe agreed with the model before it became active, and pages it has read since.
  agreed integer not null,
  runs integer not null,
  consecutive_failures integer not null,
  last_run_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, template, version)
);
create unique index recipes_in_force on recipes (domain_id, template) where status <> 'invalid';
