-- A share link publishes read-only views of a domain.
create table shares (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- SHA-256 of the token, by which a link is found.
  token_hash bytea not null check (length(token_hash) = 32),
  -- Sealed (platform/secret-box.ts), because the list shows it; plain where the service has no key.
  token text not null,
  views text[] not null check (cardinality(views) > 0),
  -- What the views show beside entities alone.
  show text[] not null default '{}' check (show <@ '{relationships,facts,sources}'),
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index shares_token_hash on shares (token_hash);
