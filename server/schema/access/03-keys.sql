-- An API key. A revoked key keeps its row, because the list shows it.
create table api_keys (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  scope text not null check (scope in ('full', 'read')),
  -- SHA-256 of the secret; the secret itself is never stored.
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- False for a BOOTSTRAP_KEY that was taken as it is: such a key must be looked up without the checksum test.
  has_checksum boolean not null,
  -- `key:<id>`, `user:<id>` or `service`.
  created_by text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (project_id, id)
);
