import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { makeDecoders } from './decode-body.ts'
import { describeFetchFailure, FetchFailed, FetchInterrupted, type Stage } from './fetch-failure.ts'

// One request and its answer, below redirects. Only the signal ends it: undici's own time limits restart with every
// chunk.

export interface Head {
  status: number
  headers: IncomingHttpHeaders
}

/** A server that keeps sending `103 Early Hints` is not going to answer. */
const maxInformational = 20
/** A body in more chunks than this is meant to keep the process busy: each chunk is a call. */
const maxPieces = 200_000
/** Bytes of an unwanted body that are read, so that its connection can be reused. */
const discardBytes = 16 * 1024
const discardMs = 1_000

export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

export class Exchange implements Dispatcher.DispatchHandler {
  readonly head: Promise<Head>
  readonly #signal: AbortSignal
  readonly #onSent: () => void
  readonly #onEnd: () => void
  #answer!: (head: Head) => void
  #refuse!: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #decoders: Transform[] = []
  #codingFailure: Error | undefined
  #stage: Stage = 'connecting'
  #hasEnded = false
  #informational = 0
  #pieces = 0
  #discarded: number | undefined
  #timer: NodeJS.Timeout | undefined

  /** `onEnd` is called once, when the connection is free or closed. */
  constructor(signal: AbortSignal, listener: { onSent(): void; onEnd(): void }) {
    this.#signal = signal
    this.#onSent = listener.onSent
    this.#onEnd = listener.onEnd
    this.head = new Promise((resolve, reject) => {
      this.#answer = resolve
      this.#refuse = reject
    })
    // The promise may reject before anybody waits for it.
    this.head.catch(() => undefined)
    signal.addEventListener('abort', this.#cutBySignal, { once: true })
  }

  /** The decoded body, available after `head`. Throws FetchFailed for an unknown coding. */
  get body(): Readable {
    if (this.#codingFailure) throw this.#codingFailure
    return this.#decoders.at(-1) as Readable
  }

  /** Discards the body, or the rest of it. */
  discard(): void {
    for (const decoder of this.#decoders) decoder.destroy()
    if (this.#hasEnded || this.#discarded !== undefined) return
    this.#discarded = 0
    this.#timer = setTimeout(() => this.cut(), discardMs).unref()
    this.#controller?.resume()
  }

  /** Ends the exchange and closes its connection. */
  cut(reason: Error = new FetchInterrupted()): void {
    this.#fail(reason)
    for (const decoder of this.#decoders) decoder.destroy()
    this.#controller?.abort(new Error('cut'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The exchange was cut while it waited for its connection.
    if (this.#hasEnded) controller.abort(new Error('cut'))
    else if (this.#stage === 'connecting') {
      this.#stage = 'asked'
      this.#onSent()
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      if (++this.#informational > maxInformational) this.cut(new FetchFailed('protocol', 'invalid HTTP response'))
      return
    }
    this.#stage = 'answered'
    if (isRedirect(status)) this.discard()
    else this.#decode(headers['content-encoding'])
    this.#answer({ status, headers })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (++this.#pieces > maxPieces) {
      this.cut(new FetchFailed('protocol', 'response in too many pieces'))
    } else if (this.#discarded !== undefined) {
      this.#discarded += chunk.length
      if (this.#discarded > discardBytes) this.cut()
    } else if (this.#decoders[0]?.write(chunk) === false) controller.pause()
  }

  onResponseEnd(): void {
    // Servers also declare a content coding on empty bodies.
    if (this.#pieces === 0) this.#decoders.at(-1)?.push(null)
    else this.#decoders[0]?.end()
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  /** Ends the exchange with an error of the connection. */
  fail(error: Error): void {
    this.#fail(describeFetchFailure(error, this.#stage))
  }

  readonly #cutBySignal = () => this.cut(this.#signal.reason)

  #decode(contentEncoding: string | undefined): void {
    let decoders: [Transform, ...Transform[]]
    try {
      decoders = makeDecoders(contentEncoding)
    } catch (error) {
      // The caller may only need the status.
      this.#codingFailure = error as Error
      this.discard()
      return
    }
    this.#decoders = decoders
    for (const [index, decoder] of decoders.entries()) {
      const next = decoders[index + 1]
      // Errors are passed on to the last decoder, where the reader sees them, even later.
      decoder.on('error', (error) => next?.destroy(error))
      if (next) decoder.pipe(next)
    }
    decoders[0].on('drain', () => this.#controller?.resume())
  }

  #fail(error: Error): void {
    if (this.#hasEnded) return
    this.#refuse(error)
    this.#decoders.at(-1)?.destroy(error)
    this.#end()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#cutBySignal)
    this.#onEnd()
  }
}
