import { join } from 'node:path'
import { foldName } from '../../../server/src/language/fold-name.ts'
import { nameEntities } from '../../../server/src/reader/names/read-names.ts'
import { isDemonym } from '../../../server/src/reader/names/rules/demonyms.ts'
import { readCases } from '../../../server/test/pages/page-case.ts'
import type { Row } from '../measurement.ts'
import type { SiteGold } from '../sites/own-site.ts'
import { ownSites } from '../sites/own-sites.ts'
import { type GoldSet, goldSets, readGold } from './entities-gold.ts'
import type { Corpus, Evaluation } from './evaluation.ts'
import { type Entity, goldKinds, readEntities } from './graphs.ts'
import { crawlWholeSites, type WholeSite } from './whole-sites.ts'

// Of the entities with a confidence of 0.8, about 80 % should be right. Only where all names are known can that be told:
// documents whose names people have marked, pages and sites of our own writing. Each set of them is crawled as a site.
// The tagger has learned from three of the sets, and is surer of those than it would be elsewhere.

const casesFolder = join(import.meta.dirname, '../../../server/test/pages')
const buckets = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
/** A share may differ this much from what was said. */
const leeway = 7

interface LabelledSite extends WholeSite {
  isLearned: boolean
  /** Whether the name is right; undefined where that cannot be told. */
  isRight(entity: Entity): boolean | undefined
}

interface Sure extends Entity {
  confidence: number
}

export const confidence: Evaluation = {
  name: 'confidence',
  describe: 'whether of the entities with a confidence of 0.8 about 80 % are right',
  async run({ corpus, progress }) {
    const sites = [...goldSets.map((set) => textSite(corpus, set)), casesSite(), ...ownSites().map(completeSite)]
    const labelled = await crawlWholeSites(sites, async (site, domain, key) => {
      progress(site.host)
      const { isLearned, isRight } = site as LabelledSite
      return ((await readEntities(domain, key)) as Sure[]).flatMap((entity) => {
        const right = isRight(entity)
        return right === undefined ? [] : [{ confidence: entity.confidence, isLearned, right, host: site.host }]
      })
    })
    const all = labelled.flat()
    return [
      ...rowsOf('all', all),
      ...rowsOf(
        'not learned from',
        all.filter(({ isLearned }) => !isLearned),
      ),
      ...scoreRows(corpus),
    ]
  },
}

function rowsOf(title: string, entities: { confidence: number; right: boolean }[]): Row[] {
  return buckets.flatMap((from, at) => {
    const to = buckets[at + 1] ?? 1.01
    const inside = entities.filter((one) => one.confidence >= from && one.confidence < to)
    if (inside.length === 0) return []
    const said = (100 * inside.reduce((sum, one) => sum + one.confidence, 0)) / inside.length
    const share = (100 * inside.filter(({ right }) => right).length) / inside.length
    const measure = `${title}, confidence ${from.toFixed(2)} to ${Math.min(to, 1).toFixed(2)}: right`
    const target = { text: `${said.toFixed(0)} ± ${leeway} %`, met: Math.abs(share - said) <= leeway }
    return [{ measure, unit: '%', ours: share, note: `of ${inside.length}`, ...(inside.length >= 30 && { target }) }]
  })
}

/** The scores of names, and how many of them are right: what `name-confidence.ts` is set by. */
function scoreRows(corpus: Corpus): Row[] {
  const set = goldSets.find(({ learned }) => learned === undefined) as GoldSet
  const counts = new Map<number, { right: number; all: number }>()
  for (const { text, entities } of readGold(corpus, set)) {
    const known = goldNames(entities)
    const block = { start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }
    for (const found of nameEntities({ text, blocks: [block], title: null, language: 'en' })) {
      if (found.kind === 'event' || isDemonym(found.name)) continue
      const bucket = Math.min(1, Math.floor(found.score * 20 + 1e-9) / 20)
      const count = counts.get(bucket) ?? { right: 0, all: 0 }
      counts.set(bucket, count)
      count.all++
      if ([found.name, ...found.aliases].some((name) => known.has(`${found.kind} ${foldName(name)}`))) count.right++
    }
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([score, { right, all }]) => ({
      measure: `${set.title}, names with a score from ${score.toFixed(2)}: right`,
      unit: '%',
      ours: (100 * right) / all,
      note: `of ${all}`,
    }))
}

