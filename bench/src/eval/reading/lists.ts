import { setTimeout as sleep } from 'node:timers/promises'
import { blocksToRead } from '../../../../server/src/pipeline/agentic/prompt/blocks-to-read.ts'
import { renderPage } from '../../../../server/src/pipeline/agentic/prompt/prompt.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import {
  answerMembers,
  listPage,
  type Member,
  memberRow,
  members,
  memberTable,
} from '../../../../server/test/support/model/list-model.ts'
import { startModelServer } from '../../../../server/test/support/model/model-server.ts'
import { get, makeDomain, post } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import { type CrawlingService, withCrawlingService } from '../crawl/crawling-service.ts'
import type { Evaluation } from '../evaluation.ts'

// The cost of long lists with a model on this machine: in one page of a hundred rows, and in a register of thirty pages.
// Rules that are learned from some rows read the others, and a recipe reads the next pages. Beside it, what the same
// model would be sent and say if it read everything, and whether the graph has the same facts.

const host = 'register.example'
const withinMs = 240_000

interface Site {
  name: string
  /** The rows of each page. */
  pages: Member[][]
  /** The facts that the model gives for the page. */
  answer: typeof answerMembers
}

/** Says of every other letter of names whether their role counts, which no rule can tell. */
const answerUnevenly: typeof answerMembers = (call) => {
  const given = answerMembers(call)
  const text = given.text.replace(/("name":"[A-J][^"]*","attributes":\{"role":)"\w+"/g, '$1null')
  return { ...given, text }
}

const sites: Site[] = [
  { name: 'a page of 100 rows', pages: [members(100)], answer: answerMembers },
  {
    name: 'a register of 30 pages',
    pages: Array.from({ length: 30 }, (_, page) => members(40, 40 * page)),
    answer: answerMembers,
  },
  { name: 'a page of 100 rows that no rules fit', pages: [members(100)], answer: answerUnevenly },
]

export const lists: Evaluation = {
  name: 'lists',
  describe: 'what long lists cost with a model, and whether all of them is read',
  run: async ({ progress }) => {
    const rows: Row[] = []
    for (const site of sites) {
      progress(site.name)
      rows.push(...(await crawlSite(site)))
    }
    return rows
  },
}

const pathOf = (page: number) => `/register/${page + 1}`
const htmlOf = (rows: Member[]) => listPage(memberTable(rows.map(memberRow)))

async function crawlSite(site: Site): Promise<Row[]> {
  const model = await startModelServer({ answer: site.answer })
  const find = (_: string, path: string) => {
    const rows = site.pages.find((_rows, page) => pathOf(page) === path)
    return rows && { body: htmlOf(rows), type: 'text/html; charset=utf-8' }
  }
  const environment = { MODEL: 'openai-compatible:lists', MODEL_BASE_URL: model.url }
  try {
    return await withCrawlingService({ hosts: [host], find, environment }, async (crawling) => {
      const graph = await crawlPages(crawling, site)
      const [first] = model.calls
      const prefix = { system: first?.system ?? '', schema: first?.schema }
      const now = costOf(model.calls)
      const whole = costOf(callsForAll(site).map((user) => ({ ...prefix, user })))
      return rowsOf(site, now, whole, graph)
    })
  } finally {
    await model.close()
  }
}

/** One page after the other, as a plan queues them. */
async function crawlPages({ url, key }: CrawlingService, { pages }: Site): Promise<Set<string>> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key)}`
  for (const page of pages.keys()) {
    await post(`${domain}/sources`, key, { url: `http://${host}${pathOf(page)}` })
    const giveUpAt = performance.now() + withinMs
    while ((await get<{ crawl_state: string }>(domain, key)).crawl_state !== 'idle') {
      if (performance.now() > giveUpAt) throw new Error(`${pathOf(page)} was not read in time`)
      await sleep(50)
    }
  }
  const answer = await fetch(`${domain}/export?format=ndjson`, { headers: { authorization: `Bearer ${key}` } })
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return new Set(lines.flatMap((line) => factsOf(JSON.parse(line) as GraphLine)))
}

interface GraphLine {
  entity?: { name: string; aliases: string[]; attributes: Record<string, string> }
  relationship?: { type: string; from: { name: string }; to: { name: string } }
}

function factsOf({ entity, relationship }: GraphLine): string[] {
  if (relationship) return [`${relationship.from.name} ${relationship.type} ${relationship.to.name}`]
  if (!entity) return []
  return [entity.name, ...entity.aliases].map((name) => `${name} ${entity.attributes.role ?? ''}`)
}

const factsOfMember = ({ name, role, town }: Member, hasRole: boolean) => [
  `${name} ${hasRole ? role : ''}`,
  `${name} lives_in ${town}`,
  `${name} member_of Harbour Society`,
]

/** The calls for a model that reads all rows. */
function callsForAll({ pages }: Site): string[] {
  return pages.flatMap((rows, page) => {
    const url = `http://${host}${pathOf(page)}`
    const { text, blocks, title, published_at } = parsePage(htmlOf(rows), { url })
    return blocksToRead({ text, blocks }, undefined).portions.map((portion) =>
      renderPage({ url, title, published_at }, portion.text),
    )
  })
}

interface Cost {
  calls: number
  input: number
  output: number
}

/** Four characters count as a token, on either side. */
function costOf(calls: Parameters<typeof answerMembers>[0][]): Cost {
  const usages = calls.map((call) => answerMembers(call).usage ?? { input: 0, output: 0 })
  const sum = (count: (usage: { input: number; output: number }) => number) =>
    usages.reduce((total, usage) => total + count(usage), 0)
  return { calls: calls.length, input: sum(({ input }) => input), output: sum(({ output }) => output) }
}

function rowsOf({ name, pages, answer }: Site, now: Cost, whole: Cost, graph: Set<string>): Row[] {
  const wanted = pages.flat().flatMap((one) => factsOfMember(one, answer === answerMembers || /^[^A-J]/.test(one.name)))
  const found = wanted.filter((fact) => graph.has(fact)).length
  const known = new Set(wanted)
  const extra = [...graph].filter((fact) => / (?:lives_in|member_of) /.test(fact) && !known.has(fact)).length
  const share = (ours: number, all: number) => (100 * ours) / Math.max(1, all)
  return [
    {
      ...{ measure: `tokens of ${name}`, unit: '%', ours: share(now.input + now.output, whole.input + whole.output) },
      note: `of what reading everything costs; ${now.calls} calls, ${now.input} tokens in and ${now.output} out, instead of ${whole.calls}, ${whole.input} and ${whole.output}`,
    },
    {
      ...{ measure: `facts of ${name}`, unit: '%', ours: share(found, wanted.length) },
      target: { text: 'all, and no other', met: found === wanted.length && extra === 0 },
      note: `${found} of ${wanted.length}, and ${extra} relations that nobody said`,
    },
  ]
}
