-- A source is an address where a crawl begins.
create table sources (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  host text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, url)
);
create index sources_host on sources (domain_id, host);
