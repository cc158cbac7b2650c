import type { Queryable } from '../platform/db/database.ts'
import type { Job, Jobs } from '../platform/jobs/jobs.ts'
import { version } from '../platform/version.ts'
import type { EnqueueForward } from './feedback.ts'
import { selectOneFeedback } from './queries.ts'

// Sends feedback on to FEEDBACK_WEBHOOK_URL. The operator chose that address, so it may be private. A
// job names the row and holds nothing of it: what is deleted before its turn is not sent.

export const forwardJob = 'forward-feedback'

/** With the pauses doubling, a receiver may be away for an hour. */
const retries = 12
/** Enough to use the connection again after the usual short answer. */
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
  // Loaded when it is first needed: it would make every start longer.
  const { request } = await import('undici')
  // Follows no redirect.
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': `Polegraph/${version}` },
    body: JSON.stringify(payload),
    signal,
  })
  // The status is the answer, whatever becomes of the body.
  await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined)
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    throw new Error(`FEEDBACK_WEBHOOK_URL answered ${answer.statusCode}`)
  }
}
