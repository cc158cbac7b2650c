-- A session is one signed-in browser.
create table sessions (
  -- SHA-256 of the cookie's token.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Names the session in lists.
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  -- The name that the browser gives itself, so that a person can tell sessions apart.
  user_agent text not null,
  -- The address of the sign-in (a /64 of IPv6): strangers who fail elsewhere do not lock the person out there.
  address text not null,
  -- The project the session is in. The session ends with the project, and with the membership.
  project_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_project on sessions (project_id, user_id);
create index sessions_expires_at on sessions (expires_at);

-- An attempt has its row from its beginning until it succeeds, so that parallel guesses count each other.
create table sign_in_attempts (
  id uuid primary key,
  email text not null,
  address text not null,
  -- False while the attempt is under way.
  failed boolean not null,
  attempted_at timestamptz(3) not null
);
create index sign_in_attempts_email on sign_in_attempts (email, attempted_at);
create index sign_in_attempts_address on sign_in_attempts (address, attempted_at);
