import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jaroWinkler } from '@skyra/jaro-winkler'
import anyAscii from 'any-ascii'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { get, makeDomain, post } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import { ownSites } from '../../sites/own-sites.ts'
import { withCrawlingService } from '../crawl/crawling-service.ts'
import { corpusFile } from '../crawl/serve-sites.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { leftOutSites, withoutNames } from '../left-out-sites.ts'

// Whole sites, crawled by the real service without a model: those of the corpus, and some of our own writing. How many of
// the known names become entities, and of the known relations relationships; how many entities look like another, stand
// alone, or are described; and whether two known people have become one. BENCH_SAMPLE=FOLDER writes random entities,
// relationships and all entities with several names of each site into a file there, to be judged by eye; of the sites that are
// left out none, because whoever reads them there has seen the site.

const mostDuplicates = 2
/** Names this much alike, with the same numbers, are looked at as one. */
const alike = 0.96

/** The lists of the gold, and how much of each is to be found. */
const goldLists = {
  persons: { kind: 'person', least: 95 },
  organizations: { kind: 'object', least: 70 },
  locations: { kind: 'location', least: 80 },
  events: { kind: 'event', least: 60 },
} as const

export const goldKinds = Object.fromEntries(
  Object.entries(goldLists).map(([list, { kind }]) => [list, kind]),
) as Record<keyof typeof goldLists, string>

export interface Entity {
  id: string
  kind: string
  name: string
  aliases: string[]
  confidence: number
  attributes?: Record<string, string>
  external_ids?: Record<string, string>
  when?: unknown
  where?: unknown
  summary?: string | null
}

interface Relationship {
  id: string
  type: string
  confidence: number
  from: { id: string; name: string }
  to: { id: string; name: string }
}

interface SiteGraph {
  entities: Entity[]
  relationships: Relationship[]
}

interface GoldRelation {
  subject: string
  relation: string
  object: string
}

export type Gold = { start_urls: string[]; relations?: GoldRelation[] } & Record<
  'persons' | 'organizations' | 'locations' | 'events',
  { name: string }[] | undefined
>

export const graphs: Evaluation = {
  name: 'graphs',
  describe: 'whole sites as graphs: names found, duplicates, people fused',
  run: async ({ corpus, isWanted, progress }) => {
    const own = ownSites()
    const all = [...corpus.list('sites'), ...own.map(({ host }) => host)]
    const sites = all.filter(isWanted).sort((a, b) => Number(leftOutSites.has(b)) - Number(leftOutSites.has(a)))
    const pagesOf = new Map(own.map(({ host, pages }) => [host, pages]))
    const find = (host: string, path: string) => {
      const pages = pagesOf.get(host)
      if (!pages) return corpusFile(corpus, host, path)
      const body = pages.get(path.replace(/\?.*/, ''))
      return body === undefined ? undefined : { body, type: 'text/html; charset=utf-8' }
    }
    // Measured when the service has gone: comparing all names of a site takes so long that it would end its connections.
    const read = await withCrawlingService({ hosts: sites, find }, async ({ url, key }) => {
      const crawled: { site: string; gold: Gold; domain: string }[] = []
      for (const site of sites) {
        progress(site)
        const gold = (own.find(({ host }) => host === site)?.gold ??
          JSON.parse(corpus.read(`sites/${site}/gold.json`).toString('utf8'))) as Gold
        crawled.push({ site, gold, domain: await crawlSite(url, key, gold) })
      }
      await sleep(comparedAfterMs)
      const graphs: { site: string; gold: Gold; graph: SiteGraph }[] = []
      for (const { site, gold, domain } of crawled) {
        const graph = { entities: await readEntities(domain, key), relationships: await readRelationships(domain, key) }
        graphs.push({ site, gold, graph })
      }
      return graphs
    })
    const rows: Row[] = []
    for (const { site, gold, graph } of read) {
      rows.push(
        ...(leftOutSites.has(site)
          ? rowsOf(`left out: ${site}`, gold, graph).map(withoutNames)
          : rowsOf(site, gold, graph)),
      )
      if (sampleFolder !== undefined && !leftOutSites.has(site))
        await writeSample(join(sampleFolder, `${site}.txt`), graph)
    }
    return rows
  },
}

