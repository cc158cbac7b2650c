-- Written by `npm run schema` from the migrations. Do not edit.

create table api_keys (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  scope text not null,
  secret_hash bytea not null,
  has_checksum boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint api_keys_secret_hash_key UNIQUE (secret_hash),
  constraint api_keys_pkey PRIMARY KEY (project_id, id),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'read'::text]))),
  constraint api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);

create table domains (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint domains_name_check CHECK ((name <> ''::text))
);
CREATE INDEX domains_project ON domains USING btree (project_id, id);

create table idempotent_answers (
  id bytea not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamp(3) with time zone not null,
  constraint idempotent_answers_pkey PRIMARY KEY (id),
  constraint idempotent_answers_id_check CHECK ((length(id) = 32)),
  constraint idempotent_answers_request_hash_check CHECK ((length(request_hash) = 32))
);
CREATE INDEX idempotent_answers_created_at ON idempotent_answers USING btree (created_at);

create table invites (
  project_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_by uuid,
  accepted_at timestamp(3) with time zone,
  constraint invites_token_hash_key UNIQUE (token_hash),
  constraint invites_pkey PRIMARY KEY (project_id, id),
  constraint invites_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invites_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint invites_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text]))),
  constraint invites_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX invites_accepted_by ON invites USING btree (accepted_by);

create table members (
  project_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  constraint members_pkey PRIMARY KEY (project_id, user_id),
  constraint members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
CREATE INDEX members_user ON members USING btree (user_id);

create table migrations (
  version integer not null,
  name text not null,
  applied_at timestamp(3) with time zone not null,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table projects (
  id uuid not null,
  name text not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_name_check CHECK ((name <> ''::text))
);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  project_id uuid,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_project_id_user_id_fkey FOREIGN KEY (project_id, user_id) REFERENCES members(project_id, user_id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX sessions_project ON sessions USING btree (project_id, user_id);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table sign_in_attempts (
  id uuid not null,
  email text not null,
  address text not null,
  failed boolean not null,
  attempted_at timestamp(3) with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_attempts_address ON sign_in_attempts USING btree (address, attempted_at);
CREATE INDEX sign_in_attempts_email ON sign_in_attempts USING btree (email, attempted_at);

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamp(3) with time zone not null,
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email = lower(email)))
);
