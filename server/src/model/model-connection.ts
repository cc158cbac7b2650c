import type { Agent } from 'undici'
import { ModelExchange, type RawAnswer } from './model-exchange.ts'
import { ModelFailed } from './model-failed.ts'

const connectWithinMs = 10_000

/** HTTP to the model's address as configured: no redirects, no proxies from the environment, keep-alive. */
export class ModelConnection {
  #agent: Promise<Agent> | undefined
  #isClosed = false

  /** Stops when the signal is aborted; the reason must be a `Stop`. */
  async post(
    url: string,
    request: { headers: Record<string, string>; body: string; mayBegin?: (() => boolean) | undefined },
    signal: AbortSignal,
  ): Promise<RawAnswer> {
    if (this.#isClosed) throw new ModelFailed('the service is stopping', { kind: 'aborted', may_be_billed: false })
    this.#agent ??= createAgent()
    const agent = await this.#agent
    const { origin, pathname, search } = new URL(url)
    const exchange = new ModelExchange(signal, request.mayBegin)
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    try {
      const path = pathname + search
      const post = { origin, path, method: 'POST', headers, body: request.body }
      if (!signal.aborted) agent.dispatch(post, exchange)
    } catch (error) {
      exchange.fail(error as Error)
    }
    return exchange.answer
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#agent)?.destroy()
  }
}

async function createAgent(): Promise<Agent> {
  const { Agent } = await import('undici')
  // Calls have their own time limits.
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false, connect: { timeout: connectWithinMs } })
}
