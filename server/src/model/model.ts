import type { Clock } from '../platform/clock.ts'
import { describeStatus, providerMessage } from './describe-failure.ts'
import { ModelConnection } from './model-connection.ts'
import type { RawAnswer, Stop } from './model-exchange.ts'
import { ModelFailed } from './model-failed.ts'
import type { ModelAnswer, ModelRequest } from './model-request.ts'
import { type Price, priceOf } from './prices.ts'
import { toAnswer, toProviderCall } from './provider-answer.ts'
import {
  loadProvider,
  type MakeModel,
  type ModelAddress,
  type ProviderAnswer,
  type ProviderCall,
  parseModelId,
  takesTemperature,
} from './provider-models.ts'

// Language models of any provider. The SDK implements the protocols; the connection, its limits and the failures are
// ours. A call is tried once: waiting, retrying and the budget are up to the caller.

export interface Model {
  /** As configured, such as `openai:gpt-5-mini`. */
  readonly id: string
  /** The price today. */
  readonly price: Price
  /** The operator's monthly caps on the cost of all models: for each project, and in all; null for any amount. */
  readonly caps: { per_project: number | null; in_all: number | null }
  /** A reasoning model: its reasoning counts as output. */
  readonly thinks: boolean
  /** Loads what the first call needs. */
  prepare(): Promise<void>
  /** Throws only ModelFailed. */
  call(request: ModelRequest): Promise<ModelAnswer>
  /** Aborts running calls and closes connections. */
  close(): Promise<void>
}

export interface ModelConfig {
  MODEL?: string | undefined
  MODEL_BASE_URL?: string | undefined
  MODEL_API_KEY?: string | undefined
  MODEL_PRICE?: { input: number; output: number } | undefined
  MODEL_SPEND_USD?: number | undefined
  MODEL_SPEND_USD_PER_PROJECT?: number | undefined
}

const withinMs = 120_000

/** Undefined without MODEL. Nothing is loaded or connected before the first call. */
export function createModel(config: ModelConfig, parts: { clock: Clock; within_ms?: number }): Model | undefined {
  return config.MODEL === undefined ? undefined : new ConfiguredModel(config.MODEL, config, parts)
}

class ConfiguredModel implements Model {
  readonly id: string
  readonly thinks: boolean
  readonly caps: Model['caps']
  // Private, so that no log line or inspection shows the key.
  readonly #address: ModelAddress
  readonly #override: ModelConfig['MODEL_PRICE']
  readonly #clock: Clock
  readonly #withinMs: number
  readonly #connection = new ModelConnection()
  #provider: Promise<MakeModel> | undefined
  #takesTemperature: boolean

  constructor(id: string, config: ModelConfig, parts: { clock: Clock; within_ms?: number }) {
    this.id = id
    this.#address = { ...parseModelId(id), base_url: config.MODEL_BASE_URL, key: config.MODEL_API_KEY }
    this.#override = config.MODEL_PRICE
    this.caps = {
      per_project: config.MODEL_SPEND_USD_PER_PROJECT ?? null,
      in_all: config.MODEL_SPEND_USD ?? null,
    }
    this.#clock = parts.clock
    this.#withinMs = parts.within_ms ?? withinMs
    this.#takesTemperature = takesTemperature(this.#address)
    this.thinks = !this.#takesTemperature
  }

  get price(): Price {
    return priceOf(this.id, this.#override, this.#clock.now())
  }

  async prepare(): Promise<void> {
    await this.#load()
  }

  #load(): Promise<MakeModel> {
    this.#provider ??= loadProvider(this.#address)
    return this.#provider
  }

  async call(request: ModelRequest): Promise<ModelAnswer> {
    const makeModel = await this.#load()
    const stopping = new AbortController()
    const stop = (reason: Stop) => stopping.abort(reason)
    const abort = () => stop({ kind: 'aborted', message: 'the call to the model was given up' })
    const late = () => stop({ kind: 'timeout', message: `the model gave no answer within ${this.#withinMs / 1000} s` })
    const timer = setTimeout(late, this.#withinMs)
    request.signal?.addEventListener('abort', abort, { once: true })
    if (request.signal?.aborted) abort()
    try {
      return await this.#callOrLearn(request, makeModel, stopping.signal)
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', abort)
    }
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  /** Retries once without temperature if the model refuses it, and omits it from then on. A refusal costs nothing. */
  async #callOrLearn(request: ModelRequest, makeModel: MakeModel, signal: AbortSignal): Promise<ModelAnswer> {
    const call = toProviderCall(request, this.#takesTemperature)
    try {
      return toAnswer(request, await this.#callOnce(call, makeModel, signal, request.mayBegin))
    } catch (error) {
      const failed = error as ModelFailed
      const isRefused = failed.kind === 'bad_request' && /temperature/i.test(failed.message)
      if (call.temperature === undefined || !isRefused) throw error
      this.#takesTemperature = false
      return toAnswer(
        request,
        await this.#callOnce(toProviderCall(request, false), makeModel, signal, request.mayBegin),
      )
    }
  }

  async #callOnce(
    call: ProviderCall,
    makeModel: MakeModel,
    signal: AbortSignal,
    mayBegin: ModelRequest['mayBegin'],
  ): Promise<ProviderAnswer> {
    let raw: RawAnswer | undefined
    const model = makeModel(async (url, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers))
      raw = await this.#connection.post(String(url), { headers, body: String(init?.body), mayBegin }, signal)
      const { key } = this.#address
      if (raw.status < 200 || raw.status > 299) throw describeStatus({ ...raw, key, now: this.#clock.now() })
      return new Response(new Uint8Array(raw.body), { headers: { 'content-type': 'application/json' } })
    })
    try {
      return await model.doGenerate(call)
    } catch (error) {
      throw error instanceof ModelFailed ? error : this.#describeMismatch(error, raw)
    }
  }

  /** Describes what the SDK could not send or read. Its errors contain the whole request, so none is passed on. */
  #describeMismatch(error: unknown, raw: RawAnswer | undefined): ModelFailed {
    if (!raw) {
      const name = error instanceof Error ? error.name : 'error'
      return new ModelFailed(`the request cannot be put into the model's protocol: ${name}`, {
        kind: 'bad_request',
        may_be_billed: false,
      })
    }
    const words = providerMessage(raw.body, this.#address.key)
    const message = `the model's answer does not follow its protocol${words ? `: ${words}` : ''}`
    return new ModelFailed(message, { kind: 'invalid', status: raw.status, may_be_billed: true })
  }
}
