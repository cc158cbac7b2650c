import { setTimeout as sleep } from 'node:timers/promises'
import { jaroWinkler } from '@skyra/jaro-winkler'
import anyAscii from 'any-ascii'
import { foldName } from '../../../server/src/language/fold-name.ts'
import { get, makeDomain, post } from '../api.ts'
import type { Row } from '../measurement.ts'
import { withCrawlingService } from './crawling-service.ts'
import { type Evaluation, Score, scoreRow } from './evaluation.ts'
import { corpusFile } from './serve-sites.ts'

// Whole sites, crawled by the real service without a model. How many of the known names become entities, how many
// entities look like another, and whether two known people have become one.

const mostDuplicates = 2
/** Names this much alike, with the same numbers, are looked at as one. */
const alike = 0.96

export const goldKinds: Record<string, string> = {
  persons: 'person',
  organizations: 'object',
  locations: 'location',
  events: 'event',
}

export interface Entity {
  id: string
  kind: string
  name: string
  aliases: string[]
}

export type Gold = { start_urls: string[] } & Record<string, { name: string }[]>

export const graphs: Evaluation = {
  name: 'graphs',
  describe: 'whole sites as graphs: names found, duplicates, people fused',
  run: ({ corpus, progress }) => {
    const sites = corpus.list('sites')
    const find = (host: string, path: string) => corpusFile(corpus, host, path)
    return withCrawlingService({ hosts: sites, find }, async ({ url, key }) => {
      const rows: Row[] = []
      for (const site of sites) {
        progress(site)
        const gold = JSON.parse(corpus.read(`sites/${site}/gold.json`).toString('utf8')) as Gold
        rows.push(...rowsOf(site, gold, await crawlSite(url, key, gold)))
      }
      return rows
    })
  },
}

async function crawlSite(url: string, key: string, { start_urls }: Gold): Promise<Entity[]> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: 2000, max_depth: 6 })}`
  for (let at = 0; at < start_urls.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: start_urls.slice(at, at + 100) })
  }
  for (;;) {
    const { crawl_state } = await get<{ crawl_state: string }>(domain, key)
    if (crawl_state === 'idle') break
    await sleep(500)
  }
  return readEntities(domain, key)
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

function rowsOf(site: string, gold: Gold, entities: Entity[]): Row[] {
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
  for (const [list, kind] of Object.entries(goldKinds)) {
    const score = scoreNames(gold[list] ?? [], entities, kind)
    rows.push(...scoreRow(`${site}, ${list} found`, { ours: score }))
  }
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
