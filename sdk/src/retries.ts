import { PolegraphError } from './polegraph-error.ts'

// Decides whether a call may be sent again, and when.

/** A wait that the service asks for is taken up to this; a longer one is left to the caller. */
const longestWaitMs = 60_000
const firstDelayMs = 500
const longestDelayMs = 8_000

/** How long to wait before a call is sent again; undefined when it must not be. `attempt` counts from 0. */
export function waitBeforeRetry(error: unknown, method: string, attempt: number): number | undefined {
  if (!(error instanceof PolegraphError) || !mayRepeat(error, method)) return undefined
  if (error.retry_after === undefined) return backOff(attempt, firstDelayMs, longestDelayMs)
  const askedMs = error.retry_after * 1000
  // A little later than asked, so that callers who were refused together do not come back together.
  return askedMs <= longestWaitMs ? askedMs + Math.random() * 250 : undefined
}

/**
 * A PATCH may have been done although its answer was lost, and doing it again may undo what somebody did in between. All
 * other methods can be repeated: a POST has an Idempotency-Key.
 */
function mayRepeat({ status, code, retry_after }: PolegraphError, method: string): boolean {
  // Asked again, it would take as long; and who signs in should hear why it fails.
  if (code === 'took_too_long' || code === 'too_many_sign_ins') return false
  if (status === 429 || (status === 503 && retry_after !== undefined)) return true
  if (method === 'PATCH') return false
  return status === 0 || status === 408 || status >= 500 || code === 'idempotency_in_progress'
}

/** The longest wait between two attempts of whoever waits for something, however long the service is away. */
export const longestPatienceMs = 30_000

/** A key that was revoked and a domain that was deleted end a wait; a service that restarts does not. */
export function isPassing({ status }: PolegraphError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** Doubles with every attempt; at random between half of it and all. */
export function backOff(attempt: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** Resolves after a while; rejects at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
