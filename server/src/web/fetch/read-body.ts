import type { BodyBudget, BodyLease } from './body-budget.ts'
import { freeBodyBytes } from './body-budget.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import { describeFetchFailure, FetchFailed, FetchInterrupted } from './fetch-failure.ts'

// Reads the decoded body of an exchange up to a limit. All errors are FetchFailed, or the reason of the signal.

export async function* boundedChunks(
  exchange: Exchange,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let isWhole = false
  try {
    for await (const chunk of exchange.body as AsyncIterable<Buffer>) {
      // Decoding continues after all bytes have arrived.
      signal.throwIfAborted()
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
    isWhole = true
  } catch (error) {
    signal.throwIfAborted()
    throw describeFetchFailure(error as Error, 'answered')
  } finally {
    // After a complete body only a few bytes remain; reading them lets the connection be reused.
    if (isWhole) exchange.discard()
    else exchange.cut()
  }
}

export interface CollectOptions {
  max_bytes: number
  /** The size that the server declares. */
  announced_bytes: number | undefined
  budget: BodyBudget
  /** Paused while the body waits for memory: that is not the server's fault. */
  deadline: Pick<Deadline, 'rest' | 'run'>
  /** How long the body may wait for memory. */
  wait_ms: number
  signal: AbortSignal
}

export interface Collected {
  body: Uint8Array
  release(): void
}

/** The whole body. Beyond the free part it waits for memory, and the server waits with it. */
export async function collectBody(exchange: Exchange, options: CollectOptions): Promise<Collected> {
  const { max_bytes, announced_bytes = max_bytes, signal } = options
  const pieces = new Pieces()
  let lease: BodyLease | undefined
  try {
    if (announced_bytes > max_bytes) throw tooLarge(max_bytes)
    for await (const chunk of boundedChunks(exchange, max_bytes, signal)) {
      if (!lease && pieces.size + chunk.length > freeBodyBytes) lease = await takeRoom(options, announced_bytes)
      pieces.add(chunk)
    }
  } catch (error) {
    exchange.cut()
    lease?.release()
    throw error
  }
  lease?.shrinkTo(pieces.size)
  return { body: pieces.join(), release: () => lease?.release() }
}

/** Waits at most as long as a fetch may take: others may never release theirs. */
async function takeRoom({ budget, deadline, wait_ms, signal }: CollectOptions, bytes: number): Promise<BodyLease> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new FetchFailed('timeout', 'too much is being read at once')), wait_ms)
  deadline.rest()
  try {
    return await budget.take(bytes, AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
    deadline.run()
  }
}

/** The beginning of an error's body. The status is the answer, so a broken or late body does no harm. */
export async function collectErrorBody(exchange: Exchange, maxBytes: number, signal: AbortSignal): Promise<Collected> {
  const pieces = new Pieces()
  try {
    for await (const chunk of boundedChunks(exchange, Number.POSITIVE_INFINITY, signal)) {
      pieces.add(chunk.subarray(0, maxBytes - pieces.size))
      if (pieces.size === maxBytes) break
    }
  } catch (error) {
    if (!(error instanceof FetchFailed) || error instanceof FetchInterrupted) throw error
  }
  return { body: pieces.join(), release: () => undefined }
}

const blockBytes = 64 * 1024

/** Small chunks are copied into blocks: a view costs a hundred times as much as a byte. */
class Pieces {
  size = 0
  readonly #whole: Uint8Array[] = []
  #block: Buffer | undefined
  #used = 0

  add(piece: Uint8Array): void {
    this.size += piece.length
    if (piece.length >= blockBytes / 4) {
      this.#close()
      this.#whole.push(piece)
      return
    }
    if (this.#block && this.#used + piece.length > this.#block.length) this.#close()
    this.#block ??= Buffer.allocUnsafeSlow(blockBytes)
    this.#block.set(piece, this.#used)
    this.#used += piece.length
  }

  join(): Uint8Array {
    this.#close()
    const [only] = this.#whole
    return this.#whole.length === 1 && only ? only : Buffer.concat(this.#whole, this.size)
  }

  #close(): void {
    if (this.#block) this.#whole.push(this.#block.subarray(0, this.#used))
    this.#block = undefined
    this.#used = 0
  }
}

const tooLarge = (maxBytes: number) => new FetchFailed('too_large', `larger than ${inWords(maxBytes)}`)

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(bytes / 1024)} KiB`
}
