import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { limits } from '@polegraph/contract/limits.ts'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { fail } from './errors.ts'

// Keeps the first answer to a POST with an Idempotency-Key for 24 hours. Answers may hold secrets (a new key), and
// secrets are not stored, so an answer is encrypted with a key derived from the caller's own credential: reading the
// table reveals nothing.

export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface IdempotentRequest {
  id: Buffer
  hash: Buffer
  secret: Buffer
}

/** A call without a transaction of its own that died this long ago may be tried again. */
const takeOverMs = 60_000

/** The value of the header `Idempotency-Key`. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && header.length > 0 && header.length <= limits.idempotency_key_max) return header
  const message = `Idempotency-Key must have 1 to ${limits.idempotency_key_max} characters`
  throw fail('invalid_request', { text: message, details: [{ path: 'Idempotency-Key', message }] })
}

export function readIdempotencyKey(request: {
  header: string | string[] | undefined
  /** The owner of the key: callers do not share keys, and projects neither. */
  scope: string
  credential: string | undefined
  method: string
  url: string
  /** As it was parsed; spaces and the order of fields make no other request. */
  body: unknown
}): IdempotentRequest | undefined {
  const header = idempotencyKeyOf(request.header)
  if (header === undefined) return undefined
  // A missing body counts as an empty one.
  const body = JSON.stringify(sortKeys(request.body ?? {}))
  const { scope } = request
  const id = createHash('sha256').update(`${scope}\0${header}`).digest()
  // Without a credential, only the body is secret to others, such as a password.
  const secret = createHmac('sha256', header)
    .update(request.credential ?? body)
    .digest()
  const hash = createHmac('sha256', header).update(`${scope}\0${request.method} ${request.url}\0`).update(body).digest()
  return { id, hash, secret }
}

/** The same value with the fields of all objects in one order. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  const fields = Object.entries(value).map(([key, item]) => [key, sortKeys(item)] as const)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Takes the key for this call, in the transaction that does the work: a second call with the same key waits here until
 * the first has committed, and then finds its answer.
 */
export async function claimAnswer(
  tx: Transaction,
  request: IdempotentRequest,
  options: { takeOver: boolean },
): Promise<KeptAnswer | undefined> {
  const taken = await tx.query(
    `insert into idempotent_answers (id, request_hash, created_at) values ($1, $2, $3)
     on conflict (id) do update set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
       where idempotent_answers.created_at < $4
         or ($6 and idempotent_answers.answer is null and idempotent_answers.created_at < $5)
     returning id`,
    [
      request.id,
      request.hash,
      tx.now,
      new Date(tx.now.getTime() - limits.idempotency_hours * 3_600_000),
      new Date(tx.now.getTime() - takeOverMs),
      options.takeOver,
    ],
  )
  if (taken.length > 0) return undefined
  const [row] = await tx.query<{ request_hash: Buffer; answer: Buffer | null }>(
    'select request_hash, answer from idempotent_answers where id = $1',
    [request.id],
  )
  if (!row?.request_hash.equals(request.hash)) throw fail('idempotency_key_reused')
  if (!row.answer) throw fail('idempotency_in_progress', { headers: { 'retry-after': '1' } })
  return decrypt(request.secret, row.answer)
}

export async function keepAnswer(db: Queryable, request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
  await db.query('update idempotent_answers set answer = $2 where id = $1', [
    request.id,
    encrypt(request.secret, answer),
  ])
}

/** For a call that was refused and whose transaction, with its claim, was rolled back. */
export async function keepRefusal(db: Database, request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into idempotent_answers (id, request_hash, answer, created_at) values ($1, $2, $3, $4)
       on conflict (id) do update set answer = excluded.answer where idempotent_answers.answer is null`,
      [request.id, request.hash, encrypt(request.secret, answer), tx.now],
    )
  })
}

export async function dropClaim(db: Queryable, request: IdempotentRequest): Promise<void> {
  await db.query('delete from idempotent_answers where id = $1 and answer is null', [request.id])
}

export async function deleteOldAnswers(tx: Transaction): Promise<void> {
  await tx.query('delete from idempotent_answers where created_at < $1', [
    new Date(tx.now.getTime() - limits.idempotency_hours * 3_600_000),
  ])
}

function encrypt(secret: Buffer, answer: KeptAnswer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function decrypt(secret: Buffer, sealed: Buffer): KeptAnswer {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'),
  ) as KeptAnswer
}
