import { type ExportFormat, exportTypes } from '@polegraph/contract/graph/export.ts'
import { type Certainty, shownCertainties } from '../../facts/claim.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Download, LoadedDomain } from '../../platform/http/handlers.ts'
import { toEntity, toRelationship } from '../read/entities/entity-rows.ts'
import type { Moment } from '../read/moment/graph-at.ts'
import { momentOf } from '../read/moment/moment-of.ts'
import type { Exported, GraphFile } from './graph-file.ts'
import { selectExportedEntities, selectExportedRelationships } from './queries.ts'

// Exports the graph of one moment as a file. It is read in batches, each a query of its own: no connection is held for
// a slow reader, and the memory of an export does not depend on the size of the graph.

/** Each is loaded with the first export in its format. */
const formats: Record<ExportFormat, { extension: string; load(): Promise<GraphFile> }> = {
  jsonld: { extension: 'jsonld', load: async () => (await import('./json-ld.ts')).jsonLdFile },
  turtle: { extension: 'ttl', load: async () => (await import('./turtle.ts')).turtleFile },
  graphml: { extension: 'graphml', load: async () => (await import('./graphml.ts')).graphmlFile },
  csv: { extension: 'csv', load: async () => (await import('./csv.ts')).csvFile },
  cypher: { extension: 'cypher', load: async () => (await import('./cypher.ts')).cypherFile },
  ndjson: { extension: 'ndjson', load: async () => (await import('./ndjson.ts')).ndjsonFile },
}

export interface ExportQuery {
  format: ExportFormat
  as_of?: string | undefined
  provenance?: boolean | undefined
  certainty?: Certainty[] | undefined
  now: Date
}

export function exportGraph(db: Queryable, domain: LoadedDomain, query: ExportQuery): Download {
  const { format, as_of, provenance = false, certainty = shownCertainties, now } = query
  const moment = momentOf(domain, as_of, now)
  const at = moment.as_of ?? now.toISOString()
  const { extension, load } = formats[format]
  return {
    content_type: exportTypes[format],
    file_name: `polegraph-${domain.id}-${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z.${extension}`,
    chunks: writeFile(db, moment, load, { domain_id: domain.id, at, provenance, certainty }),
  }
}

type Chosen = Exported & { certainty: Certainty[] }

async function* writeFile(db: Queryable, moment: Moment, load: () => Promise<GraphFile>, exported: Chosen) {
  const file = await load()
  const { provenance, certainty } = exported
  let text = file.begin(exported)
  for await (const rows of batchesOf((after) => selectExportedEntities(db, moment, { after, provenance, certainty }))) {
    for (const row of rows) text += file.entity({ ...toEntity(row), ...(provenance && { pages: row.pages }) })
    yield text
    text = ''
  }
  for await (const rows of batchesOf((after) =>
    selectExportedRelationships(db, moment, { after, provenance, certainty }),
  )) {
    for (const row of rows) text += file.relationship(toRelationship(row))
    yield text
    text = ''
  }
  yield text + file.end
}

async function* batchesOf<Row extends { id: string }>(select: (after: string | undefined) => Promise<Row[]>) {
  let after: string | undefined
  do {
    const rows = await select(after)
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.id
  } while (after !== undefined)
}
