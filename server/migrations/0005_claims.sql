-- What pages say, and what it costs to have them read.

alter table pages
  -- How the stored text was read, whatever happened to the page since; and why it was read so the last time.
  add column read_mode text check (read_mode in ('agentic', 'deterministic')),
  add column mode_reason text,
  -- What it was when it was read: that is what it is again when nothing has changed since. Null when what it said was
  -- taken back, because it was gone or not wanted any more.
  add column read_status text check (read_status in ('extracted', 'irrelevant', 'skipped')),
  add column read_error text,
  -- Facts that were claimed and are not on the page.
  add column claims_dropped integer not null default 0 check (claims_dropped >= 0),
  -- How often the model could not be reached for it in this run.
  add column model_failures integer not null default 0;

update pages set read_mode = 'deterministic', read_status = status, read_error = error
where read_at is not null and status in ('extracted', 'irrelevant', 'skipped');

-- Recipes are learned from pages of one template that a model has read.
create index pages_template on pages (domain_id, group_key, read_at) where read_mode = 'agentic';

-- A fact that a page says, with the place where it says so. What is no longer there is retracted, not deleted; when it
-- comes back it is a new row.
create table claims (
  domain_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  -- A hash of the fact: a page says one thing once to readers, and once to machines.
  fact_key text not null,
  type text not null check (type in ('entity', 'relationship')),
  fact jsonb not null,
  -- The text of the page from start to end, in UTF-16 code units.
  quote text not null check (quote <> ''),
  quote_start integer not null check (quote_start >= 0),
  quote_end integer not null check (quote_end > quote_start),
  -- The block that the quote begins in; null where it is in what the page says for machines only.
  block_hash text,
  origin text not null check (origin in ('structured', 'recipe', 'model', 'text')),
  mode text not null check (mode in ('agentic', 'deterministic')),
  model text,
  -- Not a reference: evidence outlives the runs.
  run_id uuid,
  gate_version integer not null,
  observed_at timestamptz(3) not null,
  retracted_at timestamptz(3),
  primary key (domain_id, id),
  foreign key (domain_id, page_id) references pages (domain_id, id) on delete cascade
);
create index claims_page on claims (domain_id, page_id);
create unique index claims_fact on claims (domain_id, page_id, fact_key) where retracted_at is null;

-- How pages of one template are read without a model.
create table recipes (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- The host and the shape of the addresses.
  template text not null,
  version integer not null check (version > 0),
  -- The page that it was learned from.
  url text not null,
  -- While it is learning it runs beside the model, and nobody sees it.
  status text not null check (status in ('learning', 'active', 'failing', 'invalid')),
  rules jsonb not null,
  -- Pages in a row on which it agreed with the model before it became active, and pages it has read since.
  agreed integer not null,
  runs integer not null,
  consecutive_failures integer not null,
  last_run_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, template, version)
);
create unique index recipes_in_force on recipes (domain_id, template) where status <> 'invalid';

-- What models were asked and what they cost, by month.
create table model_usage (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  purpose text not null,
  model text not null,
  calls bigint not null,
  tokens_input bigint not null,
  -- Part of the input.
  tokens_cached bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (domain_id, month, purpose, model)
);
