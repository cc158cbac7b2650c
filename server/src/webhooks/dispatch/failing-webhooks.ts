import type { EventLog } from '../../events/event-log.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { announceWebhookChange } from '../deliveries.ts'
import type { Settlement } from '../delivery-queries.ts'
import { lockDomainOf, updateWebhookFailed, updateWebhooksFailing, updateWebhooksHealthy } from '../queries.ts'

// Switches off webhooks of which nothing but failures has been heard for days: each of their deliveries costs three
// attempts of up to ten seconds, for ever.

const dayMs = 86_400_000

export interface FailingParts {
  db: Database
  log: Log
  events: EventLog
  /** 0: no webhook is switched off. */
  failing_days: number
}

/** Learns from the attempts of one domain that were just written. */
export async function noteHealth(parts: FailingParts, domainId: string, settled: Settlement[], now: Date) {
  const byWebhook = Map.groupBy(settled, ({ delivery }) => delivery.webhook_id)
  const healthy: string[] = []
  const failing: string[] = []
  for (const [webhookId, attempts] of byWebhook) {
    const since = attempts.at(-1)?.delivery.failing_since ?? null
    if (attempts.some(({ outcome }) => outcome.status === 'delivered')) {
      if (since !== null) healthy.push(webhookId)
      continue
    }
    // Not the receiver's fault.
    const last = attempts.findLast(({ outcome }) => !outcome.is_own_fault)
    if (!last) continue
    if (since === null) failing.push(webhookId)
    else if (isOver(parts, since, now)) await switchOff(parts, domainId, webhookId, last.outcome.error ?? '', now)
  }
  if (healthy.length > 0) await updateWebhooksHealthy(parts.db, domainId, healthy)
  if (failing.length > 0) await updateWebhooksFailing(parts.db, domainId, failing, now)
}

const isOver = ({ failing_days }: FailingParts, since: string, now: Date) =>
  failing_days > 0 && now.getTime() - Date.parse(since) >= failing_days * dayMs

async function switchOff(
  { db, log, events, failing_days }: FailingParts,
  domainId: string,
  webhookId: string,
  lastError: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - failing_days * dayMs)
  await db.transaction(async (tx) => {
    if (!(await lockDomainOf(tx, domainId))) return
    const failed = await updateWebhookFailed(tx, domainId, webhookId, { before, last_error: lastError })
    if (!failed) return
    log.warn({ domain_id: domainId, webhook_id: webhookId, reason: failed.reason }, 'a webhook was switched off')
    await announceWebhookChange(tx, webhookId)
    const payload = { webhook_id: webhookId, reason: failed.reason, failing_since: failed.failing_since }
    await events.append(tx, domainId, [{ type: 'webhook.disabled', payload }])
  })
}
