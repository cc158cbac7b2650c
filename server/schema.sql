-- Written by `npm run schema` from the migrations. Do not edit.

create table activity_logs (
  project_id uuid not null,
  last_id bigint not null,
  constraint activity_logs_pkey PRIMARY KEY (project_id),
  constraint activity_logs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table agent_activity (
  domain_id uuid not null,
  id bigint not null,
  project_id uuid not null,
  at timestamp(3) with time zone not null,
  agent text not null,
  action text not null,
  subject text,
  detail text,
  tokens bigint not null,
  spend_usd numeric(14,6) not null,
  constraint agent_activity_pkey PRIMARY KEY (domain_id, id),
  constraint agent_activity_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint agent_activity_agent_check CHECK ((agent = ANY (ARRAY['brief'::text, 'discoverer'::text, 'reader'::text, 'planner'::text, 'resolver'::text]))),
  constraint agent_activity_spend_usd_check CHECK ((spend_usd >= (0)::numeric)),
  constraint agent_activity_tokens_check CHECK ((tokens >= 0))
);
CREATE INDEX agent_activity_at ON agent_activity USING btree (at);
CREATE INDEX agent_activity_project ON agent_activity USING btree (project_id, id);

create table api_keys (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  scope text not null,
  secret_hash bytea not null,
  has_checksum boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint api_keys_secret_hash_key UNIQUE (secret_hash),
  constraint api_keys_pkey PRIMARY KEY (project_id, id),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'read'::text]))),
  constraint api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);

create table budget_months (
  domain_id uuid not null,
  month date not null,
  spent_usd numeric(14,6) not null,
  reserved_usd numeric(14,6) not null,
  constraint budget_months_pkey PRIMARY KEY (domain_id, month),
  constraint budget_months_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint budget_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint budget_months_reserved_usd_check CHECK ((reserved_usd >= (0)::numeric)),
  constraint budget_months_spent_usd_check CHECK ((spent_usd >= (0)::numeric))
);

create table budget_reservations (
  domain_id uuid not null,
  id uuid not null,
  month date not null,
  amount_usd numeric(14,6) not null,
  reserved_at timestamp(3) with time zone not null,
  constraint budget_reservations_pkey PRIMARY KEY (domain_id, id),
  constraint budget_reservations_domain_id_month_fkey FOREIGN KEY (domain_id, month) REFERENCES budget_months(domain_id, month) ON DELETE CASCADE,
  constraint budget_reservations_amount_usd_check CHECK ((amount_usd >= (0)::numeric))
);
CREATE INDEX budget_reservations_month ON budget_reservations USING btree (domain_id, month);
CREATE INDEX budget_reservations_reserved_at ON budget_reservations USING btree (reserved_at);

create table claims (
  domain_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  fact_key text not null,
  type text not null,
  fact jsonb not null,
  quote text not null,
  quote_start integer not null,
  quote_end integer not null,
  block_hash text,
  origin text not null,
  mode text not null,
  model text,
  run_id uuid,
  gate_version integer not null,
  observed_at timestamp(3) with time zone not null,
  retracted_at timestamp(3) with time zone,
  entity_id uuid,
  relationship_id uuid,
  host text not null,
  constraint claims_pkey PRIMARY KEY (domain_id, id),
  constraint claims_domain_id_page_id_fkey FOREIGN KEY (domain_id, page_id) REFERENCES pages(domain_id, id) ON DELETE CASCADE,
  constraint claims_check CHECK ((quote_end > quote_start)),
  constraint claims_mode_check CHECK ((mode = ANY (ARRAY['agentic'::text, 'deterministic'::text]))),
  constraint claims_origin_check CHECK ((origin = ANY (ARRAY['structured'::text, 'recipe'::text, 'model'::text, 'text'::text]))),
  constraint claims_quote_check CHECK ((quote <> ''::text)),
  constraint claims_quote_start_check CHECK ((quote_start >= 0)),
  constraint claims_type_check CHECK ((type = ANY (ARRAY['entity'::text, 'relationship'::text])))
);
CREATE INDEX claims_entity ON claims USING btree (domain_id, entity_id) WHERE (entity_id IS NOT NULL);
CREATE UNIQUE INDEX claims_fact ON claims USING btree (domain_id, page_id, fact_key) WHERE (retracted_at IS NULL);
CREATE INDEX claims_page ON claims USING btree (domain_id, page_id);
CREATE INDEX claims_relationship ON claims USING btree (domain_id, relationship_id) WHERE (relationship_id IS NOT NULL);
CREATE INDEX claims_unlinked ON claims USING btree (domain_id) WHERE ((entity_id IS NULL) AND (relationship_id IS NULL) AND (retracted_at IS NULL));

