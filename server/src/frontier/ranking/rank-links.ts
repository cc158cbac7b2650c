import { compileTerms } from '../../gate/text/find-terms.ts'
import { allWords } from '../../language/word-lists.ts'
import { Turns } from '../../platform/turns.ts'
import { type LinkTraits, traitsOf } from './link-traits.ts'
import { type Features, YieldModel } from './yield-model.ts'

// Ranks links that wait by what pages like them gave. What is expected of a link is learned (yield-model.ts) from its
// host, the shape of its address, and its words. Learning alone would stay with the first kind of page that gives
// something, so of four links in the ranking
// - two are the best by what is expected of them,
// - one is the best of a shape that nobody has looked at twice: paths to the richest pages often lead through poor ones,
// - one is the one that was found first, as a crawl without a plan would take it.
// No shape gets far more places than pages of it were read, until these have told what it gives.

/** A page that is done, as far as links like the one that led to it can be judged by it. */
export interface SeenPage {
  url: string
  /** The words of the link; empty for a source. */
  text: string
  status: 'extracted' | 'irrelevant' | 'skipped' | 'failed'
  /** Entities that no page before had named; by kind. */
  entities: Record<string, number>
}

export interface WaitingLink {
  url: string
  text: string
}

/** The interests of the domain. */
interface Wanted {
  /** Terms of the gate, the name and the domain's own kinds. */
  terms: string[]
  /** Kinds of which the graph has little. */
  scarce_kinds: string[]
}

export interface RankedLink {
  url: string
  /** Entities to expect, about. */
  worth: number
  /** Why, in words for a person. */
  reason: string
}

const seenMost = 300
const linksMost = 5_000
/** Looks at a shape before it is known. */
const firstLooks = 2
/** Places for a shape, for each page of it that was read. */
const placesPerPage = 3
/** A word names a shape when so many addresses of a folder begin with it. */
const sharedLead = 4
/** An entity of a scarce kind counts as so many. */
const scarceWorth = 3
/** A list of hundreds says no more about its neighbours than one of so many. */
const mostPerPage = 50
/** Yields are compared as logarithms: 2 against 1 is as much as 20 against 10. A dead link is worse than an idle page. */
const yieldOf = (entities: number) => Math.log1p(Math.min(mostPerPage, entities))
const deadYield = -0.5

const richWords = allWords('rich-links')
const poorWords = allWords('poor-links')
/** About two thirds more than of other pages; about two thirds; twice as much. */
const expected = new Map([
  ['*rich', 0.5],
  ['*poor', -0.5],
  ['*term', 0.7],
])

/** The yield of pages of one shape. */
interface ShapeRecord {
  read: number
  dead: number
  entities: number
  scarce: Set<string>
}

interface Candidate {
  url: string
  shape: string
  score: number
  /** How many pages of its shape are done. */
  done: number
  /** Another address of a page that is there, or waits before it. */
  is_twin: boolean
  term: string | undefined
}

/** The best first. `seen` is in the order in which the pages were read, `links` in the order in which they were found. */
export async function rankLinks(seen: SeenPage[], links: WaitingLink[], wanted: Wanted): Promise<RankedLink[]> {
  const turns = new Turns(Number.POSITIVE_INFINITY)
  const terms = compileTerms(wanted.terms)
  const pages = seen.slice(-seenMost)
  const waiting = links.slice(0, linksMost)
  const looked: LinkTraits[] = []
  for (const link of [...pages, ...waiting]) {
    const pause = turns.next()
    if (pause) await pause
    looked.push(traitsOf(link, terms))
  }
  const leads = countLeads(looked)
  const scarce = new Set(wanted.scarce_kinds)
  const records = new Map<string, ShapeRecord>()
  const known = new Set<string>()
  const examples = pages.map((page, at) => {
    const traits = looked[at] as LinkTraits
    const shape = shapeOf(traits, leads)
    note(records, shape, page, scarce)
    if (page.status !== 'failed') known.add(traits.page)
    return { features: featuresOf(traits, shape), yield: yieldOfPage(page, scarce) }
  })
  await turns.next()
  const model = new YieldModel(examples, expected)
  const candidates: Candidate[] = []
  for (const [at, { url }] of waiting.entries()) {
    const pause = turns.next()
    if (pause) await pause
    const traits = looked[pages.length + at] as LinkTraits
    const shape = shapeOf(traits, leads)
    const record = records.get(shape)
    const is_twin = known.has(traits.page)
    known.add(traits.page)
    const score = is_twin ? deadYield : model.predict(featuresOf(traits, shape))
    candidates.push({ url, shape, score, done: record ? record.read + record.dead : 0, is_twin, term: traits.term })
  }
  await turns.next()
  const ranked = mix(candidates).map(({ candidate, is_first }) => ({
    url: candidate.url,
    worth: Math.max(0, Math.expm1(candidate.score)),
    reason: reasonOf(candidate, records.get(candidate.shape), is_first),
  }))
  const rest = links.slice(linksMost).map(({ url }) => ({ url, worth: 0, reason: 'too many links wait before it' }))
  return [...ranked, ...rest]
}

