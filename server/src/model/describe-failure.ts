import type { IncomingHttpHeaders } from 'node:http'
import { cutText } from '../language/cut-text.ts'
import { parseRetryAfter } from '../web/fetch/retry-after.ts'
import { ModelFailed, type ModelFailureKind } from './model-failed.ts'

// Describes answers and errors of providers. Providers quote what they were sent, so the key is removed from their
// messages first.

const messageMax = 300

/** Describes a status outside of 2xx. Providers do not charge for those. */
export function describeStatus(answer: {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  key: string | undefined
  now: Date
}): ModelFailed {
  const { status } = answer
  const retryAfter = answer.headers['retry-after']
  const failure = {
    kind: kindOf(status),
    status,
    retry_after_ms: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : null, answer.now),
    may_be_billed: false,
  }
  if (status < 400) return new ModelFailed(`the model answered HTTP ${status}: redirects are not followed`, failure)
  const words = providerMessage(answer.body, answer.key)
  const text = `the model answered HTTP ${status}${words ? `: ${words}` : ''}`
  return new ModelFailed(failure.kind === 'refused_key' ? `${text} (check MODEL_API_KEY)` : text, failure)
}

function kindOf(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return 'refused_key'
  return status === 408 || status === 429 || status >= 500 ? 'unavailable' : 'bad_request'
}

/** The provider's error message, from any of the usual fields. */
export function providerMessage(body: Buffer, key: string | undefined): string | undefined {
  const text = body.toString('utf8')
  const words = messageIn(text) ?? (/^\s*[<{[]/.test(text) ? '' : text)
  const line = withoutKey(words, key)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line === '' ? undefined : cutText(line, messageMax)
}

/** OpenAI and Anthropic use `error.message`, Ollama `error`, vLLM `message`, others `detail`. */
function messageIn(text: string): string | undefined {
  try {
    const json = JSON.parse(text)
    return [json?.error?.message, json?.error, json?.message, json?.detail].find((words) => typeof words === 'string')
  } catch {
    return undefined
  }
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[key]') : text
}

const connecting: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved',
  EHOSTUNREACH: 'its address cannot be reached',
  ENETUNREACH: 'its address cannot be reached',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
}

/** Describes an error of the connection. Once the request is sent, the model may have done any part of the work. */
export function describeError(error: Error, isSent: boolean): ModelFailed {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return new ModelFailed('the service is stopping', { kind: 'aborted', may_be_billed: isSent })
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new ModelFailed('the request cannot be sent: MODEL_BASE_URL or MODEL_API_KEY is not fit for HTTP', {
      kind: 'bad_request',
      may_be_billed: false,
    })
  }
  if (!isSent) {
    const why = connecting[code] ?? (code || 'connection failed')
    return new ModelFailed(`the model cannot be reached: ${why}`, { kind: 'unavailable', may_be_billed: false })
  }
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ModelFailed('the model answered with invalid HTTP', { kind: 'invalid', may_be_billed: true })
  }
  return new ModelFailed('the model closed the connection before its answer was complete', {
    kind: 'unavailable',
    may_be_billed: true,
  })
}