create table crawl_hosts (
  host text not null,
  next_request_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  holder uuid,
  crawl_delay_ms integer not null,
  failures integer not null,
  failed_at timestamp(3) with time zone,
  constraint crawl_hosts_pkey PRIMARY KEY (host)
);
CREATE INDEX crawl_hosts_due ON crawl_hosts USING btree (due_at) WHERE (due_at IS NOT NULL);

create table crawl_lanes (
  domain_id uuid not null,
  host text not null,
  due_at timestamp(3) with time zone,
  served_at timestamp(3) with time zone not null,
  constraint crawl_lanes_pkey PRIMARY KEY (domain_id, host),
  constraint crawl_lanes_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);
CREATE INDEX crawl_lanes_host ON crawl_lanes USING btree (host, served_at) WHERE (due_at IS NOT NULL);

create table dead_letters (
  domain_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  error text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  constraint dead_letters_pkey PRIMARY KEY (domain_id, id),
  constraint dead_letters_domain_id_page_id_fkey FOREIGN KEY (domain_id, page_id) REFERENCES pages(domain_id, id) ON DELETE CASCADE,
  constraint dead_letters_status_check CHECK ((status = ANY (ARRAY['open'::text, 'requeued'::text, 'discarded'::text])))
);
CREATE INDEX dead_letters_page ON dead_letters USING btree (domain_id, page_id);

create table domains (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  description text not null,
  ontology text[] not null,
  attributes jsonb not null,
  attributes_added_at timestamp(3) with time zone,
  max_depth integer not null,
  max_pages integer not null,
  max_spend_usd numeric(14,6),
  crawl_state text not null,
  archived_at timestamp(3) with time zone,
  page_count integer not null default 0,
  link_count integer not null default 0,
  graph_seq bigint not null default 0,
  entity_count integer not null default 0,
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_gate FOREIGN KEY (id) REFERENCES gates(domain_id) DEFERRABLE INITIALLY DEFERRED,
  constraint domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint domains_crawl_state_check CHECK ((crawl_state = ANY (ARRAY['idle'::text, 'running'::text, 'paused'::text]))),
  constraint domains_entity_count_check CHECK ((entity_count >= 0)),
  constraint domains_link_count_check CHECK ((link_count >= 0)),
  constraint domains_max_depth_check CHECK ((max_depth >= 0)),
  constraint domains_max_pages_check CHECK ((max_pages >= 1)),
  constraint domains_max_spend_usd_check CHECK ((max_spend_usd >= (0)::numeric)),
  constraint domains_name_check CHECK ((name <> ''::text)),
  constraint domains_ontology_check CHECK ((cardinality(ontology) > 0)),
  constraint domains_page_count_check CHECK ((page_count >= 0))
);
CREATE INDEX domains_project ON domains USING btree (project_id, id);

create table duplicates (
  domain_id uuid not null,
  id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  decision text not null,
  score double precision not null,
  reasons text[] not null,
  judgement text,
  judged_by text,
  judged_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint duplicates_domain_id_a_id_b_id_key UNIQUE (domain_id, a_id, b_id),
  constraint duplicates_pkey PRIMARY KEY (domain_id, id),
  constraint duplicates_domain_id_a_id_fkey FOREIGN KEY (domain_id, a_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE,
  constraint duplicates_domain_id_b_id_fkey FOREIGN KEY (domain_id, b_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE,
  constraint duplicates_check CHECK ((a_id < b_id)),
  constraint duplicates_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'unsure'::text, 'different'::text]))),
  constraint duplicates_judgement_check CHECK ((judgement = ANY (ARRAY['same'::text, 'different'::text, 'unsure'::text])))
);
CREATE INDEX duplicates_b ON duplicates USING btree (domain_id, b_id);

