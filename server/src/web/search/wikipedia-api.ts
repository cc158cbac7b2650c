import { z } from 'zod'
import { type AnswerFault, type ApiAnswer, notTheFormat } from './client/describe-answer.ts'
import type { ApiRules, SearchClient } from './client/search-client.ts'

// The action API of MediaWiki, as its documentation describes it (mediawiki.org: "API:Search", "API:Extlinks",
// "API:Pageprops", "API:Info", "API:Continue", "API:Errors and warnings", "API:Etiquette", "Manual:Maxlag parameter";
// wikidata.org: "Special:ApiHelp/wbgetclaims", "Wikibase/DataModel/JSON"), with formatversion=2:
//
//   GET /w/api.php?action=query&list=search&srsearch=…&srlimit=10&srprop=snippet
//     { "query": { "search": [{ "ns": 0, "title", "pageid", "snippet" }] } }
//     srlimit 1 to 500. Snippets are HTML: <span class="searchmatch">. Wikipedia refuses more than 300 characters.
//   …&pageids=1|2&prop=extlinks|info|pageprops&ellimit=max&inprop=url&ppprop=wikibase_item&meta=wikibase&wbprop=url
//     { "continue": { "elcontinue", "continue" },
//       "query": { "pages": [{ "pageid", "title", "fullurl", "extlinks": [{ "url" }], "pageprops": { "wikibase_item" } }],
//                  "wikibase": { "repo": { "url": { "base": "https://www.wikidata.org", "scriptpath": "/w" } } } } }
//     ellimit is at most 500, for all pages together; `continue` is sent back for the rest. Links may begin with `//`.
//     A wiki without Wikibase answers with a warning and without `wikibase`.
//   GET <repo>/api.php?action=wbgetclaims&entity=Q1&property=P856
//     { "claims": { "P856": [{ "mainsnak": { "snaktype": "value", "datavalue": { "type": "string", "value": "https://…" } },
//                              "rank": "preferred|normal|deprecated", "qualifiers": { "P582": [] } }] } }
//     P856 is "official website", the qualifier P582 its end.
//   Errors come with status 200: { "error": { "code", "info", "docref" } }; `ratelimited` and `maxlag` are to be
//     repeated later. Blocked clients get 403 or 429 with a text or a web page, usually for their User-Agent.

export const wikipediaRules: ApiRules = {
  name: 'Wikipedia',
  // There is no limit for reading; requests one after the other are called safe.
  gap_ms: 500,
  judge,
}

export interface FoundArticle {
  pageid: number
  title: string
  /** HTML. */
  snippet: string
}

export interface ArticleLinks {
  url: string
  links: string[]
  /** The item of Wikidata, such as Q42. */
  item: string | undefined
}

/** Requests for the links of all articles of a search: 2,000 links. */
const linkRequests = 4
const maxlagSeconds = '5'

const errorShape = z.object({ error: z.object({ code: z.string(), info: z.string().nullish() }) })
const foundShape = z.object({
  query: z.object({
    search: z.array(z.object({ pageid: z.number().int(), title: z.string(), snippet: z.string().nullish() })),
  }),
})
const linksShape = z.object({
  continue: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  query: z.object({
    pages: z.array(
      z.object({
        pageid: z.number().int().optional(),
        fullurl: z.string().optional(),
        extlinks: z.array(z.object({ url: z.string() })).optional(),
        pageprops: z.object({ wikibase_item: z.string().optional() }).optional(),
      }),
    ),
    wikibase: z.object({ repo: z.object({ url: z.object({ base: z.string(), scriptpath: z.string() }) }) }).optional(),
  }),
})
const claimsShape = z.object({ claims: z.object({ P856: z.array(z.unknown()).optional() }).or(z.tuple([])) })
const claimShape = z.object({
  rank: z.string(),
  mainsnak: z.object({ snaktype: z.literal('value'), datavalue: z.object({ value: z.string() }) }),
  qualifiers: z.object({ P582: z.unknown() }).optional(),
})

export class WikipediaApi {
  readonly #client: SearchClient
  readonly #api: string

