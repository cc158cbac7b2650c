import { z } from 'zod'
import { type AnswerFault, type ApiAnswer, notTheFormat } from './client/describe-answer.ts'
import { type ApiRules, type ClientOptions, SearchClient } from './client/search-client.ts'
import { SearchFailed } from './client/search-failed.ts'
import { collectHits, searchWords } from './collect-hits.ts'
import type { SearchProvider } from './search-provider.ts'

// SearXNG, and searx before it, as their documentation describes it ("Search API", docs.searxng.org) and as
// searx/webapp.py answers:
//
//   GET <SEARCH_BASE_URL>/search?q=…&format=json&language=de
//   There is no limit; a page has as many results as its engines give.
//
//   200  { "query", "number_of_results", "results": [{ "url", "title", "content", "engine", "engines", "score" }],
//          "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [["brave",
//          "Suspended: too many requests"]] }. Results are sorted by score.
//   400  { "error": "…" } for a wrong parameter
//   403  a web page: `json` is not among `search.formats` of settings.yml
//   429  a web page: the limiter of the instance takes us for a robot
//   500  { "error": "search error" }
//   302  for a query with an external bang such as `!!g`

const lettersMax = 400

const answerShape = z.object({ results: z.array(z.unknown()), unresponsive_engines: z.array(z.unknown()).nullish() })
const resultShape = z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() })
const engineShape = z.tuple([z.string(), z.string()])
const errorShape = z.object({ error: z.string() })

const rules: ApiRules = { name: 'SearXNG', gap_ms: 500, judge }

export function createSearxng(options: ClientOptions & { base_url: string }): SearchProvider {
  const client = new SearchClient(rules, options)
  return {
    name: client.name,
    close: () => client.close(),
    async search({ words, language, limit }, signal) {
      const q = withoutBangs(searchWords(words, lettersMax))
      if (q === '') return []
      const parameters = new URLSearchParams({ q, format: 'json' })
      if (language !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(language)) parameters.set('language', language)
      const url = `${options.base_url}/search?${parameters}`
      const parsed = answerShape.safeParse(await client.ask({ url, max_redirects: 3 }, signal))
      if (!parsed.success) throw notTheFormat(client.name, 'no list of results')
      const { results, unresponsive_engines } = parsed.data
      const found = results.flatMap((result) => resultShape.safeParse(result).data ?? [])
      if (found.length === 0) throwIfSilent(unresponsive_engines ?? [])
      return collectHits(
        found.map(({ url, title, content }) => ({ url, title, text: content })),
        limit,
      )
    },
  }
}

/** Words that begin with `!`, `:`, `?` or `<` choose engines, languages and time limits, or redirect elsewhere. */
function withoutBangs(words: string): string {
  return words
    .split(' ')
    .map((word) => word.replace(/^[!:?<]+/, ''))
    .filter((word) => word !== '')
    .join(' ')
}

/** No results while engines are silent is a fault, not an answer: nobody should believe that there is nothing. */
function throwIfSilent(unresponsive: unknown[]): void {
  const engines = unresponsive.flatMap((engine) => {
    const [name, why] = engineShape.safeParse(engine).data ?? []
    return name === undefined ? [] : `${name.slice(0, 50)} (${why?.slice(0, 100)})`
  })
  if (engines.length === 0) return
  const message = `SearXNG got no answer from its engines: ${engines.slice(0, 5).join(', ')}`
  throw new SearchFailed(message, { code: 'unreachable', status: 200 })
}

function judge({ status, json }: ApiAnswer): AnswerFault | undefined {
  if (status < 400) return undefined
  if (status === 403) return { code: 'refused', advice: 'json must be among search.formats in its settings.yml' }
  return { words: errorShape.safeParse(json).data?.error }
}
