-- The crawl. No endpoint could make a page before this, so the new columns of pages need no defaults.

-- How many pages it holds and how many links its frontier has, at every commit: its bounds are measured against these.
alter table domains
  add column page_count integer not null default 0 check (page_count >= 0),
  add column link_count integer not null default 0 check (link_count >= 0);

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

-- A run's counters say what a count of its pages would say, at every commit.
create table runs (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('running', 'finished', 'cancelled')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  pages_total integer not null,
  pages_done integer not null,
  pages_unchanged integer not null,
  pages_deterministic integer not null,
  pages_agentic integer not null,
  pages_irrelevant integer not null,
  pages_skipped integer not null,
  pages_failed integer not null,
  entities_added integer not null,
  tokens_input bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14, 6) not null,
  primary key (domain_id, id),
  check (pages_done = pages_unchanged + pages_deterministic + pages_agentic + pages_irrelevant + pages_skipped + pages_failed),
  check (pages_done between 0 and pages_total),
  check ((status = 'running') = (finished_at is null))
);
create unique index runs_active on runs (domain_id) where status = 'running';

-- A page is also its own place in the queue. Whoever takes it moves `due_at` ahead, to the end of a lease, and
-- raises `fence`: what a killed process had taken comes due again by itself, and what it would still write is not
-- written.
alter table pages
  add column host text not null,
  add column source_id uuid,
  add column source_host text not null,
  add column group_key text not null,
  -- The group of the page that led to it.
  add column found_in text,
  add column depth integer not null check (depth >= 0),
  add column status text not null check (status in ('queued', 'extracted', 'irrelevant', 'skipped', 'failed')),
  add column last_mode text check (last_mode in ('agentic', 'deterministic', 'unchanged')),
  add column error text,
  add column run_id uuid,
  add column fetched_at timestamptz(3),
  add column created_at timestamptz(3) not null,
  add column due_at timestamptz(3),
  add column fence integer not null default 0,
  -- How often fetching has failed in this run, and reading since it last succeeded.
  add column fetch_failures integer not null default 0,
  add column extraction_failures integer not null default 0,
  -- What it was before it was queued, for a run that is cancelled.
  add column before_status text,
  add column before_error text,
  add column before_run_id uuid,
  -- What the next fetch is compared with.
  add column etag text,
  add column last_modified text,
  add column bytes_hash text,
  add column content_hash text,
  -- When and by which version of the gate it was last judged and read in full.
  add column read_at timestamptz(3),
  add column gate_version integer,
  add column title text,
  add column language text,
  add column published_at text,
  add constraint pages_queued check ((status = 'queued') = (due_at is not null)),
  add foreign key (domain_id, source_id) references sources (domain_id, id) on delete set null (source_id);
-- Its row changes when it is queued, taken and done: room for that beside it saves the indexes the work.
alter table pages set (fillfactor = 60);
create index pages_queue on pages (domain_id, host, depth, id) where status = 'queued';
create index pages_source on pages (domain_id, source_id);
create index pages_run on pages (domain_id, run_id);
create index pages_status on pages (domain_id, status, id);
create index pages_content on pages (domain_id, content_hash) where content_hash is not null;

-- What a page says. Offsets of blocks, and of quotes, are in this text.
create table page_texts (
  domain_id uuid not null,
  page_id uuid not null,
  text text not null,
  blocks jsonb not null,
  structured jsonb not null,
  primary key (domain_id, page_id),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);

-- Addresses that lead to a page by redirect or by its own word (rel=canonical).
create table page_aliases (
  domain_id uuid not null,
  url text not null,
  page_id uuid not null,
  primary key (domain_id, url),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
create index page_aliases_page on page_aliases (domain_id, page_id);

create table dead_letters (
  domain_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  error text not null,
  status text not null check (status in ('open', 'requeued', 'discarded')),
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
create index dead_letters_page on dead_letters (domain_id, page_id);

-- Links that were found. Those that the crawl may take, within its bounds, become pages.
create table frontier (
  domain_id uuid not null references domains (id) on delete cascade,
  url text not null,
  host text not null,
  group_key text not null,
  -- The group of the page that it was found on.
  found_in text,
  -- Without parameters or tokens, where it has some.
  plain_url text,
  depth integer not null,
  status text not null check (status in ('candidate', 'planned', 'crawled', 'rejected')),
  -- Whether the crawl may take it by itself; the planner may take the others.
  is_followed boolean not null,
  -- The words of the link, and why it was rejected or is not followed.
  text text not null,
  reason text,
  source_id uuid,
  source_host text not null,
  found_at timestamptz(3) not null,
  position integer not null,
  primary key (domain_id, url)
);
create index frontier_status on frontier (domain_id, status);
create index frontier_waiting on frontier (domain_id, group_key, depth, found_at, position) where status = 'candidate' and is_followed;

-- Addresses of one shape on one host. How many of them are taken depends on what those before them were worth:
-- that is what keeps traps cheap.
create table page_groups (
  domain_id uuid not null references domains (id) on delete cascade,
  key text not null,
  host text not null,
  -- Pages that were made of its links and are not settled.
  open integer not null,
  -- Pages that were worth nothing, less what others were worth since; a part of it as long as it looks like a maze.
  debt integer not null,
  doubted integer not null,
  -- Pages that were read, how many of them said something new, how many led to many new addresses, and how many said
  -- nothing new and led to more of their kind.
  settled integer not null,
  novel integer not null,
  openers integer not null,
  continued integer not null,
  -- Links on its pages into the same part of the site, how many of them had been known, and the fewest on a page.
  links integer not null,
  links_known integer not null,
  links_known_least integer,
  -- What its pages said before.
  sayings bytea,
  primary key (domain_id, key)
);

-- What a domain has learned of a host.
create table sites (
  domain_id uuid not null references domains (id) on delete cascade,
  host text not null,
  -- Whether a source leads here by redirect: the crawl may go here as to the source's own host.
  is_landing boolean not null,
  -- The blocks that its pages have in common.
  common_blocks bytea,
  -- How many groups of addresses it has.
  groups integer not null,
  -- Pages that were worth nothing, and pages that said something new.
  wasted integer not null,
  novel integer not null,
  -- What its pages said before.
  sayings bytea,
  primary key (domain_id, host)
);

-- Where a domain has pages queued on a host. `due_at` is when the first of them may be taken; null when there is none.
create table crawl_lanes (
  domain_id uuid not null references domains (id) on delete cascade,
  host text not null,
  due_at timestamptz(3),
  -- Domains that crawl one host take turns.
  served_at timestamptz(3) not null,
  primary key (domain_id, host)
);
create index crawl_lanes_host on crawl_lanes (host, served_at) where due_at is not null;

-- Hosts belong to nobody: politeness holds across domains, projects and processes. A host is held by one worker at a
-- time, from taking its next page until that page is done.
create table crawl_hosts (
  host text primary key,
  -- When the next request may be sent.
  next_request_at timestamptz(3) not null,
  -- When there may be something to take; null when nothing waits. While it is held: the end of the lease.
  due_at timestamptz(3),
  holder uuid,
  -- What its robots.txt asks for.
  crawl_delay_ms integer not null,
  -- Pages in a row for which it could not be reached, and when the last of them was tried.
  failures integer not null,
  failed_at timestamptz(3)
);
create index crawl_hosts_due on crawl_hosts (due_at) where due_at is not null;

create table robots_files (
  origin text primary key,
  status integer not null,
  body text not null,
  fetched_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index robots_files_expires_at on robots_files (expires_at);
