import type { EventLog } from '../events/event-log.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { changeCrawl } from './change-crawl.ts'
import { type DeadLetterStatus, lockDeadLetter, selectDeadLetters, updateLetterClosed } from './dead-letter-queries.ts'

const done = { ok: true as const }

export async function listDeadLetters(
  db: Queryable,
  domainId: string,
  query: ListQuery & { status?: DeadLetterStatus | undefined },
) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectDeadLetters(db, domainId, { status: query.status, before, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { dead_letters: page, next_cursor }
}

export async function requeueDeadLetter(tx: Transaction, events: EventLog, domainId: string, letterId: string) {
  await changeCrawl(tx, events, domainId, async (crawl) => {
    const letter = await lockDeadLetter(tx, domainId, letterId)
    if (!letter) throw fail('not_found')
    // The call was repeated: the page may have been read since.
    if (letter.status === 'requeued') return
    await crawl.requeue([letter.page_id])
    await updateLetterClosed(tx, domainId, letterId, 'requeued')
  })
  return done
}

export async function discardDeadLetter(tx: Transaction, domainId: string, letterId: string) {
  if (!(await updateLetterClosed(tx, domainId, letterId, 'discarded'))) throw fail('not_found')
  return done
}
