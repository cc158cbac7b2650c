import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import { Cache } from '../platform/cache.ts'
import { version } from '../platform/version.ts'

const prefix = 'whsec_'

/** A Standard Webhooks secret: the part after the prefix is base64, and its bytes are the key of the HMAC. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

export interface SignedDelivery {
  id: string
  body: string
  /** As it is, not as it is stored. */
  secret: string
  /** The event's id in the log of its domain; null for a test, which is no event. */
  event_id: number | null
  /** The event's time. */
  created_at: string
}

/** The headers of one attempt, as a flat list of names and values. */
export function deliveryHeaders(delivery: SignedDelivery, now: Date): string[] {
  const { id, body, secret, event_id, created_at } = delivery
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return [
    'content-type',
    'application/json',
    'user-agent',
    `Polegraph-Webhooks/${version}`,
    'X-Service-Signature',
    hash('sha256', `${secret}.${body}`, 'hex'),
    'webhook-id',
    id,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    `v1,${signature}`,
    ...(event_id === null ? [] : ['X-Service-Event-Id', String(event_id), 'X-Service-Event-Time', created_at]),
  ]
}

// Creating a key object costs seven times as much as signing with it.
const keys = new Cache<KeyObject>('signing_keys', () => 200)

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))
  keys.set(secret, key)
  return key
}
