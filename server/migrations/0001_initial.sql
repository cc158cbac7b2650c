-- Written by `npm run schema` from server/schema/. Do not edit.

-- Times are written by the service's clock, so no column defaults to now().

-- A project is the tenant: it owns keys, members, invites and domains.
create table projects (
  id uuid primary key,
  name text not null check (name <> ''),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- A user is a person who signs in. One user may be a member of many projects.
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null
);

create table members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (project_id, user_id)
);
create index members_user on members (user_id);

create table invites (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  role text not null check (role in ('owner', 'editor', 'viewer')),
  -- The only email that may accept it; null when whoever has the token may.
  email text check (email = lower(email)),
  -- `key:<id>`, `user:<id>`, or `service`. The invite ends when its maker may make none any more.
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_by uuid references users (id) on delete set null,
  accepted_at timestamptz(3),
  primary key (project_id, id)
);
create index invites_accepted_by on invites (accepted_by);
create index invites_created_by on invites (project_id, created_by);

-- A link that lets a person set a new password. A person has one at most, and it ends with the membership by which an
-- owner could make it.
create table password_resets (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  project_id uuid not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index password_resets_created_by on password_resets (created_by);
create index password_resets_member on password_resets (project_id, user_id);

-- An API key. A revoked key keeps its row, because the list shows it.
create table api_keys (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  scope text not null check (scope in ('full', 'read')),
  -- SHA-256 of the secret; the secret itself is never stored.
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- False for a BOOTSTRAP_KEY that was taken as it is: such a key must be looked up without the checksum test.
  has_checksum boolean not null,
  -- `key:<id>`, `user:<id>` or `service`.
  created_by text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (project_id, id)
);

-- A session is one signed-in browser.
create table sessions (
  -- SHA-256 of the cookie's token.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Names the session in lists.
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  -- The name that the browser gives itself, so that a person can tell sessions apart.
  user_agent text not null,
  -- The address of the sign-in (a /64 of IPv6): strangers who fail elsewhere do not lock the person out there.
  address text not null,
  -- The project the session is in. The session ends with the project, and with the membership.
  project_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_project on sessions (project_id, user_id);
create index sessions_expires_at on sessions (expires_at);

-- An attempt has its row from its beginning until it succeeds, so that parallel guesses count each other.
create table sign_in_attempts (
  id uuid primary key,
  email text not null,
  address text not null,
  -- False while the attempt is under way.
  failed boolean not null,
  attempted_at timestamptz(3) not null
);
create index sign_in_attempts_email on sign_in_attempts (email, attempted_at);
create index sign_in_attempts_address on sign_in_attempts (address, attempted_at);

-- The first answer to a POST that came with an Idempotency-Key, kept for 24 hours.
create table idempotent_answers (
  -- Hash of the caller's credential, its project and the key.
  id bytea primary key check (length(id) = 32),
  -- Keyed hash of method, path and body.
  request_hash bytea not null check (length(request_hash) = 32),
  -- Status, headers and body, encrypted with a key that only the caller can derive: an answer may hold a secret that
  -- is otherwise stored as a hash only. Null while a call without a transaction of its own is under way.
  answer bytea,
  created_at timestamptz(3) not null
);
create index idempotent_answers_created_at on idempotent_answers (created_at);

-- A domain is one knowledge graph. Every table below a domain starts its primary, foreign and unique keys with
-- domain_id.
create table domains (
  id uuid primary key,
  -- Null when the domain is deleted: nobody finds it any more, and a job deletes its rows in bites, this one last.
  project_id uuid references projects (id),
  name text not null check (name <> ''),
  description text not null,
  ontology text[] not null check (cardinality(ontology) > 0),
  attributes jsonb not null,
  -- When an attribute with a new key was added: pages read before it are read in full the next time.
  attributes_added_at timestamptz(3),
  max_depth integer not null check (max_depth >= 0),
  max_pages integer not null check (max_pages >= 1),
  max_spend_usd numeric(14, 6) check (max_spend_usd >= 0),
  -- Whether questions of those who may only read may use the model.
  readers_may_spend boolean not null default false,
  crawl_state text not null check (crawl_state in ('idle', 'running', 'paused')),
  -- Why the crawl is paused, for people; null unless it is. `paused_by` says the same to programs.
  paused_reason text,
  paused_by text check (paused_by in ('caller', 'budget', 'model', 'quota')),
  -- The plan that leads the crawl: until it ends, the crawl follows no links by itself and the run stays open.
  plan_id uuid,
  -- How many seconds pass until the pages are asked for again by themselves, and when the next run of that begins: it is
  -- moved on in the transaction that begins the run.
  recrawl_every integer check (recrawl_every between 3600 and 7776000),
  next_recrawl_at timestamptz(3),
  -- When the frontier was last planned; every week it is planned anew.
  planned_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The project that a deleted domain was in: its agent activity is found by it.
  deleted_from uuid,
  -- How many pages the domain holds, links its frontier has and entities its graph shows, true at every commit: the
  -- bounds of the crawl are measured against the first two.
  page_count integer not null default 0 check (page_count >= 0),
  link_count integer not null default 0 check (link_count >= 0),
  entity_count integer not null default 0 check (entity_count >= 0),
  -- How many corrections were made, which is the number of the last one, and their bytes with what they changed and their
  -- reasons; undoing one takes nothing off.
  curations bigint not null default 0,
  curated_bytes bigint not null default 0,
  -- The number of the last change of the graph. A copy of the graph is true when it has reached this number.
  graph_seq bigint not null default 0,
  -- The graph of any time since then is complete, and so are all changes after this number; null and 0 while retention has
  -- deleted nothing.
  history_since timestamptz(3),
  history_seq bigint not null default 0,
  constraint domains_paused check (
    (crawl_state = 'paused') = (paused_reason is not null) and (crawl_state = 'paused') = (paused_by is not null)
  ),
  constraint domains_recrawl check ((recrawl_every is null) = (next_recrawl_at is null)),
  constraint domains_deleted check (
    (project_id is null) = (deleted_at is not null) and (project_id is null) = (deleted_from is not null)
  )
);
create index domains_project on domains (project_id, id);
-- For the weekly plans.
create index domains_planned on domains (planned_at, id) where project_id is not null and archived_at is null;
-- For the status of the service.
create index domains_without_model on domains (id) where paused_by = 'model';

-- For migrations: a new table below a domain is made without foreign keys, put beside its domain by this, and gets them then. Does
-- something only where domains live on several nodes.
create function live_beside_domain(name text) returns void language plpgsql as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'domains'::regclass) then
      perform create_distributed_table(name::regclass, 'domain_id', colocate_with => 'domains');
    end if;
  end if;
end $$;

-- A version of the gate. A draft was never published; a version that was, and is not now, is superseded.
create table gate_versions (
  domain_id uuid not null references domains (id) on delete cascade,
  version integer not null check (version > 0),
  rules jsonb not null,
  note text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  published_at timestamptz(3),
  -- A list of versions ends where it has become long.
  bytes integer not null generated always as (octet_length(rules::text)) stored,
  primary key (domain_id, version)
);

-- The gate of a domain. It names the published version, so that exactly one is.
create table gates (
  domain_id uuid primary key references domains (id) on delete cascade,
  published_version integer not null,
  -- The last number given. No number is given twice, not even that of a deleted draft: pages keep the version that
  -- judged them.
  last_version integer not null,
  foreign key (domain_id, published_version) references gate_versions (domain_id, version) deferrable initially deferred
);

-- No domain can commit without its gate.
alter table domains add constraint domains_gate foreign key (id) references gates (domain_id) deferrable initially deferred;

-- The event log of a domain. Its row is locked from the moment an id is given until that transaction commits, so ids
-- have no gaps and become visible in their order.
create table event_logs (
  domain_id uuid primary key references domains (id) on delete cascade,
  last_id bigint not null
);

create table events (
  domain_id uuid not null references domains (id) on delete cascade,
  id bigint not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index events_created_at on events (created_at);

-- The log of what agents do has one sequence per project, because a reader follows all its domains at once.
create table activity_logs (
  project_id uuid primary key references projects (id) on delete cascade,
  last_id bigint not null
);

-- A table of the project, so that its log is one range of keys. Not references: the rows of a deleted domain, also of a
-- deleted project, are deleted in bites.
create table agent_activity (
  project_id uuid not null,
  id bigint not null,
  domain_id uuid not null,
  at timestamptz(3) not null,
  agent text not null check (agent in ('brief', 'discoverer', 'reader', 'planner', 'resolver')),
  action text not null,
  subject text,
  detail text,
  tokens bigint not null check (tokens >= 0),
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (project_id, id)
);
create index agent_activity_domain on agent_activity (project_id, domain_id);
create index agent_activity_at on agent_activity (at);

create table webhooks (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Which events of the graph it wants: {kinds, types, entity_ids}; null for all.
  filter jsonb,
  -- The last change of the graph of which it was told, or of which a delivery waits; null when it wants none.
  graph_cursor bigint,
  -- Sealed (platform/secret-box.ts), because every delivery is signed with it; plain where the service has no key.
  secret text not null,
  enabled boolean not null,
  -- Why the service has switched it off; null when it has not.
  disabled_reason text check (disabled_reason is null or not enabled),
  -- Since when nothing but failures was heard of it; null after a success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (domain_id, id)
);

create index webhooks_graph on webhooks (domain_id, id) where graph_cursor is not null;

-- A delivery is one event on its way to one webhook, or the events of the graph of a number of changes.
create table webhook_deliveries (
  domain_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  -- The event, of which the body is made again when the delivery is sent again; null for a test. Of events of the graph
  -- the last change, and the one before the first.
  event_id bigint,
  graph_since bigint,
  -- Sent byte for byte on every attempt; dropped after the last one.
  body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- How many attempts have ended.
  attempts integer not null check (attempts >= 0),
  -- When the next attempt may begin. Taking a delivery moves this ahead, so that a delivery that a killed process had
  -- taken comes due again by itself.
  due_at timestamptz(3) not null,
  -- The time of the event too: both are written in one transaction.
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade,
  constraint webhook_deliveries_pending_body check (status <> 'pending' or body is not null)
);
create index webhook_deliveries_webhook on webhook_deliveries (domain_id, webhook_id);
-- By webhook first, so that the backlog of one webhook does not delay the others.
create index webhook_deliveries_pending on webhook_deliveries (domain_id, webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- A lane is the deliveries of one webhook that wait. The dispatcher looks here for webhooks that have something to send,
-- and then takes deliveries one domain at a time.
create table webhook_lanes (
  domain_id uuid not null,
  webhook_id uuid not null,
  project_id uuid not null,
  -- No delivery is due before this; null when none waits.
  due_at timestamptz(3),
  primary key (domain_id, webhook_id),
  foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade
);

create table webhook_attempts (
  domain_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null check (attempt > 0),
  webhook_id uuid not null,
  status text not null check (status in ('delivered', 'failed')),
  response_status integer,
  error text,
  duration_ms integer not null,
  attempted_at timestamptz(3) not null,
  primary key (domain_id, delivery_id, attempt),
  foreign key (domain_id, delivery_id) references webhook_deliveries (domain_id, id) on delete cascade
);
create index webhook_attempts_webhook on webhook_attempts (domain_id, webhook_id, attempted_at);

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

create table feedback (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('problem', 'idea')),
  message text not null,
  -- The domain that the feedback is about. Not a reference: feedback outlives the domain.
  subject_domain_id uuid,
  context jsonb,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (project_id, id)
);

-- What the models of a domain cost in one month (UTC).
create table budget_months (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  spent_usd numeric(14, 6) not null check (spent_usd >= 0),
  -- The sum of the month's reservations.
  reserved_usd numeric(14, 6) not null check (reserved_usd >= 0),
  primary key (domain_id, month)
);

-- A reservation holds the highest possible cost of one model call while the call is under way.
create table budget_reservations (
  domain_id uuid not null,
  id uuid not null,
  month date not null,
  amount_usd numeric(14, 6) not null check (amount_usd >= 0),
  reserved_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, month) references budget_months (domain_id, month) on delete cascade
);
create index budget_reservations_month on budget_reservations (domain_id, month);
create index budget_reservations_reserved_at on budget_reservations (reserved_at);

-- The cost of all models in one month, of a project or of `all` projects, for the operator's own caps. Calls under way count with
-- the most that they can cost. It outlives the domains: deleting one gives no money back.
create table model_spend (
  holder text not null,
  month date not null check (extract(day from month) = 1),
  spent_usd numeric(14, 6) not null check (spent_usd >= 0),
  primary key (holder, month)
);

-- How often a model was asked for a purpose in one month, and what that cost.
create table model_usage (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  purpose text not null,
  model text not null,
  calls bigint not null,
  tokens_input bigint not null,
  -- Part of tokens_input.
  tokens_cached bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (domain_id, month, purpose, model)
);

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

-- A crawl run. Its counters equal a count over its pages at every commit.
create table runs (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('running', 'finished', 'cancelled')),
  -- What began it.
  trigger text not null default 'call' check (trigger in ('call', 'plan', 'schedule')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Why it ended: nothing is left, or links wait for room or are held back.
  end_reason text,
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
  constraint runs_done_is_sum check (
    pages_done = pages_unchanged + pages_deterministic + pages_agentic + pages_irrelevant + pages_skipped + pages_failed
  ),
  constraint runs_done_within_total check (pages_done between 0 and pages_total),
  constraint runs_finished check ((status = 'running') = (finished_at is null)),
  constraint runs_end_reason check ((status = 'running') = (end_reason is null))
);
create unique index runs_active on runs (domain_id) where status = 'running';

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

-- A recipe reads the pages of one template without a model.
create table recipes (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- The host and the shape of the addresses.
  template text not null,
  version integer not null check (version > 0),
  -- The page that the recipe was learned from.
  url text not null,
  -- A learning recipe runs beside the model, and the API does not list it.
  status text not null check (status in ('learning', 'active', 'failing', 'invalid')),
  rules jsonb not null,
  -- Pages in a row on which the recipe agreed with the model before it became active, and pages it has read since.
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

-- A claim is a fact that a page (or a row of an imported file) states, with the quote that states it. A claim whose quote is gone is retracted, not
-- deleted; when the quote comes back, it is a new row.
--
-- Claims, facts, blocking keys, relationships, pairs, changes of the graph, links and events have no foreign keys. They
-- are written by the dozen with every page, and checking each of them took as many statements as all else together.
-- Their writer holds the domain, and has just read or written the rows that they name; tests look for rows that name
-- nothing (server/test/support/graph/dangling-rows.ts).
create table claims (
  domain_id uuid not null,
  id uuid not null,
  -- A page, or a part of an imported file.
  page_id uuid not null,
  -- The host of the page when it made the claim.
  host text not null,
  -- A hash of the fact: a page claims one fact once to readers, and once to machines.
  fact_key text not null,
  type text not null check (type in ('entity', 'relationship')),
  fact jsonb not null,
  -- The row of entities, or of relationships, that the claim is about.
  entity_id uuid,
  relationship_id uuid,
  -- The text of the page from start to end, in UTF-16 code units.
  quote text not null check (quote <> ''),
  quote_start integer not null check (quote_start >= 0),
  quote_end integer not null,
  -- The block that the quote begins in; null where only machines see the quote.
  block_hash text,
  -- The number of the list or table on the page of which that block is a row; null where the row names others of the kind.
  list integer,
  origin text not null check (origin in ('structured', 'recipe', 'model', 'text')),
  mode text not null check (mode in ('agentic', 'deterministic', 'import')),
  model text,
  -- Not a reference: evidence outlives the runs.
  run_id uuid,
  gate_version integer not null,
  observed_at timestamptz(3) not null,
  retracted_at timestamptz(3),
  primary key (domain_id, id),
  constraint claims_quote_span check (quote_end > quote_start),
  constraint claims_linked check (
    (type = 'entity') = (entity_id is not null) and (type = 'relationship') = (relationship_id is not null)
  )
);
create index claims_page on claims (domain_id, page_id);
create unique index claims_fact on claims (domain_id, page_id, fact_key) where retracted_at is null;
create index claims_entity on claims (domain_id, entity_id) where entity_id is not null;
create index claims_relationship on claims (domain_id, relationship_id) where relationship_id is not null;
-- For retention.
create index claims_retracted on claims (domain_id, retracted_at) where retracted_at is not null;

-- The graph is a view over claims. A row of entities is what pages call by one name (and, where they say so, by one
-- birth date or one number of a register). Rows that are the same thing are merged into one of them, which is shown for
-- all. So a merge is one column, and undoing it gives back exactly what was there.
create table entities (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- What every mention of the row has in common: its kind, its name as it is compared, and what sets it apart from
  -- others of that name.
  key text not null,
  -- The row that stands for this one. `kind` and all columns below describe a row that stands for itself together with
  -- all rows that are merged into it.
  merged_into uuid,
  is_shown boolean not null,
  -- Hidden by this tombstone, with all rows that it stands for.
  tombstone_id uuid,
  -- When a person chose this row to stand for others; of several the latest choice holds.
  chosen_at timestamptz(3),
  -- Made by a person: created, or split off from another row. No page gives it a new key.
  is_made boolean not null default false,
  -- The row that this one was split off from, and when: until then its claims belonged to that one.
  split_from uuid,
  split_at timestamptz(3),
  kind text not null,
  -- kind, name, aliases, summary, attributes, when, where, external_ids, urls, pinned
  doc jsonb not null,
  name_sort text not null,
  -- Days since 1970-01-01; null where the date is open, or not known (doc tells which).
  when_start integer,
  when_end integer,
  lat double precision,
  lon double precision,
  confidence double precision not null,
  -- The number of the graph's change at which the confidence got its present value.
  confidence_seq bigint not null default 0,
  relationship_count integer not null,
  evidence_count integer not null,
  source_count integer not null,
  first_seen_at timestamptz(3),
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, key),
  constraint entities_merged_is_hidden check (merged_into is null or not is_shown),
  foreign key (domain_id, merged_into) references entities (domain_id, id)
);
create index entities_merged on entities (domain_id, merged_into) where merged_into is not null;
create index entities_kind on entities (domain_id, kind, name_sort, id) where is_shown;
create index entities_name on entities (domain_id, name_sort, id) where is_shown;
create index entities_confidence_seq on entities (domain_id, confidence_seq, id) where is_shown;
create index entities_updated on entities (domain_id, updated_at, id) where is_shown;
create index entities_connections on entities (domain_id, relationship_count, id) where is_shown;
create index entities_when on entities (domain_id, when_start, id) where is_shown and doc -> 'when' <> 'null';
-- For retention. Not by `evidence_count`: every update of the count would have to write a new entry of each index.
create index entities_without_evidence on entities (domain_id, updated_at, id)
  where not is_shown and merged_into is null;
create index entities_tombstone on entities (domain_id, tombstone_id) where tombstone_id is not null;
create index entities_split on entities (domain_id, split_from) where split_from is not null;
create index entities_where on entities (domain_id, lon, lat) where is_shown and lat is not null;

-- A blocking key: two entities that share one are compared. An entity has some forty.
create table entity_keys (
  domain_id uuid not null,
  key text not null,
  entity_id uuid not null,
  is_strong boolean not null,
  primary key (domain_id, key, entity_id)
);
create index entity_keys_entity on entity_keys (domain_id, entity_id);

create table relationships (
  domain_id uuid not null,
  id uuid not null,
  -- The rows of entities that the claims speak of.
  from_id uuid not null,
  to_id uuid not null,
  -- The type that claims give it.
  word text not null,
  -- How pages say it: what is reported or denied is another relationship than what is said plainly.
  certainty text not null default 'said' check (certainty in ('said', 'reported', 'denied')),
  -- The rows that stand for the ends now, and the type that the word is in this domain. Where that makes two relationships the
  -- same, one stands for both.
  from_entity uuid not null,
  to_entity uuid not null,
  type text not null,
  merged_into uuid,
  is_shown boolean not null,
  -- As in entities.
  tombstone_id uuid,
  split_from uuid,
  split_at timestamptz(3),
  -- from, to, type, certainty, said_as, attributes, since, until, pinned
  doc jsonb not null,
  confidence double precision not null,
  -- As in entities.
  confidence_seq bigint not null default 0,
  evidence_count integer not null,
  source_count integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, from_id, to_id, word, certainty),
  constraint relationships_merged_is_hidden check (merged_into is null or not is_shown)
);
create index relationships_to on relationships (domain_id, to_id);
create index relationships_merged on relationships (domain_id, merged_into) where merged_into is not null;
create index relationships_from_entity on relationships (domain_id, from_entity, id);
create index relationships_tombstone on relationships (domain_id, tombstone_id) where tombstone_id is not null;
create index relationships_split on relationships (domain_id, split_from) where split_from is not null;
create index relationships_to_entity on relationships (domain_id, to_entity, id);
create index relationships_confidence_seq on relationships (domain_id, confidence_seq, id) where is_shown;
-- For retention. Not by `evidence_count`: every update of the count would have to write a new entry of each index.
create index relationships_without_evidence on relationships (domain_id, updated_at, id)
  where not is_shown and merged_into is null;
