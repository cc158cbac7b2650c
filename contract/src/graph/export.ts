import { z } from 'zod'
import { domainId } from '../domains.ts'
import { oneOf, queryFlag } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import { asOfQuery, entitySearch, queryCertainty } from './graph-fields.ts'

export const exportFormats = [
  'jsonld',
  'turtle',
  'graphml',
  'gexf',
  'csv',
  'entities.csv',
  'relationships.csv',
  'xlsx',
  'parquet',
  'cypher',
  'ndjson',
  'ftm',
  'geojson',
  'ics',
] as const
export type ExportFormat = (typeof exportFormats)[number]

const csv = 'text/csv; charset=utf-8; header=present'

export const exportTypes = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle; charset=utf-8',
  graphml: 'application/graphml+xml',
  gexf: 'application/gexf+xml',
  csv,
  'entities.csv': csv,
  'relationships.csv': csv,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  cypher: 'text/plain; charset=utf-8',
  ndjson: 'application/x-ndjson',
  ftm: 'application/x-ndjson',
  geojson: 'application/geo+json',
  ics: 'text/calendar; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

export const exportRoutes = defineRoutes({
  exportGraph: {
    method: 'GET',
    path: '/v1/domains/{domainId}/export',
    auth: 'any',
    status: 200,
    tag: 'Views of the graph',
    summary: 'Export the graph',
    description:
      'Streams the graph as it is at one moment, at any size; with filters, the entities that pass them, and the relationships of which both ends do. If the connection breaks, the file is incomplete.',
    params: { domainId },
    query: asOfQuery.extend({
      format: oneOf(exportFormats),
      ...entitySearch,
      certainty: queryCertainty,
      bom: queryFlag
        .optional()
        .describe('`1` puts a byte order mark before CSV, which tells Excel that the file is UTF-8.'),
      provenance: queryFlag
        .optional()
        .describe(
          `\`1\` adds the addresses of the pages behind each entity and relationship, ${limits.export_pages} at most.`,
        ),
    }),
    answer: z.string(),
    downloads: [...new Set(Object.values(exportTypes).map((type) => type.split(';', 1)[0] as string))],
  },
})