create table entities (
  domain_id uuid not null,
  id uuid not null,
  kind text not null,
  key text not null,
  merged_into uuid,
  is_shown boolean not null,
  doc jsonb not null,
  name_sort text not null,
  when_start integer,
  when_end integer,
  lat double precision,
  lon double precision,
  confidence double precision not null,
  weighed_seq bigint not null default 0,
  relationship_count integer not null,
  evidence_count integer not null,
  source_count integer not null,
  first_seen_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint entities_domain_id_key_key UNIQUE (domain_id, key),
  constraint entities_pkey PRIMARY KEY (domain_id, id),
  constraint entities_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint entities_domain_id_merged_into_fkey FOREIGN KEY (domain_id, merged_into) REFERENCES entities(domain_id, id),
  constraint entities_check CHECK (((merged_into IS NULL) OR (NOT is_shown)))
);
CREATE INDEX entities_connections ON entities USING btree (domain_id, relationship_count, id) WHERE is_shown;
CREATE INDEX entities_kind ON entities USING btree (domain_id, kind, name_sort, id) WHERE is_shown;
CREATE INDEX entities_merged ON entities USING btree (domain_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX entities_name ON entities USING btree (domain_id, name_sort, id) WHERE is_shown;
CREATE INDEX entities_updated ON entities USING btree (domain_id, updated_at, id) WHERE is_shown;
CREATE INDEX entities_weighed ON entities USING btree (domain_id, weighed_seq, id) WHERE is_shown;
CREATE INDEX entities_when ON entities USING btree (domain_id, when_start, id) WHERE (is_shown AND ((doc -> 'when'::text) <> 'null'::jsonb));
CREATE INDEX entities_where ON entities USING btree (domain_id, lon, lat) WHERE (is_shown AND (lat IS NOT NULL));

create table entity_keys (
  domain_id uuid not null,
  key text not null,
  entity_id uuid not null,
  is_strong boolean not null,
  constraint entity_keys_pkey PRIMARY KEY (domain_id, key, entity_id),
  constraint entity_keys_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);
CREATE INDEX entity_keys_entity ON entity_keys USING btree (domain_id, entity_id);

create table event_logs (
  domain_id uuid not null,
  last_id bigint not null,
  constraint event_logs_pkey PRIMARY KEY (domain_id),
  constraint event_logs_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);

create table events (
  domain_id uuid not null,
  id bigint not null,
  type text not null,
  payload jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint events_pkey PRIMARY KEY (domain_id, id),
  constraint events_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);
CREATE INDEX events_created_at ON events USING btree (created_at);

create table facts (
  domain_id uuid not null,
  owner_id uuid not null,
  field text not null,
  value_key text not null,
  host text not null,
  origin text not null,
  value jsonb not null,
  n integer not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  constraint facts_pkey PRIMARY KEY (domain_id, owner_id, field, value_key, host, origin),
  constraint facts_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint facts_n_check CHECK ((n > 0))
);
CREATE INDEX facts_host ON facts USING btree (domain_id, host, owner_id) WHERE (field = ''::text);

create table feedback (
  project_id uuid not null,
  id uuid not null,
  kind text not null,
  message text not null,
  subject_domain_id uuid,
  context jsonb,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint feedback_pkey PRIMARY KEY (project_id, id),
  constraint feedback_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint feedback_kind_check CHECK ((kind = ANY (ARRAY['problem'::text, 'idea'::text])))
);

create table frontier (
  domain_id uuid not null,
  url text not null,
  host text not null,
  group_key text not null,
  found_in text,
  plain_url text,
  depth integer not null,
  status text not null,
  is_followed boolean not null,
  text text not null,
  reason text,
  source_id uuid,
  source_host text not null,
  found_at timestamp(3) with time zone not null,
  "position" integer not null,
  constraint frontier_pkey PRIMARY KEY (domain_id, url),
  constraint frontier_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint frontier_status_check CHECK ((status = ANY (ARRAY['candidate'::text, 'planned'::text, 'crawled'::text, 'rejected'::text])))
);
CREATE INDEX frontier_status ON frontier USING btree (domain_id, status);
CREATE INDEX frontier_waiting ON frontier USING btree (domain_id, group_key, depth, found_at, "position") WHERE ((status = 'candidate'::text) AND is_followed);

create table gate_versions (
  domain_id uuid not null,
  version integer not null,
  rules jsonb not null,
  note text not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  published_at timestamp(3) with time zone,
  constraint gate_versions_pkey PRIMARY KEY (domain_id, version),
  constraint gate_versions_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint gate_versions_version_check CHECK ((version > 0))
);

create table gates (
  domain_id uuid not null,
  published_version integer not null,
  last_version integer not null,
  constraint gates_pkey PRIMARY KEY (domain_id),
  constraint gates_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint gates_domain_id_published_version_fkey FOREIGN KEY (domain_id, published_version) REFERENCES gate_versions(domain_id, version) DEFERRABLE INITIALLY DEFERRED
);

create table graph_changes (
  domain_id uuid not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  until timestamp(3) with time zone,
  type text not null,
  id uuid not null,
  change text not null,
  doc jsonb,
  actor text not null,
  reason text,
  constraint graph_changes_pkey PRIMARY KEY (domain_id, seq),
  constraint graph_changes_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint graph_changes_change_check CHECK ((change = ANY (ARRAY['entered'::text, 'changed'::text, 'left'::text, 'merged'::text]))),
  constraint graph_changes_type_check CHECK ((type = ANY (ARRAY['entity'::text, 'relationship'::text])))
);
CREATE INDEX graph_changes_at ON graph_changes USING btree (domain_id, type, at);
CREATE INDEX graph_changes_id ON graph_changes USING btree (domain_id, id, seq);
CREATE INDEX graph_changes_merged ON graph_changes USING btree (domain_id, ((doc ->> 'merged_into'::text))) WHERE ((doc ->> 'merged_into'::text) IS NOT NULL);

create table idempotent_answers (
  id bytea not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamp(3) with time zone not null,
  constraint idempotent_answers_pkey PRIMARY KEY (id),
  constraint idempotent_answers_id_check CHECK ((length(id) = 32)),
  constraint idempotent_answers_request_hash_check CHECK ((length(request_hash) = 32))
);
CREATE INDEX idempotent_answers_created_at ON idempotent_answers USING btree (created_at);

create table invites (
  project_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_by uuid,
  accepted_at timestamp(3) with time zone,
  constraint invites_token_hash_key UNIQUE (token_hash),
  constraint invites_pkey PRIMARY KEY (project_id, id),
  constraint invites_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invites_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint invites_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text]))),
  constraint invites_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX invites_accepted_by ON invites USING btree (accepted_by);

