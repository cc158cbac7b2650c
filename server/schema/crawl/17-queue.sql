-- A lane is the queued pages of one domain on one host. Not a reference to the domain: lanes stay with the hosts where
-- domains live on other nodes.
create table crawl_lanes (
  domain_id uuid not null,
  host text not null,
  -- Work is shared by project.
  project_id uuid not null,
  -- When the first of these pages may be taken; null when there is none.
  due_at timestamptz(3),
  -- Domains that crawl one host take turns.
  served_at timestamptz(3) not null,
  -- False when a claim found the domain paused or archived: no further claim looks at its pages until it is opened.
  is_open boolean not null,
  -- The host did not answer the last time: it is taken after those that answer.
  is_failing boolean not null default false,
  primary key (domain_id, host)
);
create index crawl_lanes_project on crawl_lanes (project_id, is_failing, served_at) where due_at is not null and is_open;
create index crawl_lanes_host on crawl_lanes (host, served_at) where due_at is not null and is_open;

-- A host. It belongs to no domain, because politeness holds across domains, projects and processes. One worker at a
-- time holds a host, from taking its next page until that page is done.
create table crawl_hosts (
  host text primary key,
  -- When the next request may be sent.
  next_request_at timestamptz(3) not null,
  -- When there may be a page to take; null when none waits. While the host is held: the end of the lease.
  due_at timestamptz(3),
  holder uuid,
  -- The delay that robots.txt asks for.
  crawl_delay_ms integer not null,
  -- Pages in a row for which the host could not be reached, and when the last of them was tried.
  failures integer not null,
  failed_at timestamptz(3)
);
create index crawl_hosts_due on crawl_hosts (due_at) where due_at is not null;

-- The robots.txt of an origin, as it was fetched last.
create table robots_files (
  origin text primary key,
  status integer not null,
  body text not null,
  fetched_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index robots_files_expires_at on robots_files (expires_at);