type GoldEntities = ReturnType<typeof readGold>[number]['entities']

function goldNames(entities: GoldEntities): Set<string> {
  return new Set(
    entities.flatMap(({ kind, mentions, text }) =>
      kind === null
        ? []
        : (mentions?.map((mention) => mention.text) ?? [text ?? '']).map((name) => `${kind} ${foldName(name)}`),
    ),
  )
}

const html = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A site with a page for each text, and a list of them. */
function pagesSite(host: string, bodies: string[], rest: Pick<LabelledSite, 'isLearned' | 'isRight'>): LabelledSite {
  const pages = new Map(bodies.map((body, at) => [`/${at}.html`, body]))
  const links = [...pages.keys()].map((path) => `<li><a href="${path}">${path}</a></li>`).join('')
  pages.set('/', `<html lang="en"><title>list</title><body><ul>${links}</ul></body></html>`)
  return { host, gold: emptyGold(host), find: (path) => fileOf(pages.get(path)), ...rest }
}

const fileOf = (body: string | undefined) =>
  body === undefined ? undefined : { body, type: 'text/html; charset=utf-8' }

const emptyGold = (host: string): SiteGold => ({
  ...{ host, start_urls: [`http://${host}/`], how_gold_was_made: '', complete: true },
  ...{ persons: [], organizations: [], locations: [], events: [], relations: [] },
})

function textSite(corpus: Corpus, set: GoldSet): LabelledSite {
  const documents = readGold(corpus, set)
  const known = goldNames(documents.flatMap(({ entities }) => entities))
  const bodies = documents.map(
    ({ text }) =>
      `<html lang="en"><body><main>${text
        .split('\n')
        .map((part) => `<p>${html(part)}</p>`)
        .join('')}</main></body></html>`,
  )
  return pagesSite(`${set.file}.example`, bodies, {
    isLearned: set.learned !== undefined,
    isRight: (entity) => {
      if (entity.kind === 'event' && !set.hasEvents) return undefined
      if (set.hasDemonyms && isDemonym(entity.name)) return undefined
      return [entity.name, ...entity.aliases].some((name) => known.has(`${entity.kind} ${foldName(name)}`))
    },
  })
}

function casesSite(): LabelledSite {
  const cases = readCases(casesFolder).filter(({ expected }) => (expected.status ?? 200) === 200 && !expected.verdict)
  const known = new Map<string, boolean>()
  for (const { expected } of cases) {
    for (const { kind, name, also = [], optional } of expected.names) {
      for (const one of [kind].flat()) {
        for (const form of [name, ...also]) {
          const key = `${one} ${foldName(form)}`
          known.set(key, known.get(key) === true || optional !== true)
        }
      }
    }
  }
  return pagesSite(
    'cases.example',
    cases.map(({ html }) => html),
    {
      isLearned: false,
      isRight: ({ kind, name, aliases }) => {
        const found = [name, ...aliases].flatMap((form) => known.get(`${kind} ${foldName(form)}`) ?? [])
        return found.length === 0 ? false : found.includes(true) ? true : undefined
      },
    },
  )
}

function completeSite({ host, gold, pages }: ReturnType<typeof ownSites>[number]): LabelledSite {
  const sorted = (name: string) => foldName(name).split(' ').sort().join(' ')
  const lists: Record<string, { name: string }[]> = { ...gold } as never
  const known = new Set(
    Object.entries(goldKinds).flatMap(([list, kind]) =>
      (lists[list] ?? []).map(({ name }) => `${kind} ${sorted(name)}`),
    ),
  )
  const isRight = ({ kind, name, aliases }: Entity) =>
    [name, ...aliases].some((form) => known.has(`${kind} ${sorted(form)}`))
  return { host, gold, isLearned: false, isRight, find: (path) => fileOf(pages.get(path)) }
}
