import type { WebhookDelivery } from './contract-types.ts'

/** A request that is not, or cannot be shown to be, a delivery of the service. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

export interface ReceivedDelivery {
  /** As it arrived, before it was parsed. */
  body: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** The secret of the webhook, `whsec_…`; several while it is being rotated. */
  secret: string | readonly string[]
  /** How far the time of the delivery may be from now; 300 by default. */
  tolerance_seconds?: number
}

const defaultToleranceSeconds = 300
const prefix = 'whsec_'

/**
 * The delivery, if the service has signed it. Throws a `WebhookError` otherwise. A delivery can arrive twice: remember its
 * `id`.
 */
export async function verifyWebhook(received: ReceivedDelivery): Promise<WebhookDelivery> {
  const id = headerOf(received, 'webhook-id')
  const timestamp = headerOf(received, 'webhook-timestamp')
  const signatures = headerOf(received, 'webhook-signature')
  checkTime(timestamp, received.tolerance_seconds ?? defaultToleranceSeconds)
  const body = typeof received.body === 'string' ? encode(received.body) : received.body
  const signed = concat(encode(`${id}.${timestamp}.`), body)
  for (const secret of [received.secret].flat()) {
    if (await isSigned(signed, signatures, secret)) return parseDelivery(body)
  }
  throw new WebhookError('the signature is not of this secret')
}

function headerOf({ headers }: ReceivedDelivery, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the header ${name} is missing`)
  return value
}

function checkTime(timestamp: string, tolerance: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(Date.now() / 1000 - seconds) <= tolerance)) throw new WebhookError('the delivery is too old')
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  if (!secret.startsWith(prefix)) throw new TypeError(`a webhook's secret begins with ${prefix}`)
  const secretBytes = decodeBase64(secret.slice(prefix.length))
  if (!secretBytes) throw new TypeError('the secret is not base64')
  const key = await crypto.subtle.importKey('raw', secretBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',')
    const bytes = version === 'v1' ? decodeBase64(text) : undefined
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true
  }
  return false
}

function parseDelivery(body: Uint8Array): WebhookDelivery {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookDelivery
  } catch (cause) {
    throw new WebhookError('the body is not JSON', { cause })
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