create index relationships_type on relationships (domain_id, type, id) where is_shown;

-- The live claims of an entity or a relationship, counted: one row for each value, host and origin. So an entity of
-- which ten thousand pages speak is put together from a few rows.
create table facts (
  domain_id uuid not null,
  -- An entity or a relationship.
  owner_id uuid not null,
  -- '' for the owner's existence; name, alias, summary, when, where, url, attr:<key>, id:<register>; since, until, said_as.
  -- Claims that only report or deny something of an entity support nothing of it: 'reported' and 'denied' count them, 'named'
  -- the names in them.
  field text not null,
  value_key text not null,
  host text not null,
  origin text not null,
  value jsonb not null,
  -- How many claims.
  n integer not null check (n > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (domain_id, owner_id, field, value_key, host, origin)
) with (fillfactor = 80); -- Room to count in place.
-- For the entities that a host speaks of.
create index facts_host on facts (domain_id, host, owner_id) where field = '';
-- For the country that most towns of a host are in.
create index facts_places on facts (domain_id, host, owner_id) where field in ('where', 'place:guess');

-- Two entities that were compared and are, may be or were judged to be the same, or different.
create table entity_pairs (
  domain_id uuid not null,
  id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  decision text not null check (decision in ('same', 'unsure', 'different')),
  score double precision not null,
  reasons text[] not null,
  -- Those of the reasons that speak against it.
  against text[] not null default '{}',
  -- They are people on different sites, and called the same by nothing but their name.
  is_by_name boolean not null default false,
  -- The reason that keeps two apart though they are called the same.
  held_by text,
  -- By a person or a model; a judgement holds for good.
  judgement text check (judgement in ('same', 'different', 'unsure')),
  judged_by text,
  judged_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, a_id, b_id),
  constraint entity_pairs_order check (a_id < b_id)
);
create index entity_pairs_b on entity_pairs (domain_id, b_id);

