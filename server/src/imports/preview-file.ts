import type { Readable } from 'node:stream'
import { limits } from '@polegraph/contract/limits.ts'
import { holdForCrawl } from '../domains/domains.ts'
import type { Locator } from '../pipeline/parts/locate.ts'
import type { Database } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { factsOfRow } from './facts/facts-of-row.ts'
import { RowError } from './facts/row-facts.ts'
import { columnsOf } from './import-columns.ts'
import { PartWriter } from './part-writer.ts'
import {
  type ImportOutcome,
  insertImport,
  insertPart,
  type NewPart,
  type RowFailure,
  selectOutcome,
} from './queries.ts'
import type { FileLayout } from './read/raw-row.ts'
import { type FileOptions, receiveFile } from './receive-file.ts'
import { firstErrors, registerOf, writePart } from './write-parts.ts'

// What a file would do: its first rows are written in a transaction that is taken back, so the answer is exact for them.

interface PreviewParts {
  db: Database
  locator: Locator
  domainId: string
}

/** Carries what was found out of the transaction that it ends. */
class Previewed extends Error {
  readonly outcome: ImportOutcome

  constructor(outcome: ImportOutcome) {
    super('the preview is over')
    this.outcome = outcome
  }
}

export async function previewFile(parts: PreviewParts, upload: Readable, options: FileOptions & { name: string }) {
  const { format, name, ontology } = options
  const written: NewPart[] = []
  const writer = new PartWriter(async (part) => void written.push(part))
  const context = { ontology, register: registerOf(name) }
  const failed: RowFailure[] = []
  let rows_failed = 0
  let rows_done = 0
  const file = await receiveFile(upload, options, async (row, layout) => {
    try {
      factsOfRow(format, row.text, layout, context)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      rows_failed++
      if (failed.length < limits.import_errors) failed.push({ row: row.number, error: error.message })
    }
    if (rows_done < limits.import_preview_rows) {
      rows_done++
      await writer.add(row)
    }
  })
  await writer.end()
  const outcome = await outcomeOf(parts, written, { ...options, layout: file.layout })
  return {
    ...{ id: null, name, format, status: null, key: null, bytes: file.bytes },
    ...columnsOf(file.layout),
    ...{ rows: file.rows, rows_done, rows_failed, ...outcome, errors: firstErrors([], failed) },
    ...{ created_by: null, created_at: new Date().toISOString(), finished_at: null },
  }
}

async function outcomeOf(
  { db, locator, domainId }: PreviewParts,
  written: NewPart[],
  { name, format, layout }: FileOptions & { name: string; layout: FileLayout },
): Promise<ImportOutcome> {
  const id = newId()
  try {
    await db.transaction(async (tx) => {
      if (!(await holdForCrawl(tx, domainId))) throw fail('domain_not_found')
      await insertImport(tx, domainId, { id, name, format, key: null, created_by: 'preview' })
      const stages = written.toSorted((a, b) => a.stage - b.stage || a.seq - b.seq)
      for (const part of stages) {
        await insertPart(tx, domainId, id, part)
        await writePart(tx, domainId, {
          id,
          name,
          format,
          layout,
          part,
          locator,
          ...{ status: 'running', errors: [], created_at: '' },
        })
      }
      throw new Previewed(await selectOutcome(tx, domainId, id, tx.now))
    })
  } catch (error) {
    if (error instanceof Previewed) return error.outcome
    throw error
  }
  throw new Error('a preview is never committed')
}
