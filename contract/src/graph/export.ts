import { z } from 'zod'
import { domainId } from '../domains.ts'
import { oneOf, queryFlag } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import { asOfQuery, queryCertainty } from './graph-fields.ts'

export const exportFormats = ['jsonld', 'turtle', 'graphml', 'csv', 'cypher', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle; charset=utf-8',
  graphml: 'application/graphml+xml',
  csv: 'text/csv; charset=utf-8; header=present',
  cypher: 'text/plain; charset=utf-8',
  ndjson: 'application/x-ndjson',
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
      'Streams the graph as it is at one moment, at any size. If the connection breaks, the file is incomplete.',
    params: { domainId },
    query: asOfQuery.extend({
      format: oneOf(exportFormats),
      certainty: queryCertainty,
      provenance: queryFlag
        .optional()
        .describe(
          `\`1\` adds the addresses of the pages behind each entity and relationship, ${limits.export_pages} at most.`,
        ),
    }),
    answer: z.string(),
    downloads: Object.values(exportTypes).map((type) => type.split(';', 1)[0] as string),
  },
})
