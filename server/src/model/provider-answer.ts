import { estimateTokens } from './estimate-tokens.ts'
import type { ModelAnswer, ModelRequest, ModelUsage } from './model-request.ts'
import type { ProviderAnswer, ProviderCall } from './provider-models.ts'

// Converts between our requests and answers and those of the SDK.

export function toProviderCall(request: ModelRequest, takesTemperature: boolean): ProviderCall {
  const { system, messages, schema } = request
  // Anthropic caches the prompt up to this mark; other providers cache on their own and ignore it.
  const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  const call: ProviderCall = {
    prompt: [
      { role: 'system', content: system, providerOptions: cached },
      ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ],
    responseFormat: { type: 'json', name: schema.name, schema: schema.json },
    maxOutputTokens: request.max_output_tokens,
  }
  return takesTemperature ? { ...call, temperature: 0 } : call
}

export function toAnswer(request: ModelRequest, answer: ProviderAnswer): ModelAnswer {
  const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text, finish: finishOf(answer), ...usageOf(request, answer) }
}

function finishOf({ finishReason }: ProviderAnswer): ModelAnswer['finish'] {
  const { unified } = finishReason
  if (unified === 'stop' || unified === 'length') return unified
  return unified === 'content-filter' ? 'refused' : 'other'
}

/** Every call has input tokens: a server that reports 0 does not count them. */
function usageOf(request: ModelRequest, answer: ProviderAnswer): { usage: ModelUsage; is_estimated: boolean } {
  const { inputTokens, outputTokens } = answer.usage
  const input = count(inputTokens.total) || undefined
  const output = input === undefined ? undefined : count(outputTokens.total)
  const tokensInput = input ?? estimateInput(request)
  const cached = Math.min(count(inputTokens.cacheRead) ?? 0, tokensInput)
  const written = Math.min(count(inputTokens.cacheWrite) ?? 0, tokensInput - cached)
  const usage: ModelUsage = {
    tokens_input: tokensInput,
    tokens_cached: cached,
    ...(written > 0 ? { tokens_cache_written: written } : {}),
    tokens_output: output ?? estimateOutput(answer),
  }
  return { usage, is_estimated: output === undefined }
}

/** A number of tokens beyond what any model takes is a mistake of its server. */
const tokensMax = 10_000_000

function count(tokens: number | undefined): number | undefined {
  const isSensible = Number.isSafeInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= tokensMax
  return isSensible ? tokens : undefined
}

function estimateInput({ system, messages, schema }: ModelRequest): number {
  const texts = [system, JSON.stringify(schema.json), ...messages.map(({ content }) => content)]
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}

function estimateOutput({ content }: ProviderAnswer): number {
  const written = content.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : ''))
  return estimateTokens(written.join('\n'))
}
