import type { Queryable } from '../platform/db/database.ts'
import type { Job, Jobs } from '../platform/jobs/jobs.ts'
import { version } from '../platform/version.ts'
import type { EnqueueForward } from './feedback.ts'
import { selectOneFeedback } from './queries.ts'

// Forwards feedback to FEEDBACK_WEBHOOK_URL. The operator chose that address, so it may be private. A job holds only
// the id of the row: feedback that is deleted in time is not sent.

export const forwardJob = 'forward-feedback'

/** With doubling pauses, a receiver may be down for an hour. */
const retries = 12
/** Enough to reuse the connection after the usual short answer. */
const answerBytes = 4096

export const forwardBy =
  (jobs: Jobs): EnqueueForward =>
  (tx, feedback) =>
    jobs.enqueue(tx, forwardJob, feedback)

export function forwardFeedbackJob(db: Queryable, url: string, options: { deadlineMs?: number } = {}): Job {
  const { deadlineMs = 10_000 } = options
  return {
    retries,
    run: async (data) => {
      const { project_id, id } = data as { project_id: string; id: string }
      const feedback = await selectOneFeedback(db, project_id, id)
      if (!feedback) return
      const { kind, message, domain_id, context, created_at } = feedback
      const payload = { id, kind, message, project_id, domain_id, context, created_at }
      await post(url, payload, AbortSignal.timeout(deadlineMs))
    },
  }
}

async function post(url: string, payload: object, signal: AbortSignal): Promise<void> {
  // Loaded on first use, so that it does not slow down the start.
  const { request } = await import('undici')
  // Follows no redirect.
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': `Polegraph/${version}` },
    body: JSON.stringify(payload),
    signal,
  })
  // The status decides, whatever happens to the body.
  await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined)
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    throw new Error(`FEEDBACK_WEBHOOK_URL answered ${answer.statusCode}`)
  }
}
