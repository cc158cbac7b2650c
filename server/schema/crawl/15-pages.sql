-- A page is an address that the crawl asks for. Its row is also its place in the queue: whoever takes the page moves
-- `due_at` ahead, to the end of a lease, and raises `fence`. A page that a killed process had taken comes due again by
-- itself, and what that process would still write finds another fence and is not written.
create table pages (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  host text not null,
  -- Not a reference: a source is deleted together with what names it here (crawl/pages.ts).
  source_id uuid,
  source_host text not null,
  -- Addresses of one shape; see page_groups.
  group_key text not null,
  -- The group of the page that led to this one; null for a source.
  found_in text,
  depth integer not null check (depth >= 0),
  status text not null check (status in ('queued', 'extracted', 'irrelevant', 'skipped', 'failed')),
  last_mode text check (last_mode in ('agentic', 'deterministic', 'unchanged')),
  -- A sentence for people, and beside it a word for programs.
  error text,
  error_code text,
  run_id uuid,
  fetched_at timestamptz(3),
  created_at timestamptz(3) not null,

  -- The queue.
  due_at timestamptz(3),
  fence integer not null default 0,
  -- How often the page was taken since the work on it last ended: a page may end the process that works on it.
  begun integer not null default 0 check (begun >= 0),

  -- Failures: of fetching in this run, of reading since it last succeeded, of reaching the model in this run.
  fetch_failures integer not null default 0,
  extraction_failures integer not null default 0,
  model_failures integer not null default 0,

  -- What the page was before it was queued: a cancelled run restores it.
  before_status text,
  before_error text,
  before_error_code text,
  before_run_id uuid,

  -- What the next fetch is compared with.
  etag text,
  last_modified text,
  bytes_hash text,
  content_hash text,

  -- When the stored text was judged and read in full, by which version of the gate and which of its rules (null when no
  -- rule matched), in which mode, whatever happened to the page since; and why it was read in that mode the last time.
  read_at timestamptz(3),
  gate_version integer,
  gate_rule text,
  read_mode text check (read_mode in ('agentic', 'deterministic')),
  mode_reason text,
  -- What the page was when it was read: it becomes that again when nothing has changed since. Null when its claims were
  -- retracted, because the page was gone or was not wanted any more.
  read_status text check (read_status in ('extracted', 'irrelevant', 'skipped')),
  read_error text,
  read_error_code text,
  -- Facts that the model claimed and that are not on the page.
  claims_dropped integer not null default 0 check (claims_dropped >= 0),

  title text,
  language text,
  published_at text,
  -- Of a document with pages: where each begins in its text, in UTF-16 code units, so that a quote leads to its page.
  page_starts integer[],

  primary key (domain_id, id),
  unique (domain_id, url),
  constraint pages_queued check ((status = 'queued') = (due_at is not null))
)
-- The row changes when the page is queued, taken and done. Free room beside it keeps these updates out of the indexes.
with (fillfactor = 60);
create index pages_queue on pages (domain_id, host, depth, id) where status = 'queued';
create index pages_source on pages (domain_id, source_id);
create index pages_run on pages (domain_id, run_id);
create index pages_status on pages (domain_id, status, id);
create index pages_content on pages (domain_id, content_hash) where content_hash is not null;
-- Recipes are learned from pages of one template that a model has read.
create index pages_template on pages (domain_id, group_key, read_at) where read_mode = 'agentic';

-- The text of a page. Offsets of blocks and quotes count UTF-16 code units of this text.
create table page_texts (
  domain_id uuid not null,
  page_id uuid not null,
  text text not null,
  -- Of the text, what people see; the rest is structured data.
  shown_chars integer not null check (shown_chars >= 0),
  blocks jsonb not null,
  structured jsonb not null,
  -- For the search for passages. Stored, because a statement that looks at many texts would compute it anew for each.
  -- Only the beginning of a long text is in it, because a tsvector holds at most one megabyte.
  words tsvector not null,
  primary key (domain_id, page_id),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
-- The index takes in the words of several pages together, for half of what they cost one by one. Every search also
-- reads the words that still wait: so few may wait.
create index page_texts_words on page_texts using gin (words) with (fastupdate = on, gin_pending_list_limit = 128);

-- An address that leads to a page by redirect or by the page's own word (rel=canonical).
create table page_aliases (
  domain_id uuid not null,
  url text not null,
  page_id uuid not null,
  primary key (domain_id, url),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
create index page_aliases_page on page_aliases (domain_id, page_id);

-- A page that failed extraction three times, or that ended its process three times; the last time that it did.
create table dead_letters (
  domain_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  -- A sentence for people, and beside it a word for programs.
  error text not null,
  error_code text,
  status text not null check (status in ('open', 'requeued', 'discarded')),
  created_at timestamptz(3) not null,
  -- When it was requeued or discarded.
  closed_at timestamptz(3),
  primary key (domain_id, id),
  constraint dead_letters_closed check ((status = 'open') = (closed_at is null)),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
create unique index dead_letters_page on dead_letters (domain_id, page_id);
-- For retention.
create index dead_letters_closed_at on dead_letters (domain_id, closed_at) where closed_at is not null;