-- Entities that wait to be compared: a page named more than one transaction may compare, or a key that they share has
-- become too common, or rare again. A job takes them a few at a time.
create table entities_due (
  domain_id uuid not null,
  entity_id uuid not null,
  primary key (domain_id, entity_id)
);

-- The log of merges: `source_id` was merged into `target_id`. Rows of one decision share their `merge_id`.
create table merges (
  domain_id uuid not null,
  id uuid not null,
  merge_id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  score double precision not null,
  reasons text[] not null,
  against text[] not null default '{}',
  merged_by text not null,
  merged_at timestamptz(3) not null,
  -- Set when the merge was undone: by a person, or because its evidence is gone.
  reverted_by text,
  reverted_at timestamptz(3),
  primary key (domain_id, id),
  foreign key (domain_id, target_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, source_id) references entities (domain_id, id) on delete cascade
);
create index merges_target on merges (domain_id, target_id);
create index merges_decision on merges (domain_id, merge_id);
create index merges_source on merges (domain_id, source_id);
-- For retention.
create index merges_reverted on merges (domain_id, reverted_at) where reverted_at is not null;

-- Every state that an entity or a relationship was in, in the order of commits. Serves history, `as_of` and changes. States
-- that were superseded long ago are forgotten: `domains.history_since`.
create table graph_changes (
  domain_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  -- When the next state of the same entity or relationship began; null while this one holds.
  until timestamptz(3),
  type text not null check (type in ('entity', 'relationship')),
  id uuid not null,
  change text not null check (change in ('entered', 'changed', 'left', 'merged')),
  -- The state from then on; null when it has left the graph, {merged_into} when another row stands for it.
  doc jsonb,
  -- The difference to the next state, once there is one and the document is large: then `doc` has only the fields
  -- that statements look at. Null while `doc` is whole.
  difference jsonb,
  -- Who made the change: the pipeline, or a person.
  actor text not null,
  reason text,
  primary key (domain_id, seq)
);
create index graph_changes_id on graph_changes (domain_id, id, seq);
create index graph_changes_at on graph_changes (domain_id, type, at);
-- For the graph of an earlier time: which row stood for which.
create index graph_changes_merged on graph_changes (domain_id, (doc ->> 'merged_into')) where doc ->> 'merged_into' is not null;

