import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { isDemonym } from '../../../../server/src/reader/names/rules/demonyms.ts'
import type { Corpus } from '../evaluation.ts'

// Documents that people have marked the names of, and the counting of what is found in them.

export interface GoldSet {
  title: string
  file: string
  /** Its makers mark events; where they do not, those that are found are neither right nor wrong. */
  hasEvents: boolean
  /** Its makers mark `Australian` as a place. */
  hasDemonyms: boolean
  /** The set that weights must not have been learned from, if there is one. */
  learned?: string
}

export const goldSets: GoldSet[] = [
  { title: 'Re-DocRED', file: 'redocred-documents', hasEvents: false, hasDemonyms: true },
  { title: 'wikigold', file: 'wikigold-documents', hasEvents: false, hasDemonyms: false, learned: 'wikigold' },
  { title: 'WNUT17', file: 'wnut17-sentences', hasEvents: false, hasDemonyms: false, learned: 'wnut17' },
  {
    title: 'CrossNER politics',
    file: 'crossner-politics-sentences',
    hasEvents: true,
    hasDemonyms: false,
    learned: 'crossner-politics',
  },
]

export interface GoldDocument {
  text: string
  entities: {
    kind: BaseKind | null
    mentions?: { text: string; start: number; end: number }[]
    text?: string
    start?: number
    end?: number
  }[]
}

export interface FoundMention {
  kind: BaseKind
  start: number
  end: number
}

export interface FoundName {
  kind: BaseKind
  names: string[]
}

export function readGold(corpus: Corpus, set: GoldSet): GoldDocument[] {
  return corpus.readLines<GoldDocument>(`text-kg/${set.file}.jsonl`)
}

interface Count {
  right: number
  wrong: number
  hit: number
  missed: number
}

/** Right and wrong among what is found, hit and missed among what is there; by kind. */
export class Tally {
  readonly #kinds = new Map<string, Count>()

  add(kind: BaseKind, outcome: keyof Count): void {
    const count = this.#kinds.get(kind) ?? { right: 0, wrong: 0, hit: 0, missed: 0 }
    count[outcome]++
    this.#kinds.set(kind, count)
  }

  get all(): Figures {
    const sum = { right: 0, wrong: 0, hit: 0, missed: 0 }
    for (const count of this.#kinds.values()) {
      for (const key of ['right', 'wrong', 'hit', 'missed'] as const) sum[key] += count[key]
    }
    return figures(sum)
  }

  of(kind: BaseKind): Figures {
    return figures(this.#kinds.get(kind) ?? { right: 0, wrong: 0, hit: 0, missed: 0 })
  }

  /** `person 80.1/75.3/77.6`: precision, recall, F1. */
  toString(): string {
    const kinds = [...this.#kinds].sort(([a], [b]) => a.localeCompare(b))
    return [`all ${render(this.all)}`, ...kinds.map(([kind, count]) => `${kind} ${render(figures(count))}`)].join(', ')
  }
}

export interface Figures {
  precision: number
  recall: number
  f1: number
}

function figures({ right, wrong, hit, missed }: Count): Figures {
  const precision = (100 * right) / Math.max(1, right + wrong)
  const recall = (100 * hit) / Math.max(1, hit + missed)
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

const render = ({ precision, recall, f1 }: Figures) =>
  [precision, recall, f1].map((value) => value.toFixed(1)).join('/')

/** Each mention with exactly its borders and its kind. */
export function countMentions(tally: Tally, set: GoldSet, document: GoldDocument, found: FoundMention[]): void {
  const open = new Map<string, BaseKind>()
  for (const entity of document.entities) {
    if (!entity.kind) continue
    for (const { start, end } of mentionsOf(entity)) open.set(`${start}:${end}`, entity.kind)
  }
  for (const { kind, start, end } of found) {
    if (kind === 'event' && !set.hasEvents) continue
    const key = `${start}:${end}`
    const isRight = open.get(key) === kind
    tally.add(kind, isRight ? 'right' : 'wrong')
    if (isRight) {
      tally.add(kind, 'hit')
      open.delete(key)
    }
  }
  for (const kind of open.values()) tally.add(kind, 'missed')
}

/** Each name once a document. Peoples count as places nowhere: a graph has no use for them. */
export function countNames(tally: Tally, set: GoldSet, document: GoldDocument, found: FoundName[]): void {
  const gold = goldNames(document)
  const hits = new Set<GoldName>()
  for (const { kind, names } of found) {
    if (kind === 'event' && !set.hasEvents) continue
    const folded = names.map(plainName)
    const same = gold.filter((name) => name.kind === kind && folded.some((text) => name.names.has(text)))
    tally.add(kind, same.length > 0 ? 'right' : 'wrong')
    for (const name of same) hits.add(name)
  }
  for (const name of gold) tally.add(name.kind, hits.has(name) ? 'hit' : 'missed')
}

interface GoldName {
  kind: BaseKind
  names: Set<string>
}

function goldNames({ entities }: GoldDocument): GoldName[] {
  const gold: GoldName[] = []
  for (const entity of entities) {
    const { kind } = entity
    if (!kind) continue
    const names = mentionsOf(entity)
      .filter(({ text }) => !isDemonym(text))
      .map(({ text }) => plainName(text))
    const same = gold.find((other) => other.kind === kind && names.some((name) => other.names.has(name)))
    if (same) for (const name of names) same.names.add(name)
    else if (names.length > 0) gold.push({ kind, names: new Set(names) })
  }
  return gold
}

function mentionsOf({ mentions, text = '', start = 0, end = 0 }: GoldDocument['entities'][number]) {
  return mentions ?? [{ text, start, end }]
}

function plainName(name: string): string {
  return foldName(name).replace(/^the /, '')
}