const leadKey = ({ host, folder, lead }: LinkTraits) => `${host}${folder}${lead}`

function countLeads(looked: LinkTraits[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const traits of looked) {
    if (traits.lead === '') continue
    const key = leadKey(traits)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** `example.org/team/*`, `example.org/paper*.html`: finer than a group of addresses, which is made to catch traps. */
function shapeOf(traits: LinkTraits, leads: Map<string, number>): string {
  const isNamed = traits.lead !== '' && (leads.get(leadKey(traits)) ?? 0) >= sharedLead
  return `${traits.host}${traits.folder}${isNamed ? traits.lead : ''}${traits.leaf}`
}

function featuresOf(traits: LinkTraits, shape: string): Features {
  const features: [string, number][] = [
    [`host ${traits.host}`, 1],
    [`path ${traits.host}${traits.path}`, 1],
    [`folder ${traits.host}${traits.folder}`, 1],
    [`shape ${shape}`, 1],
  ]
  for (const word of traits.words) features.push([word, 0.5])
  if (traits.words.some((word) => richWords.has(word))) features.push(['*rich', 1])
  if (traits.words.some((word) => poorWords.has(word))) features.push(['*poor', 1])
  if (traits.term !== undefined) features.push(['*term', 1])
  return features
}

function yieldOfPage({ status, entities }: SeenPage, scarce: Set<string>): number {
  if (status === 'failed') return deadYield
  const counted = Object.entries(entities).map(([kind, count]) => (scarce.has(kind) ? scarceWorth : 1) * count)
  return yieldOf(counted.reduce((sum, count) => sum + count, 0))
}

function note(records: Map<string, ShapeRecord>, shape: string, page: SeenPage, scarce: Set<string>): void {
  const record = records.get(shape) ?? { read: 0, dead: 0, entities: 0, scarce: new Set<string>() }
  records.set(shape, record)
  if (page.status === 'failed') record.dead++
  else record.read++
  for (const [kind, count] of Object.entries(page.entities)) {
    record.entities += count
    if (count > 0 && scarce.has(kind)) record.scarce.add(kind)
  }
}

/** The order of the ranking: best, unknown, best, found first, and so on; at last what has no place for now. */
function mix(candidates: Candidate[]): { candidate: Candidate; is_first: boolean }[] {
  const best = [...candidates].sort((a, b) => b.score - a.score)
  const taken = new Set<Candidate>()
  const places = new Map<string, number>()
  const placesOf = (shape: string) => places.get(shape) ?? 0
  const hasPlace = ({ shape, done }: Candidate) => placesOf(shape) < Math.max(firstLooks, placesPerPage * done)
  const isUnknown = ({ shape, done, is_twin }: Candidate) => !is_twin && done + placesOf(shape) < firstLooks
  const nextBest = finderOf(best, (candidate) => !taken.has(candidate) && hasPlace(candidate))
  const nextUnknown = finderOf(best, (candidate) => !taken.has(candidate) && isUnknown(candidate))
  const nextFound = finderOf(candidates, (candidate) => !taken.has(candidate) && !candidate.is_twin)
  const turnsOf = [nextBest, nextUnknown, nextBest, nextFound]
  const order: { candidate: Candidate; is_first: boolean }[] = []
  for (let at = 0; ; at++) {
    const choose = turnsOf[at % turnsOf.length] as () => Candidate | undefined
    const chosen = choose()
    const candidate = chosen ?? nextBest()
    if (!candidate) break
    taken.add(candidate)
    places.set(candidate.shape, placesOf(candidate.shape) + 1)
    order.push({ candidate, is_first: choose === nextFound && chosen !== undefined })
  }
  for (const candidate of best) if (!taken.has(candidate)) order.push({ candidate, is_first: false })
  return order
}

/** Finds the next of a list again and again; one that is passed by once never becomes eligible again. */
function finderOf(list: Candidate[], isEligible: (candidate: Candidate) => boolean): () => Candidate | undefined {
  let at = 0
  return () => {
    while (at < list.length && !isEligible(list[at] as Candidate)) at++
    return list[at]
  }
}

function reasonOf(candidate: Candidate, record: ShapeRecord | undefined, isFirst: boolean): string {
  const { shape, is_twin, term } = candidate
  if (is_twin) return 'looks like another address of a page that was read or waits'
  const like = shape.slice(shape.indexOf('/'))
  const said = term === undefined ? '' : `; its link says “${term}”`
  if (isFirst) return `found first: a part of the pages is taken in the order found${said}`
  if (!record) return `first look at addresses like ${like}${said}`
  if (record.read === 0) return `pages like it (${like}) could not be read${said}`
  const average = record.entities / (record.read + record.dead)
  const kinds = record.scarce.size > 0 ? `, also of kinds that are scarce (${[...record.scarce].join(', ')})` : ''
  return `pages like it (${like}) named ${about(average)} on average${kinds}${said}`
}

function about(entities: number): string {
  const rounded = entities < 10 ? Math.round(entities * 10) / 10 : Math.round(entities)
  return rounded === 0 ? 'nothing new' : `${rounded} new ${rounded === 1 ? 'entity' : 'entities'}`
}
