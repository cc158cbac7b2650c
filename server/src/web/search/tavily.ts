import { z } from 'zod'
import { type AnswerFault, type ApiAnswer, notTheFormat } from './client/describe-answer.ts'
import { type ApiRules, type ClientOptions, SearchClient } from './client/search-client.ts'
import { boundedLimit, collectHits, searchWords } from './collect-hits.ts'
import type { SearchProvider } from './search-provider.ts'

// Tavily Search, as its documentation describes it ("API reference: Tavily Search", docs.tavily.com; "Errors Code",
// help.tavily.com):
//
//   POST https://api.tavily.com/search    Authorization: Bearer tvly-…    { "query": "…", "max_results": 20 }
//   query        at most 400 characters ("Best practices for Search"); longer ones get 400
//   max_results  0 to 20
//   There is a `country`, but no language.
//
//   200  { "query", "images": [], "results": [{ "title", "url", "content", "score" }], "response_time", "request_id" }
//   4xx  { "detail": { "error": "Unauthorized: missing or invalid API key." } }
//        400 a wrong parameter, 401 the key, 429 too many requests in a minute (100 with a development key),
//        432 the plan's limit, 433 the limit of pay-as-you-go. 422 has FastAPI's list: { "detail": [{ "msg" }] }

const base = 'https://api.tavily.com'
const lettersMax = 400
const resultsMax = 20

const answerShape = z.object({ results: z.array(z.unknown()) })
const resultShape = z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() })
const errorShape = z.object({
  detail: z.union([z.string(), z.object({ error: z.string() }), z.array(z.object({ msg: z.string() })).nonempty()]),
})

// 100 requests a minute.
const rules: ApiRules = { name: 'Tavily', gap_ms: 600, judge }

export function createTavily(options: ClientOptions & { key: string; base_url?: string | undefined }): SearchProvider {
  const client = new SearchClient(rules, options)
  return {
    name: client.name,
    close: () => client.close(),
    async search({ words, limit }, signal) {
      const query = searchWords(words, lettersMax)
      if (query === '') return []
      const post = JSON.stringify({ query, max_results: Math.min(boundedLimit(limit), resultsMax) })
      const headers = { authorization: `Bearer ${options.key}` }
      const url = `${options.base_url ?? base}/search`
      const parsed = answerShape.safeParse(await client.ask({ url, headers, post, max_redirects: 0 }, signal))
      if (!parsed.success) throw notTheFormat(client.name, 'no list of results')
      const results = parsed.data.results.flatMap((result) => resultShape.safeParse(result).data ?? [])
      return collectHits(
        results.map(({ url, title, content }) => ({ url, title, text: content })),
        limit,
      )
    },
  }
}

function judge({ status, json }: ApiAnswer): AnswerFault | undefined {
  if (status < 400) return undefined
  const words = wordsOf(errorShape.safeParse(json).data?.detail)
  return status === 432 || status === 433 ? { code: 'quota_used_up', words } : { words }
}

function wordsOf(detail: z.output<typeof errorShape>['detail'] | undefined): string | undefined {
  if (detail === undefined || typeof detail === 'string') return detail
  return Array.isArray(detail) ? detail[0]?.msg : detail.error
}
