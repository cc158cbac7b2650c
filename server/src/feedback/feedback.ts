import { loadDomain } from '../domains/domains.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { type FeedbackRow, insertFeedback, selectFeedback } from './queries.ts'

interface FeedbackInput {
  kind: FeedbackRow['kind']
  message: string
  domain_id?: string | undefined
  context?: Record<string, unknown> | undefined
}

/** Enqueues the forwarding in the transaction that stores the feedback. */
export type EnqueueForward = (tx: Transaction, feedback: { project_id: string; id: string }) => Promise<void>

export async function sendFeedback(
  tx: Transaction,
  projectId: string,
  createdBy: string,
  input: FeedbackInput,
  forward: EnqueueForward | undefined,
) {
  const { kind, message, domain_id = null, context = null } = input
  if (domain_id !== null && !(await loadDomain(tx, projectId, domain_id, { lock: false }))) {
    throw fail('domain_not_found')
  }
  const id = newId()
  await insertFeedback(tx, projectId, { id, kind, message, domain_id, context, created_by: createdBy })
  await forward?.(tx, { project_id: projectId, id })
  return { id }
}

export async function listFeedback(db: Queryable, projectId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectFeedback(db, projectId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { feedback: page, next_cursor }
}
