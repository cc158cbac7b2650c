import { cutText } from '../../../language/cut-text.ts'
import type { FetchFailed, FetchFailureKind } from '../../fetch/fetch-failure.ts'
import { SearchFailed, type SearchFailureCode } from './search-failed.ts'

// Describes what went wrong, in words that name the provider and the setting to look at. Providers quote what they were
// sent, so the key is removed from their sentences.

export interface ApiAnswer {
  status: number
  /** Undefined when the body is not JSON. */
  json: unknown
  text: string
  retry_after_ms: number | null
}

/** Knowledge of one provider that statuses do not tell. Undefined fields follow the status. */
export interface AnswerFault {
  code?: SearchFailureCode
  /** The provider's sentence. */
  words?: string | undefined
  /** Advice for the operator, behind the sentence. */
  advice?: string
  is_transient?: boolean
}

const wordsMax = 300

/** Describes an answer with an error status, or one that the provider's own rules call an error. */
export function describeAnswer(name: string, answer: ApiAnswer, fault: AnswerFault, key?: string): SearchFailed {
  const { status } = answer
  const code = fault.code ?? codeOf(status)
  const words = cleanWords(fault.words, key)
  const sentence = `${name} ${opening(code, status)}${words === '' ? '' : `: ${words}`}`
  const advice = fault.advice ?? adviceFor(code, status)
  return new SearchFailed(advice === '' ? sentence : `${sentence} (${advice})`, {
    code,
    status,
    retry_after_ms: answer.retry_after_ms,
    is_transient: fault.is_transient ?? (code === 'quota_used_up' ? status === 429 : status >= 500),
  })
}

function codeOf(status: number): SearchFailureCode {
  if (status === 401 || status === 403) return 'wrong_key'
  if (status === 429 || status === 402) return 'quota_used_up'
  if (status === 408 || status === 504) return 'timed_out'
  if (status >= 500) return 'unreachable'
  return status === 400 || status === 413 || status === 414 || status === 422 ? 'refused' : 'bad_answer'
}

function opening(code: SearchFailureCode, status: number): string {
  if (code === 'wrong_key') return 'does not accept the key'
  if (code === 'quota_used_up') return status === 429 ? 'takes no more searches for now' : 'takes no more searches'
  if (code === 'timed_out') return 'took too long to answer'
  if (code === 'unreachable') return `is out of order (HTTP ${status})`
  if (code === 'refused') return 'refuses this search'
  return `gave an answer that cannot be read (HTTP ${status})`
}

function adviceFor(code: SearchFailureCode, status: number): string {
  if (code === 'wrong_key') return 'check SEARCH_API_KEY'
  return code === 'bad_answer' && status !== 200 ? 'check SEARCH_BASE_URL' : ''
}

const unreadable: ReadonlySet<FetchFailureKind> = new Set([
  'too_large',
  'too_many_redirects',
  'bad_redirect',
  'bad_encoding',
  'protocol',
])

/** Describes a request without an answer. */
export function describeSilence(name: string, { kind, message }: FetchFailed): SearchFailed {
  if (kind === 'timeout') return new SearchFailed(`${name} took too long: ${message}`, { code: 'timed_out' })
  if (unreadable.has(kind)) {
    return new SearchFailed(`${name} gave an answer that cannot be read: ${message}`, { code: 'bad_answer' })
  }
  const is_transient = kind === 'cut_off'
  return new SearchFailed(`${name} cannot be reached: ${message}`, { code: 'unreachable', is_transient })
}

export function notTheFormat(name: string, why: string): SearchFailed {
  return new SearchFailed(`${name} gave an answer that cannot be read: ${why}`, { code: 'bad_answer', status: 200 })
}

function cleanWords(words: string | undefined, key: string | undefined): string {
  // An HTML page is no sentence.
  if (words === undefined || /^\s*</.test(words)) return ''
  const safe = key ? words.replaceAll(key, '[key]') : words
  const line = safe
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return cutText(line, wordsMax)
}
