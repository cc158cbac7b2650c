import type { Agent } from 'undici'
import { ModelExchange, type RawAnswer } from './model-exchange.ts'
import { ModelFailed } from './model-failed.ts'

const connectWithinMs = 10_000

/** HTTP to where the operator says the model is: no redirects, no proxies from the environment, kept alive. */
export class ModelConnection {
  #agent: Promise<Agent> | undefined
  #isClosed = false

  /** Stops when the signal does; its reason is a `Stop`. */
  async post(
    url: string,
    request: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<RawAnswer> {
    if (this.#isClosed) throw new ModelFailed('the service is stopping', { kind: 'aborted', may_be_billed: false })
    this.#agent ??= createAgent()
    const agent = await this.#agent
    const { origin, pathname, search } = new URL(url)
    const exchange = new ModelExchange(signal)
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

  /** Cuts what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#agent)?.destroy()
  }
}

async function createAgent(): Promise<Agent> {
  const { Agent } = await import('undici')
  // The time limits of a call are its own.
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false, connect: { timeout: connectWithinMs } })
}
