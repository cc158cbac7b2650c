-- Times are written by the service's clock, so no column defaults to now().

-- A project is the tenant: it owns keys, members, invites and domains.
create table projects (
  id uuid primary key,
  name text not null check (name <> ''),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null
);
