// The tables below a domain, in the order in which their rows are deleted: a table before all that it refers to. A test
// holds the list against the database. `gates` and `gate_versions` are not in it: a domain cannot be without its gate, so
// both go with the row of the domain.

export interface RowsOfDomain {
  table: string
  /** The columns of an index behind `domain_id`: rows are taken in its order. */
  key: string
  /** Which rows; all, where it is left out. */
  where?: string
}

/** Rows that another row of the same table stands for go first: they refer to it. */
const mergedRows = (table: 'entities' | 'relationships'): RowsOfDomain => ({
  table,
  key: 'merged_into',
  where: `merged_into is not null and not exists (
    select from ${table} m where m.domain_id = t.domain_id and m.merged_into = t.id)`,
})

export const rowsOfDomain: RowsOfDomain[] = [
  { table: 'shares', key: 'id' },
  { table: 'saved_views', key: 'id' },
  { table: 'watch_feeds', key: 'watch_id' },
  { table: 'watch_mails', key: 'watch_id, reader' },
  { table: 'watch_seen', key: 'watch_id, reader' },
  { table: 'watches', key: 'id' },
  { table: 'webhook_attempts', key: 'delivery_id, attempt' },
  { table: 'webhook_lanes', key: 'webhook_id' },
  { table: 'webhook_deliveries', key: 'id' },
  { table: 'webhooks', key: 'id' },
  { table: 'crawl_lanes', key: 'host' },
  { table: 'waiting_work', key: 'kind' },
  { table: 'budget_reservations', key: 'id' },
  { table: 'budget_months', key: 'month' },
  { table: 'model_usage', key: 'month, purpose, model' },
  { table: 'events', key: 'id' },
  { table: 'event_logs', key: '' },
  { table: 'audit_decisions', key: 'audit_seq, key' },
  { table: 'audit', key: 'id' },
  { table: 'split_mentions', key: 'page_id, name_key' },
  { table: 'tombstone_keys', key: 'key, tombstone_id' },
  { table: 'tombstones', key: 'id' },
  { table: 'pins', key: 'owner_id, field, value_key' },
  { table: 'relation_types', key: 'type' },
  { table: 'claims', key: 'id' },
  { table: 'facts', key: 'owner_id, field, value_key, host, origin' },
  { table: 'graph_changes', key: 'seq' },
  { table: 'merges', key: 'id' },
  { table: 'entity_pairs', key: 'id' },
  { table: 'entity_keys', key: 'key, entity_id' },
  { table: 'entities_due', key: 'entity_id' },
  mergedRows('relationships'),
  { table: 'relationships', key: 'id' },
  mergedRows('entities'),
  { table: 'entities', key: 'id' },
  { table: 'import_refs', key: 'import_id, ref' },
  { table: 'import_parts', key: 'id' },
  { table: 'imports', key: 'id' },
  { table: 'frontier', key: 'url' },
  { table: 'page_groups', key: 'key' },
  { table: 'sites', key: 'host' },
  { table: 'recipes', key: 'id' },
  { table: 'dead_letters', key: 'id' },
  { table: 'page_aliases', key: 'url' },
  { table: 'page_texts', key: 'page_id' },
  { table: 'pages', key: 'id' },
  { table: 'runs', key: 'id' },
  { table: 'autopilots', key: '' },
  { table: 'plans', key: 'id' },
  { table: 'discoveries', key: 'id' },
  { table: 'sources', key: 'id' },
]

/** Those of them that stay in one place where domains live on several nodes: who looks for work asks them about all domains. */
const ofAllDomains = ['crawl_lanes', 'waiting_work']

/** The tables whose rows live on the node of their domain, beside `domains` itself. */
export const tablesBesideDomains: string[] = [
  ...new Set(['gate_versions', 'gates', ...rowsOfDomain.map(({ table }) => table).toReversed()]),
].filter((table) => !ofAllDomains.includes(table))