-- Decisions of people about the graph. The graph is a view over claims and decisions, so taking one back gives exactly
-- what was there without it.

-- A value that a person set. It is a fact of its owner, beside those that pages state, and the one that is shown.
create table pins (
  domain_id uuid not null,
  -- An entity or a relationship.
  owner_id uuid not null,
  -- As in facts; '' says that a person vouches for the owner, and holds the kind and name to show without evidence.
  field text not null,
  value_key text not null,
  -- Null where the person said that there is none.
  value jsonb not null,
  set_at timestamptz(3) not null,
  primary key (domain_id, owner_id, field, value_key)
);

-- A tombstone keeps deleted what a person deleted: it hides the rows that it was made for, and those that turn out to be the
-- same.
-- A deleted attribute is pinned to null.
create table tombstones (
  domain_id uuid not null,
  id uuid not null,
  type text not null check (type in ('entity', 'relationship', 'attribute')),
  -- The deleted entity or relationship, or the entity that lost an attribute.
  target_id uuid not null,
  -- The attribute that was deleted.
  attribute text,
  -- How the target looked: kind and name, or the two ends and the type.
  label jsonb not null,
  -- Names, ids and dates of a deleted entity, with which others are compared.
  profile jsonb,
  -- The rows that it was made for. While it is lifted: those that it had hidden.
  row_ids uuid[] not null,
  reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  lifted_at timestamptz(3),
  -- Pages that were read and would have brought the target back.
  blocked_count integer not null default 0,
  last_blocked_at timestamptz(3),
  primary key (domain_id, id)
);
create index tombstones_target on tombstones (domain_id, target_id);

