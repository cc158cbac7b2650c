import { setTimeout as sleep } from 'node:timers/promises'
import { get, post } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import { serveSearch } from '../crawl/corpus-search.ts'
import { type CrawlingService, withCrawlingService } from '../crawl/crawling-service.ts'
import { startPlainModel } from '../crawl/plain-model.ts'
import { corpusFile } from '../crawl/serve-sites.ts'
import type { Corpus, Evaluation } from '../evaluation.ts'

// Autopilots on the sites of the corpus, with what a site says about itself as the prompt, through a search server over
// all sites; without and with a model. Whether they become steady, and whether the score falls from cycle to cycle.

const withinMs = 240_000

interface Autopilot {
  stage: string
  cycle: number
  error: string | null
  history: { stage: string; cycle: number; note: string }[]
}

export const autopilot: Evaluation = {
  name: 'autopilot',
  describe: 'one sentence to a graph, through a search server over the sites, without and with a model',
  run: async ({ corpus, progress }) => {
    const sites = corpus.list('sites')
    const find = (host: string, path: string) => corpusFile(corpus, host, path)
    const search = await serveSearch(corpus, sites)
    const model = await startPlainModel()
    try {
      const rows: Row[] = []
      for (const [arm, more] of [
        ['without a model', {}],
        ['with a model', { MODEL: 'openai-compatible:plain', MODEL_BASE_URL: model.url }],
      ] as const) {
        const environment = { SEARCH: 'searxng', SEARCH_BASE_URL: search.url, ...more }
        const flown = await withCrawlingService({ hosts: sites, find, environment }, async (crawling) => {
          const found: Row[] = []
          for (const site of sites) {
            progress(`${site}, ${arm}`)
            found.push(...(await fly(crawling, site, arm, promptOf(corpus, site))))
          }
          return found
        })
        rows.push(...flown)
      }
      return rows
    } finally {
      search.close()
      await model.close()
    }
  },
}

function promptOf(corpus: Corpus, site: string): string {
  const { about = site } = JSON.parse(corpus.read(`sites/${site}/site.json`).toString('utf8')) as { about?: string }
  return about.slice(0, 500).padEnd(8)
}

async function fly({ url, key }: CrawlingService, site: string, arm: string, prompt: string): Promise<Row[]> {
  const { id } = await post<{ id: string }>(`${url}/v1/domains/autopilot`, key, { prompt, max_pages: 90 })
  const domain = `${url}/v1/domains/${id}`
  const until = performance.now() + withinMs
  const look = async () => (await get<{ autopilot: Autopilot }>(`${domain}/autopilot`, key)).autopilot
  let now = await look()
  while (now.stage !== 'steady' && now.stage !== 'failed' && performance.now() < until) {
    await sleep(500)
    now = await look()
  }
  const scores = now.history
    .filter(({ stage }) => stage === 'assess')
    .map(({ note }) => Number(/^score ([\d.]+)/.exec(note)?.[1]))
  const { sources } = await get<{ sources: { host: string }[] }>(`${domain}/sources`, key)
  const own = sources.filter(({ host }) => host === site).length
  const falls = scores.filter((score, at) => at > 0 && score < (scores[at - 1] as number)).length
  const last = now.history.at(-1)
  return [
    {
      measure: `${site}, ${arm}, steady`,
      ...{ unit: '', ours: now.stage === 'steady' ? 1 : 0, target: { text: '1', met: now.stage === 'steady' } },
      note: `${now.error ?? `cycle ${now.cycle}`}; ${own} of ${sources.length} sources on the site; ${last?.note ?? ''}`,
    },
    {
      measure: `${site}, ${arm}, falls of the score`,
      ...{ unit: '', ours: falls, target: { text: '0', met: falls === 0 } },
      note: scores.join(', '),
    },
  ]
}