/** Names of pages with many are compared by a job that runs every minute. */
const comparedAfterMs = 75_000

const sampleFolder = process.env.BENCH_SAMPLE

/** The address of the domain, once the crawl is over. */
async function crawlSite(url: string, key: string, { start_urls }: Gold): Promise<string> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: 2000, max_depth: 6 })}`
  for (let at = 0; at < start_urls.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: start_urls.slice(at, at + 100) })
  }
  for (;;) {
    const { crawl_state } = await get<{ crawl_state: string }>(domain, key)
    if (crawl_state === 'idle') break
    await sleep(500)
  }
  return domain
}

/** All entities of a domain. */
export async function readEntities(domain: string, key: string): Promise<Entity[]> {
  const found: Entity[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=500&sort=name${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: { entities: Entity[]; next_cursor: string | null } = await get(`${domain}/entities?${query}`, key)
    found.push(...page.entities)
    cursor = page.next_cursor
  }
  return found
}

async function readRelationships(domain: string, key: string): Promise<Relationship[]> {
  const found: Relationship[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: { relationships: Relationship[]; next_cursor: string | null } = await get(
      `${domain}/relationships?${query}`,
      key,
    )
    found.push(...page.relationships)
    cursor = page.next_cursor
  }
  return found
}

const share = (part: number, all: number) => (all === 0 ? 0 : (100 * part) / all)

/** Relations of the gold, entities that stand alone or are described, and relations that say nothing. */
function graphRows(site: string, gold: Gold, { entities, relationships }: SiteGraph): Row[] {
  const byId = new Map(entities.map((entity) => [entity.id, namesOf(entity).map(sortedWords)]))
  const pairs = new Set<string>()
  for (const { type, from, to } of relationships) {
    if (type === nothingBetter) continue
    for (const a of byId.get(from.id) ?? [])
      for (const b of byId.get(to.id) ?? []) pairs.add(`${a}|${b}`).add(`${b}|${a}`)
  }
  const relations = new Score()
  for (const { subject, object } of gold.relations ?? []) {
    relations.add(`${subject} / ${object}`, pairs.has(`${sortedWords(subject)}|${sortedWords(object)}`))
  }
  const joined = new Set(relationships.flatMap(({ from, to }) => [from.id, to.id]))
  const alone = entities.filter(({ id }) => !joined.has(id)).length
  const weak = relationships.filter(({ type }) => type === nothingBetter).length
  const described = entities.filter(isDescribed).length
  const rows = scoreRow(`${site}, relations found`, { ours: relations, least: 60 })
  const counted = (measure: string, part: number, all: number, target: { text: string; met: boolean }): Row => ({
    measure: `${site}, ${measure}`,
    unit: '%',
    ours: share(part, all),
    target,
    note: `${part} of ${all}`,
  })
  const [apart, poor, told] = [
    share(alone, entities.length),
    share(weak, relationships.length),
    share(described, entities.length),
  ]
  return [
    ...rows,
    counted('entities that stand alone', alone, entities.length, { text: '<= 25 %', met: apart <= 25 }),
    counted('relationships that are mentioned_with', weak, relationships.length, { text: '<= 40 %', met: poor <= 40 }),
    counted('entities with an attribute, a date, a place or an id', described, entities.length, {
      text: '>= 50 % where the site gives them',
      met: told >= 50,
    }),
  ]
}

const nothingBetter = 'mentioned_with'

function isDescribed({ attributes = {}, external_ids = {}, when, where }: Entity): boolean {
  return Object.keys(attributes).length + Object.keys(external_ids).length > 0 || Boolean(when) || Boolean(where)
}

const sampleSize = 100

async function writeSample(file: string, { entities, relationships }: SiteGraph) {
  const lines = [
    ...sampleOf(entities).map(({ kind, name, confidence, aliases, attributes }) =>
      ['entity', kind, name, confidence, aliases.join(' / '), JSON.stringify(attributes ?? {})].join('\t'),
    ),
    ...sampleOf(relationships).map(({ from, type, to, confidence }) =>
      ['relation', from.name, type, to.name, confidence].join('\t'),
    ),
    ...entities
      .filter(({ aliases }) => aliases.length > 0)
      .map(({ kind, name, aliases }) => ['names', kind, name, ...aliases].join('\t')),
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
}

/** Every n-th of a list that is ordered by name or id: as good as random, and the same in every run. */
function sampleOf<Value>(values: Value[]): Value[] {
  const step = Math.max(1, values.length / sampleSize)
  return Array.from({ length: Math.min(sampleSize, values.length) }, (_, at) => values[Math.floor(at * step)] as Value)
}

function rowsOf(site: string, gold: Gold, graph: SiteGraph): Row[] {
  const { entities } = graph
  const rows: Row[] = []
  const duplicates = findDuplicates(entities)
  const percent = entities.length === 0 ? 0 : (100 * duplicates.length) / entities.length
  rows.push({
    measure: `${site}, entities that look like another`,
    unit: '%',
    ours: percent,
    target: { text: `<= ${mostDuplicates} %`, met: percent <= mostDuplicates },
    note: `${duplicates.length} of ${entities.length}${duplicates.length > 0 ? `: ${duplicates.slice(0, 15).join('; ')}` : ''}`,
  })
  for (const [list, { kind, least }] of Object.entries(goldLists)) {
    const score = scoreNames(gold[list as keyof typeof goldLists] ?? [], entities, kind)
    rows.push(...scoreRow(`${site}, ${list} found`, { ours: score, least }))
  }
  rows.push(...graphRows(site, gold, graph))
  const fused = findFused(
    (gold.persons ?? []).map(({ name }) => name),
    entities,
  )
  rows.push({
    measure: `${site}, known people in one entity with another`,
    unit: '',
    ours: fused.length,
    target: { text: '0', met: fused.length === 0 },
    note: fused.slice(0, 15).join('; '),
  })
  return rows
}

/** How many of the known names are entities of that kind. */
export function scoreNames(known: { name: string }[], entities: Entity[], kind: string): Score {
  const score = new Score()
  const names = new Set(entities.filter((one) => one.kind === kind).flatMap((one) => namesOf(one).map(sortedWords)))
  for (const name of new Set(known.map((entry) => entry.name))) score.add(name, names.has(sortedWords(name)))
  return score
}

const namesOf = ({ name, aliases }: Entity) => [name, ...aliases]
const words = (name: string) => foldName(anyAscii(name)).split(' ')
const sortedWords = (name: string) => words(name).sort().join(' ')
const numbers = (name: string) => (name.match(/\d+/g) ?? []).join(' ')

/** Of one kind, with names that are written nearly the same: two words or more, or the very same. */
function findDuplicates(entities: Entity[]): string[] {
  const found: string[] = []
  for (const [at, one] of entities.entries()) {
    const twin = entities.slice(0, at).find((other) => other.kind === one.kind && looksLike(one.name, other.name))
    if (twin) found.push(`${one.name} / ${twin.name}`)
  }
  return found
}

function looksLike(a: string, b: string): boolean {
  const [foldedA, foldedB] = [sortedWords(a), sortedWords(b)]
  if (foldedA === foldedB) return true
  if (!foldedA.includes(' ') || !foldedB.includes(' ') || numbers(a) !== numbers(b)) return false
  return jaroWinkler(foldedA, foldedB) >= alike
}

/** Two names of the list in one entity, but for two ways to write one: the same last word, and first words much alike. */
function findFused(names: string[], entities: Entity[]): string[] {
  const gold = new Map([...new Set(names)].map((name) => [sortedWords(name), name]))
  return entities.flatMap((entity) => {
    const known = [...new Set(namesOf(entity).flatMap((name) => gold.get(sortedWords(name)) ?? []))]
    const [first, ...others] = known
    return first !== undefined && others.some((other) => !areOneName(first, other)) ? [known.join(' = ')] : []
  })
}

function areOneName(a: string, b: string): boolean {
  const [wordsA, wordsB] = [words(a), words(b)]
  return wordsA.at(-1) === wordsB.at(-1) && jaroWinkler(wordsA[0] as string, wordsB[0] as string) >= 0.85
}