-- The blocking keys of the profile, as in entity_keys.
create table tombstone_keys (
  domain_id uuid not null,
  key text not null,
  tombstone_id uuid not null,
  primary key (domain_id, key, tombstone_id)
);
create index tombstone_keys_tombstone on tombstone_keys (domain_id, tombstone_id);

-- Mentions of a name on a page that a person gave to a part of a split entity.
create table split_mentions (
  domain_id uuid not null,
  page_id uuid not null,
  -- Kind and name of the mention as they are compared.
  name_key text not null,
  entity_id uuid not null,
  primary key (domain_id, page_id, name_key)
);

-- Types of relationships that a person called the same as another. Relationships keep the word of their claims, and show the type
-- that follows from these rows.
create table relation_types (
  domain_id uuid not null,
  type text not null,
  -- Null where that was taken back, while some relationships still show the other type.
  same_as text,
  -- More relationships than one transaction may change still show another type: a job changes them.
  is_due boolean not null,
  primary key (domain_id, type)
);
create index relation_types_due on relation_types (domain_id) where is_due;

-- Every change that a person made to the graph, in order.
create table audit (
  domain_id uuid not null,
  id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  actor text not null,
  request_id text not null,
  action text not null,
  -- type, id and name of what was changed.
  target jsonb not null,
  -- All entities that it is about.
  entity_ids uuid[] not null,
  -- As users see it.
  before jsonb,
  after jsonb,
  reason text,
  -- The entry that this one took back.
  undoes uuid,
  -- The entry that took this one back.
  undone_by uuid,
  -- Entries of one batch share it.
  batch_id uuid,
  primary key (domain_id, id),
  unique (domain_id, seq)
);
create index audit_entities on audit using gin (entity_ids);
create index audit_actor on audit (domain_id, actor, seq);
create index audit_batch on audit (domain_id, batch_id, seq) where batch_id is not null;
create index audit_action on audit (domain_id, action, seq);

