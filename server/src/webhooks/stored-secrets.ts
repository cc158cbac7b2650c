import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { StoredSecret } from '../platform/secret-box.ts'
import { selectSecrets, updateWebhookSecret } from './queries.ts'
import { secretRow } from './sender.ts'

/** The secrets of all webhooks, as they are stored. */
export async function listWebhookSecrets(db: Queryable): Promise<StoredSecret[]> {
  const rows = await selectSecrets(db)
  return rows.map((row) => ({ ...row, about: secretRow({ domain_id: row.domain_id, webhook_id: row.id }) }))
}

export const storeWebhookSecret = (tx: Transaction, { domain_id, id, stored }: StoredSecret) =>
  updateWebhookSecret(tx, domain_id, id, stored)
