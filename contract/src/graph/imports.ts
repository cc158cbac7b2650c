import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, label, listQuery, nextCursor, ok, oneOf, queryFlag, queryText, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

// Files of others that become part of a graph: their rows are compared with what is there, as pages are, and each fact has its row as evidence.

export const importFormats = ['csv', 'ndjson', 'ftm', 'graphml'] as const
export type ImportFormat = (typeof importFormats)[number]

const importStatuses = ['receiving', 'queued', 'running', 'finished', 'failed', 'taking_back', 'taken_back'] as const
export type ImportStatus = (typeof importStatuses)[number]

const importId: Param = { schema: uuid, not_found: 'import_not_found', description: 'Id of the import.' }

const columnMeaning =
  '`name`, `first_name`, `last_name`, `kind`, `id`, `alias`, `summary`, `url`, `when`, `start`, `end`, `since`, `until`, `place`, `street`, `city`, `region`, `postal_code`, `country`, `lat`, `lon`, ' +
  '`attribute.<key>`, `id.<register>`, `relation.<type>.<kind>` (the value is the name at its other end), `role` (in that relation); for a table of relationships `from`, `to`, `from_kind`, `to_kind`, `type`.'

const column = z
  .strictObject({
    column: z.string(),
    means: z.string().nullable().describe(`What its values are: ${columnMeaning} Null where they are left out.`),
    samples: z.array(z.string()).describe('Its first values.'),
  })
  .meta({ id: 'ImportColumn' })

const rowError = z.strictObject({ row: z.int().nullable(), error: z.string() }).meta({ id: 'ImportError' })

const counts = {
  rows: z.int().describe('Rows of the file that have something in them; the heading of a table is none.'),
  rows_done: z.int().describe('Rows that were written into the graph.'),
  rows_failed: z.int().describe('Rows that could not be understood, and were left out.'),
  entities_new: z.int().describe('Entities that were not in the graph before.'),
  entities_matched: z.int().describe('Entities that were there already, and have evidence of the file now.'),
  pairs_waiting: z.int().describe('Pairs that somebody should judge.'),
  relationships: z.int().describe('Relationships that rows of the file state.'),
}

const importShape = z
  .strictObject({
    id: id.nullable().describe('Null for a preview, which leaves nothing behind.'),
    name: z.string(),
    format: z.enum(importFormats),
    status: z.enum(importStatuses).nullable().describe('Null for a preview.'),
    key: z.string().nullable().describe('The Idempotency-Key that it came with.'),
    bytes: z.int(),
    kind: z.string().nullable().describe('Of a table, what its rows are; null where a column says it.'),
    columns: z.array(column).nullable().describe('Of a table: the columns, as they were understood.'),
    ...counts,
    errors: z.array(rowError).describe(`The first ${limits.import_errors}, by row.`),
    created_by: z.string().nullable().describe('`key:<id>` or `user:<id>`.'),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Import', description: 'A file whose rows are evidence of the graph.' })

export const importMapping = z.strictObject({
  kind: z.string().optional(),
  columns: z.record(z.string(), z.string().nullable()).optional(),
})
export type ImportMapping = z.output<typeof importMapping>

export const importRoutes = defineRoutes({
  importFile: {
    method: 'POST',
    path: '/v1/domains/{domainId}/imports',
    auth: 'full',
    tag: 'Imports',
    summary: 'Import a file',
    description:
      `The body is the file, in UTF-8 and of any content type, ${limits.import_bytes / 1024 / 1024} MB at most. Rows are compared with the graph as pages are; each fact has its row as evidence (\`mode: "import"\`). ` +
      'The first row of a CSV names its columns. What they mean is guessed, and corrected by `mapping`. With `dry_run=1` nothing is kept: the answer says what ' +
      `the first ${limits.import_preview_rows} rows would do, and which of all rows cannot be understood. With an \`Idempotency-Key\`, the same file is imported once.`,
    params: { domainId },
    query: z.strictObject({
      format: oneOf(importFormats).describe(
        '`csv`, `ndjson` as an export has it, `ftm` (entities of FollowTheMoney, one a line), or `graphml`.',
      ),
      name: label()
        .optional()
        .describe('The name of the file: its rows are quoted from it. Imports of one name count as one source.'),
      mapping: queryText({ max: limits.import_mapping_max })
        .optional()
        .describe(
          `JSON of \`{"kind": "person", "columns": {"Full name": "name", "Notes": null}}\`, for a CSV. Columns that are left out are guessed. A column is one of ${columnMeaning}`,
        ),
      dry_run: queryFlag.optional().describe('`1` only says what the file would do.'),
    }),
    uploads: true,
    status: 202,
    answer: importShape,
    queues_work: true,
    adds: ['imported_mb'],
    errors: [
      'import_unreadable',
      'upload_too_large',
      'too_many_imports',
      'idempotency_key_reused',
      'idempotency_in_progress',
    ],
  },
  listImports: {
    method: 'GET',
    path: '/v1/domains/{domainId}/imports',
    auth: 'any',
    tag: 'Imports',
    summary: 'List the imports, newest first',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ imports: z.array(importShape), next_cursor: nextCursor }).meta({ id: 'ImportList' }),
  },
  getImport: {
    method: 'GET',
    path: '/v1/domains/{domainId}/imports/{importId}',
    auth: 'any',
    tag: 'Imports',
    summary: 'Get an import',
    description: 'How far it is, what it has added, and which rows were left out.',
    params: { domainId, importId },
    status: 200,
    answer: importShape,
  },
  takeBackImport: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}/imports/{importId}',
    auth: 'full',
    tag: 'Imports',
    summary: 'Take an import back',
    description:
      'Its evidence is retracted, in the background: what stands on no other leaves the graph. What people corrected stays.',
    params: { domainId, importId },
    status: 200,
    answer: ok,
  },
})
