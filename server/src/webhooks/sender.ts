import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@polegraph/contract/limits.ts'
import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../platform/clock.ts'
import { type SecretBox, SecretUnreadable } from '../platform/secret-box.ts'
import type { AddressGuard } from '../web/address/address-guard.ts'
import { type Connect, createGuardedAgent } from '../web/fetch/guarded-agent.ts'
import { describeFailure } from './failure.ts'
import { deliveryHeaders, type SignedDelivery } from './signature.ts'

// Makes single attempts. An attempt has an absolute time limit: undici's own limits start anew with every chunk. The
// status decides; the body is read, up to a limit, only so that the connection can be reused.

export interface Message extends SignedDelivery {
  url: string
  domain_id: string
  webhook_id: string
  /** As it is stored. */
  secret: string
}

/** The row that the secret of a webhook is sealed for. */
export const secretRow = ({ domain_id, webhook_id }: { domain_id: string; webhook_id: string }) =>
  `webhook ${domain_id} ${webhook_id}`

export interface Outcome {
  status: 'delivered' | 'failed'
  response_status: number | null
  error: string | null
  duration_ms: number
  attempted_at: Date
  /** The receiver was not asked at all. */
  is_own_fault?: boolean
}

export interface AttemptListener {
  /** Called once, as soon as the outcome is known. The cause is for the log: it may contain addresses. */
  onOutcome(outcome: Outcome, cause?: Error): void
  /** Called once, afterwards: the connection is free, or closed. */
  onEnd?(): void
}

const attemptMs = limits.webhook_timeout_seconds * 1000
const maxBodyBytes = 64 * 1024
const sweepMs = 100

export class Sender {
  readonly #clock: Clock
  readonly #guard: AddressGuard
  readonly #box: SecretBox
  readonly #connect: Connect | undefined
  readonly #attempts = new Set<Attempt>()
  #agent: Promise<Agent> | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(options: { clock: Clock; guard: AddressGuard; box: SecretBox; connect?: Connect | undefined }) {
    this.#clock = options.clock
    this.#guard = options.guard
    this.#box = options.box
    this.#connect = options.connect
  }

  send(message: Message, listener: AttemptListener): void {
    const attempt = new Attempt(this.#clock, {
      onOutcome: listener.onOutcome,
      onEnd: () => {
        this.#attempts.delete(attempt)
        listener.onEnd?.()
      },
    })
    this.#attempts.add(attempt)
    this.#sweep ??= setInterval(() => this.#sweepAll(), sweepMs).unref()
    this.#agent ??= this.#createAgent()
    this.#agent
      .then((agent) => agent.dispatch(this.#requestOf(message, attempt.startedAt), attempt))
      .catch((error: Error) => attempt.fail(error))
  }

  #requestOf(message: Message, now: Date): Dispatcher.DispatchOptions {
    const url = new URL(message.url)
    const secret = this.#box.open(message.secret, secretRow(message))
    return {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: deliveryHeaders({ ...message, secret }, now),
      body: message.body,
    }
  }

  /** Resolves when nothing is under way, or the time is over. */
  async idle(withinMs: number): Promise<void> {
    const giveUpAt = performance.now() + withinMs
    while (this.#attempts.size > 0 && performance.now() < giveUpAt) await sleep(20)
  }

  /** Aborts what is under way. */
  async close(): Promise<void> {
    clearInterval(this.#sweep)
    for (const attempt of this.#attempts) attempt.cut('interrupted')
    await (await this.#agent)?.destroy()
  }

  #createAgent(): Promise<Agent> {
    // Each attempt has limits of its own.
    const agent = { headersTimeout: 0, bodyTimeout: 0 }
    return createGuardedAgent({ guard: this.#guard, connect: this.#connect, agent })
  }

  #sweepAll(): void {
    for (const attempt of this.#attempts) attempt.cutIfOver()
    if (this.#attempts.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

class Attempt implements Dispatcher.DispatchHandler {
  readonly startedAt: Date
  readonly #clock: Clock
  readonly #listener: Required<AttemptListener>
  // A monotonic clock: steps of the system clock must not stretch an attempt.
  readonly #startedAtTick = performance.now()
  #controller: Dispatcher.DispatchController | undefined
  #bodyBytes = 0
  #isDecided = false
  #hasEnded = false

  constructor(clock: Clock, listener: Required<AttemptListener>) {
    this.#clock = clock
    this.startedAt = clock.now()
    this.#listener = listener
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The attempt was given up while it waited for its connection.
    if (this.#hasEnded) controller.abort(new Error('cut'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    if (status < 300) this.#decide('delivered', status, null)
    else this.#decide('failed', status, status < 400 ? `HTTP ${status} (redirects are not followed)` : `HTTP ${status}`)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes > maxBodyBytes) controller.abort(new Error('cut'))
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    this.#decide('failed', null, describeFailure(error), error)
    this.#end()
  }

  cutIfOver(): void {
    const byClock = this.#clock.now().getTime() - this.startedAt.getTime()
    if (byClock >= attemptMs || performance.now() - this.#startedAtTick >= attemptMs) {
      this.cut(`timeout after ${limits.webhook_timeout_seconds} s`)
    }
  }

  cut(error: string): void {
    this.#decide('failed', null, error)
    this.#end()
    this.#controller?.abort(new Error('cut'))
  }

  #decide(status: Outcome['status'], responseStatus: number | null, error: string | null, cause?: Error): void {
    if (this.#isDecided) return
    this.#isDecided = true
    const duration_ms = Math.round(performance.now() - this.#startedAtTick)
    const outcome = { status, response_status: responseStatus, error, duration_ms, attempted_at: this.startedAt }
    const is_own_fault = cause instanceof SecretUnreadable
    this.#listener.onOutcome({ ...outcome, ...(is_own_fault && { is_own_fault }) }, cause)
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#listener.onEnd()
  }
}