-- The decisions that an entry changed, each with its state before and after. An entry is overtaken when a later one has
-- changed one of its decisions again.
create table audit_decisions (
  domain_id uuid not null,
  audit_seq bigint not null,
  -- The decision that was changed: `pin <of> <owner> <field>`, `pair <a> <b>`, `tombstone <id>`, `head <id>`, `split <id>`.
  key text not null,
  before jsonb,
  after jsonb,
  primary key (domain_id, audit_seq, key)
);
create index audit_decisions_key on audit_decisions (domain_id, key, audit_seq);

-- A discovery searches the web for sources that a domain could have. The last ones of a domain are kept.
create table discoveries (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The process that runs it extends the lease. After its end another process takes the discovery.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes it: what an earlier one would still write is not written.
  fence integer not null default 0,
  -- How often it has failed unexpectedly. Processes that were killed do not count.
  attempts integer not null default 0,
  -- Words to search for, instead of those that the domain itself gives.
  queries text[] not null default '{}',
  queries_tried text[] not null default '{}',
  sources jsonb not null default '[]',
  summary text,
  -- How many results there were, and what became of them.
  result jsonb,
  -- The part of a model in the discovery, as it is shown; null without one.
  by_model jsonb,
  -- How far its rounds with a model have come, for whoever goes on with it; null when it is over.
  progress jsonb,
  primary key (domain_id, id)
);
create unique index discoveries_under_way on discoveries (domain_id) where status in ('queued', 'running');

