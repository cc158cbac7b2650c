import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { isDemonym } from '../../../../server/src/reader/names/rules/demonyms.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { readCases } from '../../../../server/test/pages/page-case.ts'
import type { SiteGold } from '../../sites/own-site.ts'
import { ownSites } from '../../sites/own-sites.ts'
import { type GoldSet, goldSets, readGold } from '../entities/entities-gold.ts'
import { pagesIn } from '../entities/entities-sites.ts'
import { type Corpus, CorpusMissing } from '../evaluation.ts'
import { goldKinds } from './graphs.ts'
import { type WholeSite, wholeSites } from './whole-sites.ts'

// Sites of which it can be told whether a name that is found there is right: documents whose names people have marked,
// pages and sites of our own writing, and sites of the corpus of which somebody has judged a sample. Each is a site.

const casesFolder = join(import.meta.dirname, '../../../../server/test/pages')

export interface NamedThing {
  kind: string
  name: string
  aliases: string[]
}

export interface LabelledSite extends WholeSite {
  /** The tagger has learned from its texts, and is surer of them than it would be elsewhere. */
  isLearned: boolean
  /** Pages with menus, lists and headings, as the web has them; not a collection of texts. */
  isWhole: boolean
  /** Whether the name is whole and of its kind; undefined where that cannot be told. */
  isRight(found: NamedThing): boolean | undefined
  pages(): Iterable<{ url: string; html: string }>
}

export function labelledSites(corpus: Corpus): LabelledSite[] {
  const judged = readJudged()
  return [
    ...goldSets.map((set) => textSite(corpus, set)),
    casesSite(),
    ...ownSites().map((site) => completeSite(site, judged.get(site.host))),
    ...judgedSites(corpus, judged),
  ]
}

type Verdicts = Map<string, boolean | undefined>

/** `kind name` by host: right, wrong, or not to be told. */
function readJudged(): Map<string, Verdicts> {
  const verdicts = { right: true, wrong: false, untold: undefined }
  const byHost = new Map<string, Verdicts>()
  const lines = readFileSync(join(import.meta.dirname, 'judged-entities.txt'), 'utf8').split('\n')
  let of = ''
  for (const line of lines) {
    of = /^\[(.+)\]$/.exec(line)?.[1] ?? of
    const [, verdict, thing] = /^(right|wrong|untold) (.+)$/.exec(line) ?? []
    if (thing === undefined) continue
    const known = byHost.get(of) ?? new Map<string, boolean | undefined>()
    byHost.set(of, known.set(thing, verdicts[verdict as keyof typeof verdicts]))
  }
  return byHost
}

const thingOf = ({ kind, name }: NamedThing) => `${kind} ${name}`

/** Only what was judged counts: it is a sample of all that was found when it was judged. */
function judgedSites(corpus: Corpus, judged: Map<string, Verdicts>): LabelledSite[] {
  return wholeSites(corpus).flatMap((site) => {
    const verdicts = judged.get(site.host)
    const folder = `sites/${site.host}/www`
    if (!verdicts || !hasFolder(corpus, folder)) return []
    return [
      {
        ...site,
        isLearned: false,
        isWhole: true,
        isRight: (found) => verdicts.get(thingOf(found)),
        *pages() {
          for (const path of pagesIn(corpus, folder)) {
            const html = decodeText(corpus.read(path), null, 'html').text
            yield { url: `https://${site.host}${path.slice(folder.length)}`, html }
          }
        },
      },
    ]
  })
}

function hasFolder(corpus: Corpus, path: string): boolean {
  try {
    return corpus.list(path).length > 0
  } catch (error) {
    if (error instanceof CorpusMissing) return false
    throw error
  }
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
  return { host, gold: emptyGold(host), isWhole: false, ...filesOf(host, pages), ...rest }
}

function filesOf(host: string, pages: Map<string, string>): Pick<LabelledSite, 'find' | 'pages'> {
  return {
    find: (path) => {
      const body = pages.get(path)
      return body === undefined ? undefined : { body, type: 'text/html; charset=utf-8' }
    },
    *pages() {
      for (const [path, html] of pages) yield { url: `https://${host}${path}`, html }
    },
  }
}

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

/** The gold has all that a site is about, and not the countries and rooms that its pages name in passing. */
function completeSite({ host, gold, pages }: ReturnType<typeof ownSites>[number], judged?: Verdicts): LabelledSite {
  const sorted = (name: string) => foldName(name).split(' ').sort().join(' ')
  const lists: Record<string, { name: string }[]> = { ...gold } as never
  const known = new Set(
    Object.entries(goldKinds).flatMap(([list, kind]) =>
      (lists[list] ?? []).map(({ name }) => `${kind} ${sorted(name)}`),
    ),
  )
  const isRight = (found: NamedThing) =>
    judged?.has(thingOf(found))
      ? judged.get(thingOf(found))
      : [found.name, ...found.aliases].some((form) => known.has(`${found.kind} ${sorted(form)}`))
  return { host, gold, isLearned: false, isWhole: true, isRight, ...filesOf(host, pages) }
}
