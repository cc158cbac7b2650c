import { limits } from '@polegraph/contract/limits.ts'
import { assignmentOf, holdForCrawl } from '../domains/domains.ts'
import { publishedNumber } from '../gate/gate.ts'
import { writePages } from '../graph/store/update/write-pages.ts'
import type { Locator } from '../pipeline/parts/locate.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, DatabaseUnavailable, type Transaction } from '../platform/db/database.ts'
import { awayDomainsOf } from '../platform/db/nodes.ts'
import type { Log } from '../platform/log.ts'
import { fileRegister } from '../resolution/registers.ts'
import { allWaiting, closeWork } from '../waiting/waiting-work.ts'
import { factsOfRow } from './facts/facts-of-row.ts'
import { type RowContext, wordOf } from './facts/row-facts.ts'
import { claimsOfPart, idsNamed, type ReadRow, readPart, refsOf } from './part-claims.ts'
import {
  insertRefs,
  type KnownRef,
  type NextImport,
  type PartRow,
  type RowFailure,
  selectNextImport,
  selectNextPart,
  selectOutcome,
  selectRefs,
  updateFailing,
  updateImportEnded,
  updateImportProgress,
  updatePartWritten,
} from './queries.ts'

// Writes the rows of imported files into the graph, and takes them back: a part in each transaction, which holds the domain. So
// processes need not agree who does it, and a killed one leaves a part written or not.

export const importJob = 'write-imports'

export interface ImportingParts {
  db: Database
  clock: Clock
  log: Log
  locator: Locator
  stopping: AbortSignal
}

/** A part that fails so often ends its import. */
const failuresMost = 3

export async function writeImports({ db, clock, log, locator, stopping }: ImportingParts): Promise<void> {
  const away = awayDomainsOf(db)
  for (let waiting = await allWaiting(db, 'imports'); waiting.length > 0; ) {
    const left: string[] = []
    for (const domainId of waiting) {
      if (stopping.aborted) return
      let at: string | undefined
      try {
        const noteImport = (id: string) => {
          at = id
        }
        const work = () => db.transaction((tx) => writeNext(tx, domainId, locator, noteImport))
        if (await away.try(domainId, work)) left.push(domainId)
      } catch (error) {
        if (error instanceof DatabaseUnavailable || at === undefined) throw error
        log.error({ err: error, domain_id: domainId, import_id: at }, 'a part of an import could not be written')
        await updateFailing(db, domainId, at, failuresMost, clock.now())
        left.push(domainId)
      }
    }
    waiting = left
  }
}

/** False when the domain has nothing more to write. */
async function writeNext(
  tx: Transaction,
  domainId: string,
  locator: Locator,
  noteImport: (id: string) => void,
): Promise<boolean> {
  const next = (await holdForCrawl(tx, domainId)) ? await selectNextImport(tx, domainId) : undefined
  if (!next) {
    await closeWork(tx, 'imports', domainId)
    return false
  }
  noteImport(next.id)
  const isTakingBack = next.status === 'taking_back'
  const part = await selectNextPart(tx, domainId, next.id, isTakingBack)
  if (!part) await end(tx, domainId, next)
  else if (isTakingBack) await takeBack(tx, domainId, part)
  else await writePart(tx, domainId, { ...next, part, locator })
  return true
}

async function end(tx: Transaction, domainId: string, { id, status, created_at }: NextImport): Promise<void> {
  if (status === 'taking_back') await updateImportEnded(tx, domainId, id, 'taken_back', null)
  else await updateImportEnded(tx, domainId, id, 'finished', await selectOutcome(tx, domainId, id, created_at))
}

async function takeBack(tx: Transaction, domainId: string, { id }: PartRow): Promise<void> {
  await writePages(tx, domainId, [], [id])
  await updatePartWritten(tx, domainId, id, false)
}

/** What a file is called as a source. */
export const sourceNameOf = (name: string) => `import:${name}`

/** What ids of a file are called among those of an entity: `members.csv` gives `file_members`. */
export const registerOf = (name: string) =>
  `${fileRegister}${wordOf(name.replace(/\.[a-z0-9]{1,8}$/i, ''))}`.slice(0, limits.word_max)

export async function writePart(
  tx: Transaction,
  domainId: string,
  { id, name, format, layout, errors, part, locator }: NextImport & { part: PartRow; locator: Locator },
): Promise<void> {
  const context: RowContext = {
    ontology: (await assignmentOf(tx, domainId))?.ontology ?? [],
    register: registerOf(name),
  }
  const read = readPart(part, (row) => factsOfRow(format, row, layout, context))
  const known = await knownRefs(tx, domainId, id, read.rows)
  const written = await claimsOfPart({ text: part.text, rows: read.rows }, known, locator)
  const failed = [...read.failed, ...written.failed].sort((a, b) => Number(a.row) - Number(b.row))
  const page = { page_id: part.id, host: sourceNameOf(name), run_id: null, claims: written.claims }
  const gate_version = (await publishedNumber(tx, domainId)) ?? 1
  await writePages(tx, domainId, [{ ...page, gate_version }], [])
  await updatePartWritten(tx, domainId, part.id, true)
  const count = { done: part.row_numbers.length - failed.length, failed: failed.length }
  await updateImportProgress(tx, domainId, id, { ...count, errors: firstErrors(errors, failed) })
}

export const firstErrors = (known: RowFailure[], more: RowFailure[]) =>
  [...known, ...more].slice(0, limits.import_errors)

/** The things that relationships of these rows name by their ids. Things of these rows are noted for later ones. */
async function knownRefs(
  tx: Transaction,
  domainId: string,
  importId: string,
  rows: ReadRow[],
): Promise<Map<string, KnownRef>> {
  const refs = refsOf(rows)
  if (refs.length > 0) await insertRefs(tx, domainId, importId, refs)
  const named = idsNamed(rows)
  if (named.length === 0) return new Map()
  return new Map((await selectRefs(tx, domainId, importId, named)).map((one) => [one.ref, one]))
}
