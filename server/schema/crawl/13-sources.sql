-- A source is an address where a crawl begins.
create table sources (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  host text not null,
  created_at timestamptz(3) not null,
  -- A schedule of its own, as in domains; 0 is never, null is that of the domain.
  recrawl_every integer check (recrawl_every = 0 or recrawl_every between 3600 and 7776000),
  next_recrawl_at timestamptz(3),
  constraint sources_recrawl check ((coalesce(recrawl_every, 0) = 0) = (next_recrawl_at is null)),
  primary key (domain_id, id),
  unique (domain_id, url)
);
create index sources_host on sources (domain_id, host);