  /** `api` as in `https://en.wikipedia.org/w/api.php`. */
  constructor(client: SearchClient, api: string) {
    this.#client = client
    this.#api = api
  }

  async findArticles(words: string, limit: number, signal: AbortSignal): Promise<FoundArticle[]> {
    const parameters = { action: 'query', list: 'search', srsearch: words, srlimit: String(limit), srprop: 'snippet' }
    const found = await this.#ask(this.#api, parameters, foundShape, signal)
    return found.query.search.map(({ pageid, title, snippet }) => ({ pageid, title, snippet: snippet ?? '' }))
  }

  /** The articles by page id, and the API of the Wikibase that holds their items. */
  async readLinks(ids: number[], signal: AbortSignal) {
    const articles = new Map<number, ArticleLinks>()
    let repo: string | undefined
    let rest: Record<string, string> = {}
    for (let request = 0; request < linkRequests; request++) {
      const answer = await this.#ask(this.#api, { ...linkParameters(ids), ...rest }, linksShape, signal)
      for (const { pageid, fullurl, extlinks = [], pageprops } of answer.query.pages) {
        if (pageid === undefined) continue
        const article = articles.get(pageid) ?? { url: '', links: [], item: undefined }
        article.url ||= fullurl ?? ''
        article.item ??= pageprops?.wikibase_item
        article.links.push(...extlinks.map(({ url }) => (url.startsWith('//') ? `https:${url}` : url)))
        articles.set(pageid, article)
      }
      repo ??= this.#repoApi(answer.query.wikibase?.repo.url)
      if (!answer.continue) break
      rest = Object.fromEntries(Object.entries(answer.continue).map(([name, value]) => [name, String(value)]))
    }
    return { articles, repo }
  }

  /** The official sites of an item, those that are preferred first. */
  async officialSites(repo: string, item: string, signal: AbortSignal): Promise<string[]> {
    const parameters = { action: 'wbgetclaims', entity: item, property: 'P856' }
    const { claims } = await this.#ask(repo, parameters, claimsShape, signal)
    const given = 'P856' in claims ? (claims.P856 ?? []) : []
    const current = given
      .flatMap((claim) => claimShape.safeParse(claim).data ?? [])
      .filter(({ rank, qualifiers }) => rank !== 'deprecated' && qualifiers?.P582 === undefined)
    const preferred = current.filter(({ rank }) => rank === 'preferred')
    return (preferred.length > 0 ? preferred : current).map(({ mainsnak }) => mainsnak.datavalue.value)
  }

  #repoApi(url: { base: string; scriptpath: string } | undefined): string | undefined {
    const api = url && URL.parse(`${url.base}${url.scriptpath}/api.php`, this.#api)
    return api && /^https?:$/.test(api.protocol) ? api.href : undefined
  }

  async #ask<Shape extends z.ZodType>(
    api: string,
    parameters: Record<string, string>,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<z.output<Shape>> {
    const all = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2', maxlag: maxlagSeconds })
    const parsed = shape.safeParse(await this.#client.ask({ url: `${api}?${all}`, max_redirects: 3 }, signal))
    if (!parsed.success) throw notTheFormat(this.#client.name, 'not the format of its API')
    return parsed.data
  }
}

const linkParameters = (ids: number[]) => ({
  action: 'query',
  pageids: ids.join('|'),
  prop: 'extlinks|info|pageprops',
  ellimit: 'max',
  inprop: 'url',
  ppprop: 'wikibase_item',
  meta: 'wikibase',
  wbprop: 'url',
})

function judge({ status, json, text }: ApiAnswer): AnswerFault | undefined {
  const error = errorShape.safeParse(json).data?.error
  if (error) {
    const words = error.info ?? error.code
    const isLater = error.code === 'ratelimited' || error.code === 'maxlag'
    if (isLater) return { code: 'quota_used_up', words, is_transient: true }
    return status < 400 ? { code: 'refused', words } : { words }
  }
  // Nobody has a key: the User-Agent is not welcome, or the address is blocked.
  if (status === 403) {
    return { code: 'refused', words: text, advice: 'CRAWL_USER_AGENT must name a way to reach the operator' }
  }
  return undefined
}