-- A plan of the frontier: ranks the links that wait, queues the best, learns from what they give, and ranks again. The
-- last ones of a domain are kept.
create table plans (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'finished', 'failed')),
  -- How many pages it may queue; null for all that there is room for.
  page_limit integer check (page_limit >= 0),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When a process takes the next step of it; null when it is over.
  due_at timestamptz(3),
  -- The process that takes a step extends the lease. After its end another process takes the step.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes a step: what an earlier one would still write is not written.
  fence integer not null default 0,
  -- How often a step has failed unexpectedly since one last succeeded. Processes that were killed do not count.
  attempts integer not null default 0,
  -- How many entities the graph had when the plan began to lead the crawl; null until then.
  entities_before integer,
  -- [{url, reason}]
  selected jsonb not null default '[]',
  -- [{query, gap, found}]; null until the searches were made.
  searches jsonb,
  -- Why the web could not be searched.
  search_failure text,
  notes text,
  result jsonb,
  enqueued integer not null default 0,
  frontier_added integer not null default 0,
  rejected integer not null default 0,
  primary key (domain_id, id),
  constraint plans_over check ((status in ('finished', 'failed')) = (due_at is null))
);
create unique index plans_under_way on plans (domain_id) where status in ('queued', 'running');

-- The autopilot of a domain that was made from a prompt. Each stage is taken in steps by one process at a time, and what
-- a step has done is written together with the stage that follows.
create table autopilots (
  domain_id uuid primary key references domains (id) on delete cascade,
  prompt text not null,
  stage text not null check (stage in ('brief', 'discover', 'crawling', 'assess', 'grow', 'steady', 'failed')),
  -- The stage that a retry goes back to.
  failed_stage text check (failed_stage in ('brief', 'discover', 'crawling', 'assess', 'grow')),
  cycle integer not null default 1 check (cycle >= 1),
  max_cycles integer not null check (max_cycles >= 1),
  brief jsonb,
  last_report jsonb,
  -- [{stage, cycle, started_at, finished_at, note}]; the last entry is the present stage.
  history jsonb not null,
  error text,
  -- The discovery or the plan that the stage waits for.
  work_id uuid,
  assessed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When a process takes the next step; null in the stages steady and failed.
  due_at timestamptz(3),
  -- The process that takes a step extends the lease. After its end another process takes the step.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes a step: what another one writes later is known by an older number.
  fence bigint not null default 0,
  -- How often a step has failed unexpectedly since one last succeeded. Processes that were killed do not count.
  attempts integer not null default 0,
  constraint autopilots_failed check (
    (stage = 'failed') = (error is not null) and (stage = 'failed') = (failed_stage is not null)
  ),
  constraint autopilots_over check ((stage in ('steady', 'failed')) = (due_at is null))
);