create table members (
  project_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  constraint members_pkey PRIMARY KEY (project_id, user_id),
  constraint members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
CREATE INDEX members_user ON members USING btree (user_id);

create table merges (
  domain_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  score double precision not null,
  reasons text[] not null,
  merged_by text not null,
  merged_at timestamp(3) with time zone not null,
  reverted_by text,
  reverted_at timestamp(3) with time zone,
  constraint merges_pkey PRIMARY KEY (domain_id, id),
  constraint merges_domain_id_source_id_fkey FOREIGN KEY (domain_id, source_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE,
  constraint merges_domain_id_target_id_fkey FOREIGN KEY (domain_id, target_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE
);
CREATE INDEX merges_source ON merges USING btree (domain_id, source_id);
CREATE INDEX merges_target ON merges USING btree (domain_id, target_id);

create table migrations (
  version integer not null,
  name text not null,
  applied_at timestamp(3) with time zone not null,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table model_usage (
  domain_id uuid not null,
  month date not null,
  purpose text not null,
  model text not null,
  calls bigint not null,
  tokens_input bigint not null,
  tokens_cached bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14,6) not null,
  constraint model_usage_pkey PRIMARY KEY (domain_id, month, purpose, model),
  constraint model_usage_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint model_usage_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint model_usage_spend_usd_check CHECK ((spend_usd >= (0)::numeric))
);

create table page_aliases (
  domain_id uuid not null,
  url text not null,
  page_id uuid not null,
  constraint page_aliases_pkey PRIMARY KEY (domain_id, url),
  constraint page_aliases_domain_id_page_id_fkey FOREIGN KEY (domain_id, page_id) REFERENCES pages(domain_id, id) ON DELETE CASCADE
);
CREATE INDEX page_aliases_page ON page_aliases USING btree (domain_id, page_id);

create table page_groups (
  domain_id uuid not null,
  key text not null,
  host text not null,
  open integer not null,
  debt integer not null,
  doubted integer not null,
  settled integer not null,
  novel integer not null,
  openers integer not null,
  continued integer not null,
  links integer not null,
  links_known integer not null,
  links_known_least integer,
  sayings bytea,
  constraint page_groups_pkey PRIMARY KEY (domain_id, key),
  constraint page_groups_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);

create table page_texts (
  domain_id uuid not null,
  page_id uuid not null,
  text text not null,
  blocks jsonb not null,
  structured jsonb not null,
  words tsvector not null,
  constraint page_texts_pkey PRIMARY KEY (domain_id, page_id),
  constraint page_texts_domain_id_page_id_fkey FOREIGN KEY (domain_id, page_id) REFERENCES pages(domain_id, id) ON DELETE CASCADE
);
CREATE INDEX page_texts_words ON page_texts USING gin (words) WITH (fastupdate='on', gin_pending_list_limit='128');

create table pages (
  domain_id uuid not null,
  id uuid not null,
  url text not null,
  host text not null,
  source_id uuid,
  source_host text not null,
  group_key text not null,
  found_in text,
  depth integer not null,
  status text not null,
  last_mode text,
  error text,
  run_id uuid,
  fetched_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  fence integer not null default 0,
  fetch_failures integer not null default 0,
  extraction_failures integer not null default 0,
  before_status text,
  before_error text,
  before_run_id uuid,
  etag text,
  last_modified text,
  bytes_hash text,
  content_hash text,
  read_at timestamp(3) with time zone,
  gate_version integer,
  title text,
  language text,
  published_at text,
  read_mode text,
  mode_reason text,
  read_status text,
  read_error text,
  claims_dropped integer not null default 0,
  model_failures integer not null default 0,
  constraint pages_domain_id_url_key UNIQUE (domain_id, url),
  constraint pages_pkey PRIMARY KEY (domain_id, id),
  constraint pages_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint pages_domain_id_source_id_fkey FOREIGN KEY (domain_id, source_id) REFERENCES sources(domain_id, id) ON DELETE SET NULL (source_id),
  constraint pages_claims_dropped_check CHECK ((claims_dropped >= 0)),
  constraint pages_depth_check CHECK ((depth >= 0)),
  constraint pages_last_mode_check CHECK ((last_mode = ANY (ARRAY['agentic'::text, 'deterministic'::text, 'unchanged'::text]))),
  constraint pages_queued CHECK (((status = 'queued'::text) = (due_at IS NOT NULL))),
  constraint pages_read_mode_check CHECK ((read_mode = ANY (ARRAY['agentic'::text, 'deterministic'::text]))),
  constraint pages_read_status_check CHECK ((read_status = ANY (ARRAY['extracted'::text, 'irrelevant'::text, 'skipped'::text]))),
  constraint pages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'extracted'::text, 'irrelevant'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX pages_content ON pages USING btree (domain_id, content_hash) WHERE (content_hash IS NOT NULL);
CREATE INDEX pages_queue ON pages USING btree (domain_id, host, depth, id) WHERE (status = 'queued'::text);
CREATE INDEX pages_run ON pages USING btree (domain_id, run_id);
CREATE INDEX pages_source ON pages USING btree (domain_id, source_id);
CREATE INDEX pages_status ON pages USING btree (domain_id, status, id);
CREATE INDEX pages_template ON pages USING btree (domain_id, group_key, read_at) WHERE (read_mode = 'agentic'::text);

create table projects (
  id uuid not null,
  name text not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_name_check CHECK ((name <> ''::text))
);

create table recipes (
  domain_id uuid not null,
  id uuid not null,
  template text not null,
  version integer not null,
  url text not null,
  status text not null,
  rules jsonb not null,
  agreed integer not null,
  runs integer not null,
  consecutive_failures integer not null,
  last_run_at timestamp(3) with time zone,
  last_error text,
  created_at timestamp(3) with time zone not null,
  constraint recipes_domain_id_template_version_key UNIQUE (domain_id, template, version),
  constraint recipes_pkey PRIMARY KEY (domain_id, id),
  constraint recipes_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint recipes_status_check CHECK ((status = ANY (ARRAY['learning'::text, 'active'::text, 'failing'::text, 'invalid'::text]))),
  constraint recipes_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX recipes_in_force ON recipes USING btree (domain_id, template) WHERE (status <> 'invalid'::text);

create table relationships (
  domain_id uuid not null,
  id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  type text not null,
  from_entity uuid not null,
  to_entity uuid not null,
  merged_into uuid,
  is_shown boolean not null,
  doc jsonb not null,
  confidence double precision not null,
  weighed_seq bigint not null default 0,
  evidence_count integer not null,
  source_count integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint relationships_domain_id_from_id_to_id_type_key UNIQUE (domain_id, from_id, to_id, type),
  constraint relationships_pkey PRIMARY KEY (domain_id, id),
  constraint relationships_domain_id_from_id_fkey FOREIGN KEY (domain_id, from_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE,
  constraint relationships_domain_id_merged_into_fkey FOREIGN KEY (domain_id, merged_into) REFERENCES relationships(domain_id, id),
  constraint relationships_domain_id_to_id_fkey FOREIGN KEY (domain_id, to_id) REFERENCES entities(domain_id, id) ON DELETE CASCADE,
  constraint relationships_check CHECK (((merged_into IS NULL) OR (NOT is_shown)))
);
CREATE INDEX relationships_from_entity ON relationships USING btree (domain_id, from_entity, id);
CREATE INDEX relationships_merged ON relationships USING btree (domain_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX relationships_to ON relationships USING btree (domain_id, to_id);
CREATE INDEX relationships_to_entity ON relationships USING btree (domain_id, to_entity, id);
CREATE INDEX relationships_type ON relationships USING btree (domain_id, type, id) WHERE is_shown;
CREATE INDEX relationships_weighed ON relationships USING btree (domain_id, weighed_seq, id) WHERE is_shown;

create table robots_files (
  origin text not null,
  status integer not null,
  body text not null,
  fetched_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint robots_files_pkey PRIMARY KEY (origin)
);
CREATE INDEX robots_files_expires_at ON robots_files USING btree (expires_at);

create table runs (
  domain_id uuid not null,
  id uuid not null,
  status text not null,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
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
  spend_usd numeric(14,6) not null,
  constraint runs_pkey PRIMARY KEY (domain_id, id),
  constraint runs_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint runs_check CHECK ((pages_done = (((((pages_unchanged + pages_deterministic) + pages_agentic) + pages_irrelevant) + pages_skipped) + pages_failed))),
  constraint runs_check1 CHECK (((pages_done >= 0) AND (pages_done <= pages_total))),
  constraint runs_check2 CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX runs_active ON runs USING btree (domain_id) WHERE (status = 'running'::text);

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  project_id uuid,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_project_id_user_id_fkey FOREIGN KEY (project_id, user_id) REFERENCES members(project_id, user_id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX sessions_project ON sessions USING btree (project_id, user_id);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table shares (
  domain_id uuid not null,
  id uuid not null,
  token text not null,
  views text[] not null,
  created_at timestamp(3) with time zone not null,
  constraint shares_pkey PRIMARY KEY (domain_id, id),
  constraint shares_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint shares_views_check CHECK ((cardinality(views) > 0))
);
CREATE INDEX shares_token ON shares USING btree (token);

create table sign_in_attempts (
  id uuid not null,
  email text not null,
  address text not null,
  failed boolean not null,
  attempted_at timestamp(3) with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_attempts_address ON sign_in_attempts USING btree (address, attempted_at);
CREATE INDEX sign_in_attempts_email ON sign_in_attempts USING btree (email, attempted_at);

create table sites (
  domain_id uuid not null,
  host text not null,
  is_landing boolean not null,
  common_blocks bytea,
  groups integer not null,
  wasted integer not null,
  novel integer not null,
  sayings bytea,
  constraint sites_pkey PRIMARY KEY (domain_id, host),
  constraint sites_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);

create table sources (
  domain_id uuid not null,
  id uuid not null,
  url text not null,
  host text not null,
  created_at timestamp(3) with time zone not null,
  constraint sources_domain_id_url_key UNIQUE (domain_id, url),
  constraint sources_pkey PRIMARY KEY (domain_id, id),
  constraint sources_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE
);
CREATE INDEX sources_host ON sources USING btree (domain_id, host);

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamp(3) with time zone not null,
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email = lower(email)))
);

create table webhook_attempts (
  domain_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  webhook_id uuid not null,
  status text not null,
  response_status integer,
  error text,
  duration_ms integer not null,
  attempted_at timestamp(3) with time zone not null,
  constraint webhook_attempts_pkey PRIMARY KEY (domain_id, delivery_id, attempt),
  constraint webhook_attempts_domain_id_delivery_id_fkey FOREIGN KEY (domain_id, delivery_id) REFERENCES webhook_deliveries(domain_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_attempt_check CHECK ((attempt > 0)),
  constraint webhook_attempts_status_check CHECK ((status = ANY (ARRAY['delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_attempts_webhook ON webhook_attempts USING btree (domain_id, webhook_id, attempted_at);

create table webhook_deliveries (
  domain_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  body text,
  status text not null,
  attempts integer not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (domain_id, id),
  constraint webhook_deliveries_domain_id_webhook_id_fkey FOREIGN KEY (domain_id, webhook_id) REFERENCES webhooks(domain_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_deliveries_check CHECK (((status <> 'pending'::text) OR (body IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (domain_id, webhook_id, due_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (domain_id, webhook_id);

create table webhooks (
  domain_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret text not null,
  enabled boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (domain_id, id),
  constraint webhooks_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint webhooks_events_check CHECK ((cardinality(events) > 0))
);
