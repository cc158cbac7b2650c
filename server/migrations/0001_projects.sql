-- Projects and who may act in them. Times are written by the service's clock, so no column defaults to now().

create table projects (
  id uuid primary key,
  name text not null check (name <> ''),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null
);

create table members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (project_id, user_id)
);
create index members_user on members (user_id);

create table invites (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_by uuid references users (id) on delete set null,
  accepted_at timestamptz(3),
  primary key (project_id, id)
);
create index invites_accepted_by on invites (accepted_by);

create table api_keys (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  scope text not null check (scope in ('full', 'read')),
  -- SHA-256 of the secret; the secret itself is never stored.
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- False for a BOOTSTRAP_KEY that was taken as it is: such a key must be looked up without the checksum test.
  has_checksum boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (project_id, id)
);

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  -- The project the session is in; ends with it, and with the membership.
  project_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_project on sessions (project_id, user_id);
create index sessions_expires_at on sessions (expires_at);

-- An attempt is a row from its beginning, so that parallel guesses count each other, until it succeeds.
create table sign_in_attempts (
  id uuid primary key,
  email text not null,
  address text not null,
  -- False while it is under way.
  failed boolean not null,
  attempted_at timestamptz(3) not null
);
create index sign_in_attempts_email on sign_in_attempts (email, attempted_at);
create index sign_in_attempts_address on sign_in_attempts (address, attempted_at);

-- One knowledge graph each. Every table below a domain starts its primary, foreign and unique keys with domain_id.
create table domains (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz(3) not null
);
create index domains_project on domains (project_id, id);
