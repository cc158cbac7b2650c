import type { Database } from '../../../src/platform/db/database.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'

/** Sends the delivery of a place again, which waits, or another one. */
export async function resend({ call, db }: Pick<TestService, 'call'> & { db: Database }, deliveryId?: string) {
  const { domain, webhook, delivery, key } = await makePlace(db)
  await db.query(`update webhook_deliveries set status = 'pending', body = '{}' where domain_id = $1`, [domain.id])
  const path = `/v1/domains/${domain.id}/webhooks/${webhook.id}/deliveries/${deliveryId ?? delivery.id}/resend`
  return call('POST', path, { key: key.secret })
}
