import type { Queryable, Transaction } from '../platform/db/database.ts'
import { type SecretBox, SecretUnreadable, type StoredSecret } from '../platform/secret-box.ts'
import { listShareTokens, storeShareToken } from '../shares/stored-tokens.ts'
import { listWebhookSecrets, storeWebhookSecret } from '../webhooks/stored-secrets.ts'

/** All secrets that are stored sealed. */
const kinds: {
  list: (db: Queryable) => Promise<StoredSecret[]>
  store: (tx: Transaction, secret: StoredSecret) => Promise<unknown>
}[] = [
  { list: listWebhookSecrets, store: storeWebhookSecret },
  { list: listShareTokens, store: storeShareToken },
]

/** How many secrets the key does not open. */
export async function countUnreadable(db: Queryable, box: SecretBox): Promise<number> {
  let count = 0
  for (const { list } of kinds) {
    for (const secret of await list(db)) if (openStored(box, secret) === undefined) count++
  }
  return count
}

/** Seals with the key of this service what was sealed with another. What cannot be read stays as it is, and is counted. */
export async function sealAnew(tx: Transaction, { from, to }: { from: SecretBox; to: SecretBox }): Promise<number> {
  let unreadable = 0
  for (const { list, store } of kinds) {
    for (const secret of await list(tx)) {
      const opened = openStored(from, secret)
      if (opened === undefined) unreadable++
      else await store(tx, { ...secret, stored: to.seal(opened, secret.about) })
    }
  }
  return unreadable
}

function openStored(box: SecretBox, { stored, about }: StoredSecret): string | undefined {
  try {
    return box.open(stored, about)
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}
