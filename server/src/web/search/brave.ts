import { z } from 'zod'
import type { AnswerFault, ApiAnswer } from './client/describe-answer.ts'
import { notTheFormat } from './client/describe-answer.ts'
import { type ApiRules, type ClientOptions, SearchClient } from './client/search-client.ts'
import { boundedLimit, collectHits, searchWords, withoutMarks } from './collect-hits.ts'
import type { SearchProvider } from './search-provider.ts'

// Brave Search API, as its documentation describes it ("Web Search API: Query Parameters", "Response Headers" and "API
// reference: web/search", api-dashboard.search.brave.com):
//
//   GET https://api.search.brave.com/res/v1/web/search?q=…&count=20&search_lang=en    X-Subscription-Token: <key>
//   q            at most 400 characters and 50 words
//   count        1 to 20; counts web results
//   search_lang  a code of their list, `en` by default; others get 422
//
//   200  { "type": "search", "query": {…}, "web": { "type": "search", "results": [{ "title", "url", "description" }] } }
//        Without `web` there are no results. Descriptions mark matches with <strong>.
//   4xx  { "type": "ErrorResponse", "error": { "id", "status", "code", "detail", "meta": {} }, "time": 0 }
//        422 VALIDATION, 429 RATE_LIMITED for the second, 429 QUOTA_LIMITED for the month. An unknown key gets 422
//        SUBSCRIPTION_TOKEN_INVALID, one without a subscription 404 SUBSCRIPTION_NOT_FOUND. The examples of the
//        reference have a list `errors`, unlike its schema and what users report.
//   X-RateLimit-Remaining: 0, 1000 and X-RateLimit-Reset: 1, 1419704 tell how many requests are left and when they are
//        there again, in seconds: for the second, and for the month. There is no Retry-After.

const base = 'https://api.search.brave.com/res/v1'
const lettersMax = 400
const wordsMax = 50
const countMax = 20

/** Codes of their list that are not the two letters of ISO 639-1. */
const otherCodes: Record<string, string> = { ja: 'jp', no: 'nb', nn: 'nb', zh: 'zh-hans', pt: 'pt-pt' }
const wholeCodes = new Set(['zh-hans', 'zh-hant', 'pt-br', 'pt-pt', 'en-gb'])
const plainCodes = new Set(
  (
    'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl ' +
    'es sv ta te th tr uk vi'
  ).split(' '),
)

const answerShape = z.object({
  type: z.literal('search'),
  web: z.object({ results: z.array(z.unknown()) }).nullish(),
})
const resultShape = z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() })
const errorItem = z.object({ code: z.string(), detail: z.string().nullish() })
const errorShape = z.union([
  z.object({ error: errorItem }).transform(({ error }) => error),
  z.object({ errors: z.tuple([errorItem], z.unknown()) }).transform(({ errors }) => errors[0]),
])
const keyCodes = new Set(['SUBSCRIPTION_TOKEN_INVALID', 'SUBSCRIPTION_NOT_FOUND'])

const rules: ApiRules = {
  name: 'Brave Search',
  // The free plan allows one request a second.
  gap_ms: 1_000,
  judge,
  pauseOf: ({ status, rate_limit }) => (status === 429 ? pauseOf(rate_limit) : null),
}

export function createBrave(options: ClientOptions & { key: string; base_url?: string | undefined }): SearchProvider {
  const client = new SearchClient(rules, options)
  return {
    name: client.name,
    close: () => client.close(),
    async search({ words, language, limit }, signal) {
      const q = searchWords(words, lettersMax, wordsMax)
      if (q === '') return []
      const parameters = new URLSearchParams({ q, count: String(Math.min(boundedLimit(limit), countMax)) })
      const code = searchLanguage(language)
      if (code !== undefined) parameters.set('search_lang', code)
      const url = `${options.base_url ?? base}/web/search?${parameters}`
      const headers = { 'x-subscription-token': options.key }
      const parsed = answerShape.safeParse(await client.ask({ url, headers, max_redirects: 0 }, signal))
      if (!parsed.success) throw notTheFormat(client.name, 'not the format of its web search')
      const results = (parsed.data.web?.results ?? []).flatMap((result) => resultShape.safeParse(result).data ?? [])
      return collectHits(
        results.map(({ url, title, description }) => ({
          url,
          title: withoutMarks(title ?? ''),
          text: withoutMarks(description ?? ''),
        })),
        limit,
      )
    },
  }
}

/** Undefined for a language that Brave does not know: it would refuse the search. */
export function searchLanguage(language: string | undefined): string | undefined {
  const tag = language?.toLowerCase().replaceAll('_', '-')
  if (tag === undefined) return undefined
  if (wholeCodes.has(tag)) return tag
  if (/^zh-(?:tw|hk|mo|hant)\b/.test(tag)) return 'zh-hant'
  const short = tag.split('-')[0] as string
  const code = otherCodes[short] ?? short
  return wholeCodes.has(code) || plainCodes.has(code) ? code : undefined
}

function judge({ json }: ApiAnswer): AnswerFault | undefined {
  const error = errorShape.safeParse(json).data
  if (!error) return undefined
  const words = error.detail ?? error.code
  if (keyCodes.has(error.code)) return { code: 'wrong_key', words }
  return error.code === 'QUOTA_LIMITED' ? { code: 'quota_used_up', words, is_transient: false } : { words }
}

/** The longest wait of the limits that are used up, or the shortest of all where none says so. */
function pauseOf({ remaining, reset }: { remaining: string | null; reset: string | null }): number | null {
  const seconds = numbersOf(reset)
  if (seconds.length === 0) return null
  const left = numbersOf(remaining)
  const usedUp = seconds.filter((_, index) => left[index] === 0)
  return 1000 * (usedUp.length > 0 ? Math.max(...usedUp) : Math.min(...seconds))
}

function numbersOf(header: string | null): number[] {
  if (header === null || !/^[\d\s,]{1,100}$/.test(header)) return []
  return header
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
}
