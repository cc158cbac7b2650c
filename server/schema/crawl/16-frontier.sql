-- A link that was found. Links that the crawl may take become pages, within the bounds of the domain.
create table frontier (
  domain_id uuid not null,
  url text not null,
  host text not null,
  group_key text not null,
  -- The group of the page that the link was found on.
  found_in text,
  -- How many pages in a row said nothing new and led to the link; 0 where it was found on a page that says something new.
  doubt integer not null check (doubt >= 0),
  -- The address without its parameters or tokens, where it has some.
  plain_url text,
  depth integer not null,
  status text not null check (status in ('candidate', 'planned', 'crawled', 'rejected')),
  -- Whether the crawl may take the link by itself; the planner may take the others.
  is_followed boolean not null,
  -- The words of the link.
  text text not null,
  -- Why the link was rejected or is not followed.
  reason text,
  source_id uuid,
  source_host text not null,
  found_at timestamptz(3) not null,
  -- The order of links that were found together.
  position integer not null,
  primary key (domain_id, url)
);
create index frontier_status on frontier (domain_id, status, found_at);
create index frontier_waiting on frontier (domain_id, group_key, depth, found_at, position) where status = 'candidate' and is_followed;

-- A group is the addresses of one shape on one host. A group that keeps growing while its pages say nothing new has a
-- trap score: its links are taken last, and are held back when the scores of the site are too high. That keeps traps cheap.
create table page_groups (
  domain_id uuid not null references domains (id) on delete cascade,
  key text not null,
  -- Names the group in the API: a key is too long for an address.
  id uuid not null,
  host text not null,
  -- Pages that were made of the group's links and are not settled.
  open integer not null,
  -- Pages that were settled; of those, pages that said something new, pages that said the same as others with data of
  -- their own, and pages that led to many new addresses.
  settled integer not null,
  novel integer not null,
  varied integer not null,
  openers integer not null,
  -- New addresses of their kind that the group's pages led to.
  grew integer not null,
  -- How much the group looks like a trap; `maze_score` is the part that counts only as long as it looks like a maze.
  trap_score integer not null,
  maze_score integer not null,
  -- Pages that said nothing new and led to nothing new since the group last went deeper.
  quiet integer not null,
  -- How deep the deepest page lies that said nothing new and led on.
  deepest integer not null,
  -- Links on the group's pages into the same part of the site; of those, links that were known; the fewest known links
  -- on one page.
  links integer not null,
  links_known integer not null,
  links_known_least integer,
  -- Whether a person lets the group go on, whatever its score is.
  is_released boolean not null,
  -- A Bloom filter of the text sketches of the group's pages: tells whether a page says something new.
  text_sketch bytea,
  primary key (domain_id, key),
  unique (domain_id, id)
);

-- What a domain has learned of a host.
create table sites (
  domain_id uuid not null references domains (id) on delete cascade,
  host text not null,
  -- Whether a source leads here by redirect: the crawl may go here as it may go to the source's own host.
  is_landing boolean not null,
  -- The blocks that the site's pages have in common.
  common_blocks bytea,
  -- How many groups of addresses the site has.
  groups integer not null,
  -- The scores of the site's groups together, and its pages that said something new.
  trap_score integer not null,
  novel integer not null,
  -- Its pages that said the same as others with data of their own.
  varied integer not null,
  -- As in page_groups, for all pages of the site.
  text_sketch bytea,
  primary key (domain_id, host)
);
