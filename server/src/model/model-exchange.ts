import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { describeError } from './describe-failure.ts'
import { ModelFailed } from './model-failed.ts'

// One request to a model and its whole answer, of bounded size. Only the signal ends it: undici's own time limits
// restart with every chunk, so a slow trickle never reaches them.

export const answerMaxBytes = 1024 * 1024
/** Limit for error bodies: the status is the answer, and the body is only a message. */
const errorMaxBytes = 64 * 1024

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Why a call is stopped from outside: the reason of the signal. */
export type Stop = { kind: 'timeout' | 'aborted'; message: string }

const unsent = { kind: 'aborted', may_be_billed: false } as const

export class ModelExchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<RawAnswer>
  readonly #signal: AbortSignal
  readonly #mayBegin: () => boolean
  readonly #chunks: Buffer[] = []
  #resolve!: (answer: RawAnswer) => void
  #reject!: (failure: ModelFailed) => void
  #controller: Dispatcher.DispatchController | undefined
  #head: Omit<RawAnswer, 'body'> | undefined
  #bytes = 0
  #isSent = false
  #isOver = false

  constructor(signal: AbortSignal, mayBegin: () => boolean = () => true) {
    this.#signal = signal
    this.#mayBegin = mayBegin
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    signal.addEventListener('abort', this.#stop, { once: true })
    if (signal.aborted) this.#stop()
  }

  /** The connection is open, and the request is sent next. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('cut'))
    else if (this.#mayBegin()) this.#isSent = true
    else this.#end(() => this.#reject(new ModelFailed('the work was stopped before the call', unsent)))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.#head = { status, headers }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#bytes += chunk.length
    const max = this.#isSuccess() ? answerMaxBytes : errorMaxBytes
    if (this.#bytes <= max) this.#chunks.push(chunk)
    else if (this.#isSuccess()) this.#failTooLarge()
    else this.#finish()
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    // The status of an error is enough, however its body ends.
    if (this.#head && !this.#isSuccess()) this.#finish()
    else this.#end(() => this.#reject(describeError(error, this.#isSent)))
  }

  #isSuccess(): boolean {
    return this.#head !== undefined && this.#head.status >= 200 && this.#head.status < 300
  }

  #failTooLarge(): void {
    const message = `the model's answer is larger than ${answerMaxBytes / 1024 / 1024} MiB`
    const failure = { kind: 'too_large', status: this.#head?.status ?? null, may_be_billed: true } as const
    this.#end(() => this.#reject(new ModelFailed(message, failure)))
  }

  #finish(): void {
    const { status, headers } = this.#head ?? { status: 0, headers: {} }
    this.#end(() => this.#resolve({ status, headers, body: Buffer.concat(this.#chunks) }))
  }

  readonly #stop = (): void => {
    const { kind, message } = this.#signal.reason as Stop
    if (kind === 'timeout' && this.#head && !this.#isSuccess()) this.#finish()
    else this.#end(() => this.#reject(new ModelFailed(message, { kind, may_be_billed: this.#isSent })))
  }

  #end(settle: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#stop)
    settle()
    // Aborts what is still coming; after a complete answer the connection stays open for the next.
    this.#controller?.abort(new Error('cut'))
  }
}
