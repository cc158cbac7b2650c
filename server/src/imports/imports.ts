import type { Readable } from 'node:stream'
import { type ImportFormat, type ImportMapping, importMapping } from '@polegraph/contract/graph/imports.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { assignmentOf, holdForCrawl } from '../domains/domains.ts'
import type { Locator } from '../pipeline/parts/locate.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { actorOf, type ProjectCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openWork } from '../waiting/waiting-work.ts'
import { columnsOf } from './import-columns.ts'
import { PartWriter } from './part-writer.ts'
import { previewFile } from './preview-file.ts'
import {
  deleteImport,
  deleteTakenBack,
  deleteUploadsBefore,
  type ImportRow,
  insertImport,
  insertPart,
  selectImport,
  selectImportByKey,
  selectImports,
  selectOpenCount,
  updateReceived,
  updateTakingBack,
} from './queries.ts'
import { badMapping, type FileOptions, receiveFile } from './receive-file.ts'
import { importJob } from './write-parts.ts'

export interface ImportParts {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  locator: Locator
}

export interface Upload {
  caller: ProjectCaller
  upload: Readable
  upload_bytes: number
  idempotency_key: string | undefined
  query: {
    format: ImportFormat
    name?: string | undefined
    mapping?: string | undefined
    dry_run?: boolean | undefined
  }
}

/** Takes a file in, or says what it would do. Its rows are written later; a file that breaks off leaves nothing. */
export async function importFile(parts: ImportParts, domainId: string, call: Upload) {
  if (call.upload_bytes > limits.import_bytes) throw fail('upload_too_large')
  const { format, name = `import.${format}`, dry_run } = call.query
  const mapping = readMapping(call.query)
  const ontology = (await assignmentOf(parts.db, domainId))?.ontology ?? []
  const options = { format, mapping, ontology, name }
  if (dry_run) return previewFile({ ...parts, domainId }, call.upload, options)
  return receive(parts, domainId, call, options)
}

function readMapping({ format, mapping }: Upload['query']): ImportMapping {
  if (mapping === undefined) return {}
  if (format !== 'csv') throw badMapping('is for a CSV alone')
  let value: unknown
  try {
    value = JSON.parse(mapping)
  } catch {
    throw badMapping('must be JSON')
  }
  const parsed = importMapping.safeParse(value)
  if (!parsed.success) throw badMapping('must be {"kind": "…", "columns": {"<column>": "<meaning>"}}')
  return parsed.data
}

async function receive(
  { db, jobs }: ImportParts,
  domainId: string,
  {
    caller,
    upload,
    idempotency_key: key = null,
  }: Omit<Upload, 'idempotency_key'> & { idempotency_key?: string | null | undefined },
  options: FileOptions & { name: string },
) {
  const id = newId()
  const { format, name } = options
  const isFirst = await db.transaction(async (tx) => {
    if (!(await holdForCrawl(tx, domainId))) throw fail('domain_not_found')
    if ((await selectOpenCount(tx, domainId)) >= limits.imports_open) throw fail('too_many_imports')
    return insertImport(tx, domainId, { id, name, format, key, created_by: actorOf(caller) })
  })
  if (!isFirst) return repeat(db, domainId, upload, { ...options, key: key as string })
  try {
    const writer = new PartWriter((part) => db.transaction((tx) => insertPart(tx, domainId, id, part)))
    const file = await receiveFile(upload, options, (row) => writer.add(row))
    await writer.end()
    await db.transaction(async (tx) => {
      if (!(await holdForCrawl(tx, domainId))) throw fail('domain_not_found')
      if (!(await updateReceived(tx, domainId, id, file))) throw fail('import_not_found')
      await openWork(tx, 'imports', domainId, tx.now)
      await jobs.enqueue(tx, importJob, {})
    })
  } catch (error) {
    await deleteImport(db, domainId, id).catch(() => undefined)
    throw error
  }
  return getImport(db, domainId, id)
}

/** The import that came with the same key, if it was the same file. */
async function repeat(
  db: Database,
  domainId: string,
  upload: Readable,
  { key, ...options }: FileOptions & { key: string },
) {
  const { hash } = await receiveFile(upload, options, async () => undefined)
  const known = await selectImportByKey(db, domainId, key)
  if (!known || known.status === 'receiving') throw fail('idempotency_in_progress')
  if (known.hash !== hash || known.format !== options.format) throw fail('idempotency_key_reused')
  return toImport(known)
}

export async function listImports(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectImports(db, domainId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { imports: page.map(toImport), next_cursor }
}

export async function getImport(db: Queryable, domainId: string, id: string) {
  const row = await selectImport(db, domainId, id)
  if (!row) throw fail('import_not_found')
  return toImport(row)
}

/** One that still arrives is gone at once; others are taken back part by part. The caller locks the domain. */
export async function takeBackImport(tx: Transaction, jobs: Pick<Jobs, 'enqueue'>, domainId: string, id: string) {
  const row = await selectImport(tx, domainId, id)
  if (!row) throw fail('import_not_found')
  if (row.status === 'receiving') await deleteImport(tx, domainId, id)
  else if (row.status !== 'taken_back') {
    await updateTakingBack(tx, domainId, id)
    await openWork(tx, 'imports', domainId, tx.now)
    await jobs.enqueue(tx, importJob, {})
  }
  return { ok: true as const }
}

const uploadMostMs = 3_600_000

/** Retention: imports that were taken back before, whose rows no history needs. */
export const forgetImports = (db: Queryable, domainId: string, before: Date) => deleteTakenBack(db, domainId, before)

/** Uploads whose process was killed: they hold their key, and count as open. */
export const forgetUploads = (db: Queryable, domainId: string, now: Date) =>
  deleteUploadsBefore(db, domainId, new Date(now.getTime() - uploadMostMs))

function toImport({ layout, hash: _, outcome, ...row }: ImportRow) {
  const { entities_new = 0, entities_matched = 0, pairs_waiting = 0, relationships = 0 } = outcome ?? {}
  return { ...row, ...columnsOf(layout), entities_new, entities_matched, pairs_waiting, relationships }
}
