-- A user is a person who signs in. One user may be a member of many projects.
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
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  role text not null check (role in ('owner', 'editor', 'viewer')),
  -- The only email that may accept it; null when whoever has the token may.
  email text check (email = lower(email)),
  -- `key:<id>`, `user:<id>`, or `service`. The invite ends when its maker may make none any more.
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_by uuid references users (id) on delete set null,
  accepted_at timestamptz(3),
  primary key (project_id, id)
);
create index invites_accepted_by on invites (accepted_by);
create index invites_created_by on invites (project_id, created_by);

-- A link that lets a person set a new password. A person has one at most, and it ends with the membership by which an
-- owner could make it.
create table password_resets (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  project_id uuid not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index password_resets_created_by on password_resets (created_by);
create index password_resets_member on password_resets (project_id, user_id);