-- A watch is a saved search, or a set of entities, with a name. Its news are read from `graph_changes` when they are asked for:
-- nothing is written here while a crawl runs.
create table watches (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  -- The filters of the search: {q, kinds, types, certainty, host, min_confidence, attributes}.
  query jsonb,
  entity_ids uuid[] check (cardinality(entity_ids) > 0),
  -- The last change of the graph before it was made: its news begin behind it.
  began_at_seq bigint not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  constraint watches_of_one check ((query is null) <> (entity_ids is null))
);
-- Up to which change of the graph somebody has looked.
create table watch_seen (
  domain_id uuid not null,
  watch_id uuid not null,
  -- `key:<id>` or `user:<id>`: a person in all their sessions.
  reader text not null,
  graph_seq bigint not null,
  seen_at timestamptz(3) not null,
  primary key (domain_id, watch_id, reader),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_seen_reader on watch_seen (reader);

-- The feed of a watch, which is read by its token alone.
create table watch_feeds (
  domain_id uuid not null,
  watch_id uuid not null,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  primary key (domain_id, watch_id),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_feeds_token_hash on watch_feeds (token_hash);

-- The mail that a person gets about a watch, to the address with which they sign in.
create table watch_mails (
  domain_id uuid not null,
  watch_id uuid not null,
  -- `user:<id>`.
  reader text not null,
  every text not null check (every in ('hour', 'day')),
  -- The last change of the graph that a mail told of, or that had come when it was asked for.
  graph_seq bigint not null,
  -- When the next one is due. Taking it moves this ahead, so that one that a killed process had taken comes due again.
  due_at timestamptz(3) not null,
  -- How often in a row it could not be sent, and why not the last time.
  failures integer not null default 0 check (failures >= 0),
  error text,
  primary key (domain_id, watch_id, reader),
  foreign key (domain_id, watch_id) references watches (domain_id, id) on delete cascade
);
create index watch_mails_reader on watch_mails (reader);

-- A view of a graph that somebody has saved: filters, what is drawn, colours and places. The service does not read its state.
create table saved_views (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  -- An object; json keeps the order and the size that it came with.
  state json not null,
  -- Whether all members see it, or only who made it.
  shared boolean not null,
  -- `key:<id>` or `user:<id>`.
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, id)
);
create index saved_views_created_by on saved_views (domain_id, created_by);

-- Which domains have work that waits, by its kind: whoever looks for work asks here first, and then only the domains that
-- have some. Not a reference to the domain: these rows stay with the hosts and lanes of the queue where domains live on
-- other nodes.
create table waiting_work (
  domain_id uuid not null,
  kind text not null check (kind in (
    'autopilot', 'discovery', 'entities', 'graph_events', 'imports', 'mails', 'plan', 'recrawl', 'relation_types', 'webhooks'
  )),
  -- Of discoveries, which are shared by project.
  project_id uuid check ((project_id is not null) = (kind = 'discovery')),
  -- Nothing is to be done before.
  due_at timestamptz(3) not null,
  primary key (domain_id, kind)
);
create index waiting_work_due on waiting_work (kind, due_at);

-- A file that somebody has imported. Its rows are kept as they came, in parts, because they are the evidence of what they say.
create table imports (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- What the file is called, and so the source of its rows.
  name text not null check (name <> ''),
  format text not null check (format in ('csv', 'ndjson', 'ftm', 'graphml')),
  status text not null check (
    status in ('receiving', 'queued', 'running', 'finished', 'failed', 'taking_back', 'taken_back')
  ),
  -- An Idempotency-Key, and a hash of the file: the same key with another file is refused.
  key text,
  hash text,
  -- How its rows are read: of a table the columns and what they mean, of GraphML the names of its fields.
  layout jsonb not null,
  bytes bigint not null default 0,
  rows integer not null default 0,
  rows_done integer not null default 0,
  rows_failed integer not null default 0,
  -- How often writing the next part failed.
  failures integer not null default 0,
  errors jsonb not null default '[]',
  -- What the whole file did, once it is finished: entities_new, entities_matched, pairs_waiting, relationships.
  outcome jsonb,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (domain_id, id)
);
create unique index imports_key on imports (domain_id, key) where key is not null;
create index imports_open on imports (domain_id, id) where status in ('receiving', 'queued', 'running', 'taking_back');

-- Some rows of a file, which are written in one transaction. Claims name a part as others name a page.
create table import_parts (
  domain_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  -- Relationships come after all entities, because they name them.
  stage integer not null check (stage in (1, 2)),
  seq integer not null,
  text text not null,
  -- Where each row begins in the text, in UTF-16 code units, and its number in the file.
  row_starts integer[] not null,
  row_numbers integer[] not null,
  is_written boolean not null default false,
  primary key (domain_id, id),
  foreign key (domain_id, import_id) references imports (domain_id, id) on delete cascade
);
create index import_parts_import on import_parts (domain_id, import_id, is_written, stage, seq);

-- The things of a file by the ids that it has for them, for the relationships that name these.
create table import_refs (
  domain_id uuid not null,
  import_id uuid not null,
  ref text not null,
  kind text not null,
  name text not null,
  external_ids jsonb not null,
  primary key (domain_id, import_id, ref),
  foreign key (domain_id, import_id) references imports (domain_id, id) on delete cascade
);

-- The planner estimates by values that statistics list. A domain that is new, or small beside the others, is not in the
-- list: the planner takes it for empty, and reads all its rows where a key would find one. Without statistics on
-- `domain_id` plans are the same for all domains; but then the planner takes a domain for a 200th of its table, and still
-- reads all of it where the keys of some rows are given. From version 18 on it can be told how many there are, without any
-- list: a fifth of the table each, so that keys are used as soon as a domain is worth it. Long values are searched by indexes of their own, or never: sampling
-- them is most of what `analyze` costs.
do $$
declare
  kept record;
begin
  for kept in
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name in ('domain_id', 'text', 'quote') or c.data_type in ('jsonb', 'bytea', 'tsvector'))
  loop
    execute format('alter table %I alter column %I set statistics 0', kept.table_name, kept.column_name);
    if kept.column_name = 'domain_id' and current_setting('server_version_num')::integer >= 180000 then
      execute format(
        'select pg_restore_attribute_stats(%L, %L, %L, %L, %L, %L, %L, false, %L, 0::real, %L, 16, %L, 5::real)',
        'schemaname', current_schema(), 'relname', kept.table_name, 'attname', 'domain_id', 'inherited', 'null_frac',
        'avg_width', 'n_distinct');
    end if;
  end loop;
end $$;
