-- A share link publishes read-only views of a domain.
create table shares (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- Stored in plain text, because the list shows it; it opens read-only public views and nothing else.
  token text not null,
  views text[] not null check (cardinality(views) > 0),
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index shares_token on shares (token);
