import { type ExportFormat, exportTypes } from '@polegraph/contract/graph/export.ts'
import { type Certainty, shownCertainties } from '../../facts/claim.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Download, LoadedDomain } from '../../platform/http/handlers.ts'
import type { EntitySearch } from '../read/entities/entity-list.ts'
import { toEntity, toRelationship } from '../read/entities/entity-rows.ts'
import type { FindNames } from '../read/entities/find-names.ts'
import { invalidField } from '../read/entities/invalid-field.ts'
import type { Moment } from '../read/moment/graph-at.ts'
import { momentOf } from '../read/moment/moment-of.ts'
import { asText, type Entity, type Exported, type Relationship, type WriteGraph } from './formats/graph-file.ts'
import { batchOf, selectExportedEntities, selectExportedRelationships } from './queries.ts'
import { chooseEntities, type Selection } from './selection.ts'

// Exports the graph of one moment as a file. It is read in batches, each a query of its own: no connection is held for
// a slow reader, and the memory of an export does not depend on the size of the graph.

/** Each is loaded with the first export in its format. */
const formats: Record<ExportFormat, { extension: string; load(): Promise<WriteGraph> }> = {
  jsonld: { extension: 'jsonld', load: async () => asText((await import('./formats/rdf/json-ld.ts')).jsonLdFile) },
  turtle: { extension: 'ttl', load: async () => asText((await import('./formats/rdf/turtle.ts')).turtleFile) },
  graphml: { extension: 'graphml', load: async () => asText((await import('./formats/graphml.ts')).graphmlFile) },
  gexf: { extension: 'gexf', load: async () => asText((await import('./formats/gexf.ts')).gexfFile) },
  csv: { extension: 'csv', load: async () => asText((await import('./formats/csv.ts')).csvFile) },
  'entities.csv': {
    extension: 'entities.csv',
    load: async () => asText((await import('./formats/csv.ts')).entitiesCsv),
  },
  'relationships.csv': {
    extension: 'relationships.csv',
    load: async () => asText((await import('./formats/csv.ts')).relationshipsCsv),
  },
  xlsx: { extension: 'xlsx', load: async () => (await import('./formats/xlsx.ts')).writeXlsx },
  parquet: { extension: 'parquet', load: async () => (await import('./formats/parquet.ts')).writeParquet },
  cypher: { extension: 'cypher', load: async () => asText((await import('./formats/cypher.ts')).cypherFile) },
  ndjson: { extension: 'ndjson', load: async () => asText((await import('./formats/ndjson.ts')).ndjsonFile) },
  ftm: { extension: 'ftm.json', load: async () => asText((await import('./formats/ftm.ts')).ftmFile) },
  geojson: { extension: 'geojson', load: async () => (await import('./formats/geo-json.ts')).writeGeoJson },
  ics: { extension: 'ics', load: async () => asText((await import('./formats/icalendar.ts')).icalendarFile) },
}

/** Formats that can say in front that they are UTF-8. */
const marked: ReadonlySet<ExportFormat> = new Set(['csv', 'entities.csv', 'relationships.csv'])

/** What a format leaves out anyway need not be read. */
const needed: Partial<Record<ExportFormat, 'when' | 'where'>> = { geojson: 'where', ics: 'when' }

export interface ExportQuery extends EntitySearch {
  format: ExportFormat
  as_of?: string | undefined
  provenance?: boolean | undefined
  bom?: boolean | undefined
  now: Date
}

export function exportGraph(db: Queryable, find: FindNames, domain: LoadedDomain, query: ExportQuery): Download {
  const { format, as_of, provenance = false, bom = false, certainty = shownCertainties, now, ...filters } = query
  if (bom && !marked.has(format)) throw invalidField('bom', `is for ${[...marked].join(', ')}`)
  const moment = momentOf(domain, as_of, now)
  const at = moment.as_of ?? now.toISOString()
  const { extension, load } = formats[format]
  const exported = { domain_id: domain.id, at, provenance, byte_order_mark: bom }
  const select = () => chooseEntities(db, find, moment, { ...filters, ...stated(query), ...hasNeeded(query) })
  return {
    content_type: exportTypes[format],
    is_compressed: format === 'xlsx' || format === 'parquet',
    file_name: `polegraph-${domain.id}-${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`,
    chunks: writeFile(db, moment, { load, select, exported, certainty, type: filters.type }),
  }
}

/** With types, `certainty` tells which of their relationships count. By itself it leaves no entity out. */
const stated = ({ type, certainty }: ExportQuery): Pick<EntitySearch, 'certainty'> =>
  type && certainty ? { certainty } : {}

function hasNeeded({ format, has }: ExportQuery): Pick<EntitySearch, 'has'> {
  const field = needed[format]
  return field ? { has: [...new Set([...(has ?? []), field])] } : {}
}

interface Chosen {
  load(): Promise<WriteGraph>
  select(): Promise<Selection | undefined>
  exported: Exported
  certainty: Certainty[]
  type: string[] | undefined
}

async function* writeFile(db: Queryable, moment: Moment, chosen: Chosen) {
  const [write, selection] = [await chosen.load(), await chosen.select()]
  yield* write(chosen.exported, {
    entities: readEntities(db, moment, chosen, selection),
    relationships: readRelationships(db, moment, chosen, selection),
  })
}

async function* readEntities(
  db: Queryable,
  moment: Moment,
  { exported: { provenance }, certainty, type }: Chosen,
  selection: Selection | undefined,
): AsyncGenerator<Entity[]> {
  const part = { provenance, certainty, type }
  const toExported = (row: Awaited<ReturnType<typeof selectExportedEntities>>[number]) => ({
    ...toEntity(row),
    ...(provenance && { pages: row.pages }),
  })
  const runs = selection ? runsOf(selection, batchOf(part)) : [undefined]
  for (const ids of runs) {
    const batches = batchesOf((after) => selectExportedEntities(db, moment, { ...part, after, ...(ids && { ids }) }))
    for await (const rows of batches) yield rows.map(toExported)
  }
}

function* runsOf(selection: Selection, count: number): Generator<string[]> {
  for (let from = 0; from < selection.size; from += count) yield selection.slice(from, count)
}

async function* readRelationships(
  db: Queryable,
  moment: Moment,
  { exported: { provenance }, certainty, type }: Chosen,
  selection: Selection | undefined,
): AsyncGenerator<Relationship[]> {
  if (selection?.size === 0) return
  const batches = batchesOf((after) => selectExportedRelationships(db, moment, { after, provenance, certainty, type }))
  for await (const rows of batches) {
    const kept = selection ? rows.filter(({ from, to }) => selection.has(from.id) && selection.has(to.id)) : rows
    if (kept.length > 0) yield kept.map(toRelationship)
  }
}

async function* batchesOf<Row extends { id: string }>(select: (after: string | undefined) => Promise<Row[]>) {
  let after: string | undefined
  do {
    const rows = await select(after)
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.id
  } while (after !== undefined)
}
