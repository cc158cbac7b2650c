// Every limit a caller can run into. Code, documents and tests read it from here.

export const limits = {
  body_bytes: 1024 * 1024,
  /** Nesting of a JSON body. Our deepest schema needs 6. */
  json_depth: 32,
  /** Values in a JSON body. Our largest schema needs about 4,000. */
  json_values: 10_000,
  list_default: 50,
  list_max: 500,
  name_max: 200,
  email_max: 254,
  password_min: 10,
  password_max: 1000,
  invite_days: 14,
  reset_hours: 24,
  session_days: 30,
  user_agent_max: 200,
  failed_sign_ins: 10,
  failed_sign_ins_anywhere: 100,
  failed_sign_in_minutes: 10,
  idempotency_hours: 24,
  idempotency_key_max: 255,
  /** The name of a kind or an attribute. */
  word_max: 40,
  url_max: 2000,
  host_max: 253,
  description_max: 5000,
  ontology_max: 50,
  attributes_max: 6,
  depth_max: 100,
  pages_max: 10_000_000,
  spend_usd_max: 1_000_000,
  /** Seconds between a crawl and the same crawl again: an hour, and ninety days. */
  recrawl_min: 3600,
  recrawl_max: 7_776_000,
  note_max: 1000,
  gate_terms_max: 500,
  gate_hosts_max: 1000,
  gate_path_max: 500,
  gate_wildcards_max: 10,
  gate_languages_max: 100,
  gate_words_max: 1_000_000,
  events_per_poll: 200,
  event_comment_seconds: 15,
  event_stream_seconds: 240,
  webhooks_max: 100,
  /** Kinds, types and entities of a filter for events of the graph. */
  watched_max: 50,
  watches_max: 100,
  /** Entities of a watch. */
  watch_entities_max: 500,
  /** News that a mail lists; it says how many there are beside them. */
  mail_entries: 50,
  /** News of a watch are counted up to here. */
  watch_unseen: 99,
  /** Entries of a feed, the latest ones. */
  feed_entries: 100,
  /** Events of the graph in one delivery. */
  events_per_delivery: 500,
  webhook_attempts: 3,
  webhook_timeout_seconds: 10,
  deliveries: 50,
  shares_max: 1000,
  /** Quotes of an entity or a relationship in a public view. */
  shared_quotes: 3,
  /** Saved views that one person, or one key, has of a graph. */
  views_max: 100,
  view_bytes: 100_000,
  feedback_max: 5000,
  feedback_context_bytes: 10_000,
  bulk_sources: 100,
  sitemap_entries: 50,
  pages_default: 100,
  discoveries: 5,
  plans: 5,
  /** Links of a plan that are listed. */
  plan_selected: 200,
  prompt_min: 8,
  prompt_max: 500,
  cycles_max: 20,
  brief_queries_max: 10,
  autopilot_history: 100,
  runs: 20,
  failed_pages: 200,
  requeue_ids: 100,
  requeue_all: 200,
  /** A value of a filter. */
  query_max: 500,
  /** A question; only its beginning is read. */
  question_max: 10_000,
  /** Values of one facet. */
  facet_values: 50,
  timeline_buckets: 500,
  map_default: 500,
  map_max: 5000,
  explain_quotes: 500,
  /** Addresses of pages behind one entity or relationship of an export. */
  export_pages: 1000,
  neighbors_depth: 3,
  paths_depth: 6,
  paths_default: 5,
  paths_max: 50,
  graph_depth: 3,
  graph_default: 500,
  graph_max: 5000,
  search_default: 20,
  search_max: 100,
  /** Targets of one curation. */
  bulk_targets: 100,
  /** Towns that a search by name answers. */
  places_found: 10,
  /** Entries of each list of the review are counted up to here. */
  review_counted: 999,
  split_groups: 20,
  split_evidence: 5000,
  relation_max: 60,
  aliases_max: 200,
  summary_max: 2000,
  value_max: 500,
  urls_max: 100,
  /** Attributes that one call sets. */
  curated_attributes_max: 20,
  external_ids_max: 20,
  /** Attributes and external ids of an entity together, or attributes of a relationship, and all that it shows in bytes. */
  entity_values: 200,
  entity_bytes: 256 * 1024,
  /** A list ends with the entry that reaches so many bytes; `next_cursor` goes on. */
  list_bytes: 8 * 1024 * 1024,
  import_bytes: 500 * 1024 * 1024,
  /** One row of a file. */
  import_row_bytes: 256 * 1024,
  /** Rows at the beginning of a file that a preview compares with the graph. */
  import_preview_rows: 500,
  import_mapping_max: 8000,
  /** Columns of a table that is imported. */
  import_columns_max: 200,
  /** Rows of an import that are listed because they could not be understood. */
  import_errors: 100,
  /** Imports of a domain that are not finished. */
  imports_open: 20,
  /** Queries of one batch of the reconciliation API; entities and properties of one extension. */
  reconcile_queries: 100,
  reconcile_ids: 500,
  reconcile_properties: 50,
  usage_months_default: 12,
  usage_months_max: 120,
  /** Entities of one page, and claims about them: the first ones are kept. */
  page_entities_max: 1000,
  page_claims_max: 5000,
  /** Extraction failures that make a dead letter. */
  dead_after: 3,
  /** Decoded size of a page. */
  fetch_bytes: 10 * 1024 * 1024,
  /** Pages of a PDF that are read: the first ones. */
  pdf_pages: 500,
  fetch_seconds: 20,
  fetch_redirects: 10,
} as const
