import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../../../server/src/language/fold-name.ts'
import { readPageSentences } from '../../../server/src/reader/names/find-mentions.ts'
import { findAllNames } from '../../../server/src/reader/names/find-names.ts'
import type { JoinedName } from '../../../server/src/reader/names/rules/join-names.ts'
import type { Sentence } from '../../../server/src/reader/names/rules/mention.ts'
import type { NamedPage } from '../../../server/src/reader/names/rules/named-page.ts'
import type { Tagger } from '../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../server/src/reader/read-page/parse-page.ts'
import { candidatePairs, sentencesWithEnds } from '../../../server/src/reader/statements/candidate-pairs.ts'
import { featuresMax, fillPairFeatures, wordsOf } from '../../../server/src/reader/statements/pair-features.ts'
import type { End } from '../../../server/src/reader/statements/sentence-ends.ts'
import {
  type EndKind,
  statementTypes,
  typesBetween,
  waysToBelong,
} from '../../../server/src/reader/statements/statement-types.ts'
import { decodeText } from '../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../eval/evaluation.ts'

// What sentences of the marked sets say of pairs of their ends, as the reader sees them.

/** A pair of ends, with what is said of it by type: 1 said, 0 not said, -1 not known. */
export interface Example {
  set: string
  /** A fold, page or document: what is left out together. */
  group: string
  features: Uint32Array
  types: readonly number[]
  labels: Int8Array
  is_pronoun: boolean
  /** An end that only the marks have: to learn from, never to be measured on. */
  is_given: boolean
  /** The marked facts that the pair says, by type. */
  facts: (string | undefined)[]
}

export interface Examples {
  examples: Example[]
  /** How many facts are marked, by `set group type`, and of those the ones whose first end is no pronoun. */
  marked: Map<string, number>
  markedNames: Map<string, number>
}

export const typeIndex = new Map(statementTypes.map(({ name }, at) => [name, at]))

const buffer = new Uint32Array(featuresMax)

type Labeller = (a: End, b: End) => { labels: Map<string, number>; facts: Map<string, string>; other: number }

function push(
  into: Example[],
  { set, group }: Pick<Example, 'set' | 'group'>,
  words: ReturnType<typeof wordsOf>,
  [a, b]: [End, End],
  { label, given }: { label: Labeller; given?: ReadonlySet<End> },
): void {
  const types = typesBetween(a.kind, b.kind)
  const { labels: said, facts, other } = label(a, b)
  const labels = Int8Array.from(types, (type) => said.get(statementTypes[type]?.name as string) ?? other)
  if (labels.every((one) => one < 0)) return
  const count = fillPairFeatures(words, [a, b], buffer)
  into.push({
    set,
    group,
    features: buffer.slice(0, count),
    types,
    labels,
    is_pronoun: a.is_pronoun || b.is_pronoun,
    is_given: given !== undefined && (given.has(a) || given.has(b)),
    facts: types.map((type) => facts.get(statementTypes[type]?.name as string)),
  })
}

export function pageOfText(text: string, language: string): NamedPage {
  const block = { start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true, level: 0 }
  return { text, blocks: [block], title: null, language }
}

/** Names of a page, the doubtful ones too. */
export function namesOf(page: NamedPage, tagger: Tagger): { sentences: Sentence[]; names: JoinedName[] } {
  const sentences = readPageSentences(page.text, page.blocks)
  return { sentences, names: findAllNames(page, { tagger }, { sentences }).names }
}

interface Span {
  start: number
  end: number
  kind: EndKind
}

/** Adds marked spans that the reader did not find, so that more can be learned from. */
function withGiven(
  found: ReturnType<typeof sentencesWithEnds> extends Generator<infer One> ? One : never,
  spans: Span[],
  page: NamedPage,
  tagger: Tagger,
) {
  const { sentence, ends } = found
  const given = new Set<End>()
  for (const { start, end, kind } of spans) {
    if (ends.some((one) => one.start < end && start < one.end && (one.kind === kind || one.is_pronoun))) continue
    const from = sentence.tokens.findIndex((token) => token.end > start)
    const last = sentence.tokens.findLastIndex((token) => token.start < end)
    if (from < 0 || last < from || (sentence.tokens[from]?.start ?? 0) >= end) continue
    given.add({ kind, from, to: last + 1, start, end, score: 0.5, is_pronoun: false })
  }
  if (given.size === 0) return { ...found, given }
  const all = [
    ...ends.filter((one) => one.entity === undefined || ![...given].some((g) => g.from < one.to && one.from < g.to)),
    ...given,
  ]
  return { sentence, ends: all, words: wordsOf(sentence, all, { table: tagger.words, language: page.language }), given }
}

/** KnowledgeNet does not tell members from employees and heads; the words mostly do. */
function likelyWay(said: string): string {
  if (/\b(?:member|played|plays|party|club|team|band|fellow|joined the (?:band|group|team|club))\b/i.test(said))
    return 'member_of'
  if (
    /\b(?:ceo|president|chair(?:man|woman)?|director|head|chief|leader|captain|coach|dean|minister|mayor|founder)\b/i.test(
      said,
    )
  )
    return 'leads'
  return 'works_for'
}

const isName = ({ kind, is_pronoun }: End) => !is_pronoun && kind !== 'date' && kind !== 'role' && kind !== 'nation'
const overlap = (a: { start: number; end: number }, [start, end]: readonly [number, number]) =>
  a.start < end && start < a.end

interface Passage {
  fold: number
  text: string
  annotated: string[]
  facts: {
    property: string
    subject: [number, number]
    object: [number, number]
    subject_text: string
    object_text: string
  }[]
}

/** By property of KnowledgeNet: the types that it states, whether from its object, and what else is then open. */
const knowledgeNet: Record<string, { types: string[]; inverse?: true; open?: string[]; from: EndKind; to: EndKind[] }> =
  {
    EMPLOYEE_OR_MEMBER_OF: { types: ['affiliated_with'], open: [...waysToBelong], from: 'person', to: ['object'] },
    CEO: {
      types: ['leads', 'affiliated_with'],
      inverse: true,
      open: ['works_for', 'member_of'],
      from: 'person',
      to: ['object'],
    },
    POLITICAL_AFFILIATION: {
      types: ['member_of', 'affiliated_with'],
      open: ['leads', 'works_for'],
      from: 'person',
      to: ['object'],
    },
    FOUNDED_BY: { types: ['founder_of'], inverse: true, from: 'person', to: ['object'] },
    SUBSIDIARY_OF: { types: ['part_of'], open: ['owner_of'], from: 'object', to: ['object'] },
    HEADQUARTERS: { types: ['located_in'], from: 'object', to: ['location'] },
    PLACE_OF_RESIDENCE: { types: ['lives_in'], from: 'person', to: ['location'] },
    PLACE_OF_BIRTH: { types: ['born_in'], from: 'person', to: ['location'] },
    EDUCATED_AT: { types: ['alumnus_of'], from: 'person', to: ['object'] },
    SPOUSE: { types: ['spouse_of'], from: 'person', to: ['person'] },
    CHILD_OF: { types: ['parent_of'], inverse: true, from: 'person', to: ['person'] },
    NATIONALITY: { types: ['nationality', 'national_of'], from: 'person', to: ['nation', 'location'] },
    DATE_OF_BIRTH: { types: ['birth_date'], from: 'person', to: ['date'] },
    DATE_OF_DEATH: { types: ['death_date'], from: 'person', to: ['date'] },
    DATE_FOUNDED: { types: ['founding_date'], from: 'object', to: ['date'] },
  }
export const knowledgeNetTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(knowledgeNet).map(([property, { types }]) => [property, types[0] as string]),
)

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
const pronoun =
  /^(?:he|she|who|his|her|him|they|it|its|which|their|himself|herself|whose|whom|where|that|i|my|me|we|us|our)$/i

export function readKnowledgeNet(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  const lines = readFileSync(join(folder, 'facts-knowledgenet.jsonl'), 'utf8').split('\n')
  for (const [row, line] of lines.entries()) {
    if (line === '') continue
    const { fold, text, annotated, facts } = JSON.parse(line) as Passage
    const page = pageOfText(text, 'en')
    const group = `${fold}`
    for (const { property, subject_text, object_text } of facts) {
      count(found.marked, `${group} ${property}`)
      if (!pronoun.test(subject_text.trim()) && !pronoun.test(object_text.trim()))
        count(found.markedNames, `${group} ${property}`)
    }
    const spans = facts.flatMap(({ property, subject, object }): Span[] => {
      const how = knowledgeNet[property]
      if (!how) return []
      const [from, to] = how.inverse ? [object, subject] : [subject, object]
      return [
        { start: from[0], end: from[1], kind: how.from },
        { start: to[0], end: to[1], kind: how.to[0] as EndKind },
      ]
    })
    const label: Labeller = (a, b) => {
      const labels = new Map<string, number>()
      const said = new Map<string, string>()
      for (const property of annotated) {
        const how = knowledgeNet[property]
        if (!how || how.from !== a.kind || !how.to.includes(b.kind)) continue
        const hit = facts.findIndex((fact) => {
          if (fact.property !== property) return false
          const [from, to] = how.inverse ? [fact.object, fact.subject] : [fact.subject, fact.object]
          const isThis = overlap(a, from) && overlap(b, to)
          const isMutual = property === 'SPOUSE' && overlap(a, to) && overlap(b, from)
          return isThis || isMutual
        })
        for (const type of how.types) {
          if (hit >= 0) labels.set(type, 1)
          else if (!labels.has(type)) labels.set(type, how.types[0] === type ? 0 : -1)
        }
        if (hit >= 0) {
          for (const open of how.open ?? []) if (labels.get(open) !== 1) labels.set(open, -1)
          if (property === 'EMPLOYEE_OR_MEMBER_OF') {
            const way = likelyWay(text.slice(Math.min(a.start, b.start), Math.max(a.end, b.end)))
            for (const one of waysToBelong) if (labels.get(one) !== 1) labels.set(one, one === way ? 1 : 0)
          }
          said.set(how.types[0] as string, `${row} ${hit}`)
        } else if (property === 'EMPLOYEE_OR_MEMBER_OF')
          for (const way of waysToBelong) if (!labels.has(way)) labels.set(way, 0)
      }
      // Party and chief executives are belonging too, whatever was looked for.
      if (labels.get('leads') === 1 || labels.get('member_of') === 1) labels.set('affiliated_with', 1)
      return { labels, facts: said, other: -1 }
    }
    for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      const whole = withGiven(one, spans, page, tagger)
      for (const pair of candidatePairs(whole.ends))
        push(found.examples, { set: 'knowledgenet', group }, whole.words, pair, { label, given: whole.given })
    }
  }
  return found
}

interface Marks {
  page: string
  url: string
  language: string
  entities: {
    ref: string
    kind: string
    name: string
    aliases: string[]
    attributes: Record<string, string>
    when: string | null
  }[]
  relations: { from: string; type: string; to: string; quote: string; certainty?: string }[]
}

/** Types of the marks by ours; the rest is as it is called, or none of ours. */
const sameType: Record<string, string> = {
  studies_at: 'alumnus_of',
  coach_of: 'leads',
  runs: 'leads',
  director_of: 'leads',
  competed_in: 'participant_in',
  winner_of: 'participant_in',
  performer_at: 'participant_in',
  speaker_at: 'participant_in',
  runs_in: 'participant_in',
  attended: 'participant_in',
  host_of: 'organizer_of',
  merged_into: 'part_of',
  settled_in: 'lives_in',
  raised_in: 'lives_in',
  collaborated_with: 'partner_of',
}
const typeOf = (type: string) => sameType[type] ?? type

const attributeTypes: Record<string, string> = {
  role: 'job_title',
  occupation: 'occupation',
  nationality: 'nationality',
  birth_date: 'birth_date',
  death_date: 'death_date',
  founding_date: 'founding_date',
  event_date: 'event_date',
  title: 'occupation',
}

export function readProse(corpus: Corpus, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  for (const file of corpus.list('prose/gold')) {
    const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
    const parsed = parsePage(decodeText(corpus.read(marks.page), null, 'html').text, { url: marks.url })
    const page: NamedPage = { ...parsed, url: marks.url }
    const group = file
    const refs = new Map(
      marks.entities.flatMap(({ ref, name, aliases }) =>
        [name, ...aliases].map((one): [string, string] => [foldName(one), ref]),
      ),
    )
    const byRef = new Map(marks.entities.map((entity) => [entity.ref, entity]))
    const refOf = (end: End) => {
      if (!isName(end)) return undefined
      return [...(end.entity ? [end.entity.name, ...end.entity.aliases] : []), parsed.text.slice(end.start, end.end)]
        .map((name) => refs.get(foldName(name)))
        .find(Boolean)
    }
    const relations = marks.relations.filter(({ certainty }) => certainty !== 'denied')
    for (const { type } of relations) count(found.marked, `${group} ${typeOf(type)}`)
    for (const { attributes } of marks.entities)
      for (const key of Object.keys(attributes)) count(found.marked, `${group} ${attributeTypes[key] ?? key}`)
    for (const { sentence, words, ends } of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      const first = sentence.tokens[0]?.start ?? 0
      const said = foldName(parsed.text.slice(first, sentence.tokens.at(-1)?.end ?? first))
      const label: Labeller = (a, b) => {
        const labels = new Map<string, number>()
        const facts = new Map<string, string>()
        const [from, to] = [refOf(a), refOf(b)]
        const open = { labels, facts, other: -1 }
        if (a.is_pronoun || b.is_pronoun) return open
        if (from === undefined) return { labels, facts, other: 0 }
        const entity = byRef.get(from)
        if (!isName(b)) {
          const value = foldName(b.value ?? '')
          for (const [key, marked] of Object.entries({
            ...entity?.attributes,
            ...(entity?.when ? { event_date: entity.when } : {}),
          })) {
            const type = attributeTypes[key]
            const wanted = foldName(`${marked}`)
            const isSame =
              b.kind === 'date'
                ? wanted.startsWith(value.slice(0, 4)) && (value.startsWith(wanted) || wanted.startsWith(value))
                : value.includes(wanted) || wanted.includes(value)
            if (type !== undefined && isSame) {
              labels.set(type, 1)
              facts.set(type, `${file} ${from} ${key}`)
            }
          }
          if (labels.get('job_title') === 1 || labels.get('occupation') === 1)
            for (const one of ['job_title', 'occupation']) if (!labels.has(one)) labels.set(one, 0)
          return { labels, facts, other: 0 }
        }
        if (to === undefined) return { labels, facts, other: 0 }
        if (from === to) return open
        for (const [at, relation] of relations.entries()) {
          const type = typeOf(relation.type)
          const isMutual = statementTypes[typeIndex.get(type) ?? -1]?.is_mutual
          const isThis = relation.from === from && relation.to === to
          if (!isThis && !(isMutual && relation.from === to && relation.to === from)) continue
          const quote = foldName(relation.quote ?? '')
          const isHere = quote.includes(said) || said.includes(quote)
          labels.set(type, isHere ? 1 : -1)
          if (isHere) facts.set(type, `${file} ${at}`)
          if (waysToBelong.includes(type)) labels.set('affiliated_with', isHere ? 1 : -1)
          if (waysToBelong.includes(type) && isHere) facts.set('affiliated_with', `${file} ${at}`)
        }
        return { labels, facts, other: 0 }
      }
      for (const pair of candidatePairs(ends)) push(found.examples, { set: 'prose', group }, words, pair, { label })
    }
  }
  return found
}

interface MarkedSentence {
  t: string[]
  spans: [string, number, number][]
  relations: [number, string, number][]
  attributes: [number, string, string][]
}

const kindOfTag: Record<string, EndKind> = { PER: 'person', ORG: 'object', LOC: 'location', EVT: 'event' }

/** Joins tokens to a text, and says where each stands. */
function joined(tokens: string[]): { text: string; at: [number, number][] } {
  let text = ''
  const at = tokens.map((token): [number, number] => {
    if (text !== '') text += ' '
    text += token
    return [text.length - token.length, text.length]
  })
  return { text, at }
}

export function readMarkedSentences(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  for (const language of ['en', 'de']) {
    const lines = readFileSync(join(folder, `relations-marked-${language}.jsonl`), 'utf8').split('\n')
    for (const [row, line] of lines.entries()) {
      if (line === '') continue
      const { t, spans, relations, attributes } = JSON.parse(line) as MarkedSentence
      const { text, at } = joined(t)
      const page = pageOfText(text, language)
      const ranges = spans.map(([, from, to]): [number, number] => [at[from]?.[0] ?? 0, at[to - 1]?.[1] ?? 0])
      const given = spans.flatMap(([kind], index): Span[] => {
        const end = kindOfTag[kind]
        const [start, stop] = ranges[index] as [number, number]
        return end ? [{ start, end: stop, kind: end }] : []
      })
      const spanOf = (end: End) => (end.is_pronoun ? -1 : ranges.findIndex((range) => overlap(end, range)))
      const label: Labeller = (a, b) => {
        const labels = new Map<string, number>()
        const from = spanOf(a)
        if (a.is_pronoun || b.is_pronoun) return { labels, facts: new Map(), other: -1 }
        if (isName(b)) {
          const to = spanOf(b)
          for (const [h, type, o] of relations) {
            const ours = typeOf(type)
            const isMutual = statementTypes[typeIndex.get(ours) ?? -1]?.is_mutual
            if ((h === from && o === to) || (isMutual && h === to && o === from)) {
              labels.set(ours, 1)
              if (waysToBelong.includes(ours)) labels.set('affiliated_with', 1)
            }
          }
          return { labels, facts: new Map(), other: 0 }
        }
        const written = foldName(text.slice(b.start, b.end))
        for (const [span, key, value] of attributes) {
          const wanted = foldName(value)
          const type = attributeTypes[key]
          if (span === from && type && (written.includes(wanted) || wanted.includes(written))) labels.set(type, 1)
        }
        return { labels, facts: new Map(), other: 0 }
      }
      for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
        const whole = withGiven(one, given, page, tagger)
        for (const pair of candidatePairs(whole.ends))
          push(found.examples, { set: `marked-${language}`, group: `${row % 5}` }, whole.words, pair, {
            label,
            given: whole.given,
          })
      }
    }
  }
  return found
}

interface Document {
  sents: string[][]
  vertexSet: { sent_id: number; pos: [number, number]; type: string }[][]
  labels?: { h: number; t: number; r: string; evidence: number[] }[]
}

/** Properties of Wikidata by our types; `<` where they lead the other way. */
const wikidata: Record<string, string> = {
  P131: 'located_in',
  P17: 'located_in',
  P150: '<located_in',
  P276: 'located_in',
  P159: 'located_in',
  P30: 'located_in',
  P706: 'located_in',
  P27: 'national_of',
  P19: 'born_in',
  P20: 'died_in',
  P551: 'lives_in',
  P69: 'alumnus_of',
  P108: 'works_for',
  P463: 'member_of',
  P54: 'member_of',
  P102: 'member_of',
  P112: '<founder_of',
  P127: '<owner_of',
  P749: 'part_of',
  P355: '<part_of',
  P361: 'part_of',
  P26: 'spouse_of',
  P40: 'parent_of',
  P22: '<parent_of',
  P25: '<parent_of',
  P3373: 'sibling_of',
  P569: 'birth_date',
  P570: 'death_date',
  P571: 'founding_date',
  P585: 'event_date',
  P1344: 'participant_in',
  P710: '<participant_in',
  P607: 'participant_in',
  P488: '<leads',
  P169: '<leads',
  P6: '<leads',
}
const documentKind: Record<string, EndKind> = {
  PER: 'person',
  ORG: 'object',
  LOC: 'location',
  TIME: 'date',
  MISC: 'event',
}
const markedOnly = [
  'job_title',
  'occupation',
  'nationality',
  'visited',
  'partner_of',
  'organizer_of',
  'lives_in',
  'affiliated_with',
  'leads',
  'works_for',
  'owner_of',
]

export function readDocuments(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  const documents = JSON.parse(readFileSync(join(folder, 'relations-redocred.json'), 'utf8')) as Document[]
  for (const [row, { sents, vertexSet, labels: facts = [] }] of documents.entries()) {
    for (const [number, tokens] of sents.entries()) {
      const { text, at } = joined(tokens)
      const page = pageOfText(text, 'en')
      const here = vertexSet.flatMap((mentions, vertex) =>
        mentions
          .filter(({ sent_id }) => sent_id === number)
          .map(({ pos, type }) => ({ vertex, type, start: at[pos[0]]?.[0] ?? 0, end: at[pos[1] - 1]?.[1] ?? 0 })),
      )
      const given = here.flatMap(({ type, start, end }): Span[] => {
        const kind = documentKind[type]
        return kind && kind !== 'date' && kind !== 'event' ? [{ start, end, kind }] : []
      })
      const vertexOf = (end: End) => here.find((one) => overlap(end, [one.start, one.end]))?.vertex
      const label: Labeller = (a, b) => {
        const labels = new Map<string, number>(markedOnly.map((type) => [type, -1]))
        const [from, to] = [vertexOf(a), vertexOf(b)]
        if (a.is_pronoun || b.is_pronoun) return { labels, facts: new Map(), other: -1 }
        if (from === undefined || to === undefined) return { labels, facts: new Map(), other: 0 }
        for (const { h, t, r, evidence } of facts) {
          const type = wikidata[r]
          if (type === undefined) continue
          const [one, other] = type.startsWith('<') ? [t, h] : [h, t]
          const name = type.replace('<', '')
          if ((one === from && other === to) || (name === 'spouse_of' && one === to && other === from)) {
            const isHere = evidence.includes(number)
            labels.set(name, isHere ? 1 : Math.max(-1, labels.get(name) === 1 ? 1 : -1))
            if (waysToBelong.includes(name)) labels.set('affiliated_with', isHere ? 1 : -1)
          }
        }
        return { labels, facts: new Map(), other: 0 }
      }
      for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
        const whole = withGiven(one, given, page, tagger)
        for (const pair of candidatePairs(whole.ends))
          push(found.examples, { set: 'redocred', group: `${row % 5}` }, whole.words, pair, {
            label,
            given: whole.given,
          })
      }
    }
  }
  return found
}

export function readFewRel(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  const lines = readFileSync(join(folder, 'relations-fewrel.jsonl'), 'utf8').split('\n')
  for (const line of lines) {
    if (line === '') continue
    const { property, t, h, o } = JSON.parse(line) as { property: string; t: string[]; h: number[]; o: number[] }
    const stated = wikidata[property]
    if (stated === undefined) continue
    const { text, at } = joined(t)
    const page = pageOfText(text, 'en')
    const range = (indexes: number[]): [number, number] => [
      at[Math.min(...indexes)]?.[0] ?? 0,
      at[Math.max(...indexes)]?.[1] ?? 0,
    ]
    const [from, to] = stated.startsWith('<') ? [range(o), range(h)] : [range(h), range(o)]
    const type = stated.replace('<', '')
    const label: Labeller = (a, b) => {
      const isThis = overlap(a, from) && overlap(b, to)
      const isBack = overlap(a, to) && overlap(b, from)
      const labels = new Map<string, number>()
      if (a.is_pronoun || b.is_pronoun || (!isThis && !isBack)) return { labels, facts: new Map(), other: -1 }
      labels.set(type, isThis || type === 'spouse_of' || type === 'sibling_of' ? 1 : 0)
      return { labels, facts: new Map(), other: isThis && type === 'part_of' ? -1 : 0 }
    }
    for (const { words, ends } of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      for (const pair of candidatePairs(ends))
        push(found.examples, { set: 'fewrel', group: '0' }, words, pair, { label })
    }
  }
  return found
}

interface Judged {
  page: string
  type: string
  from: [number, number]
  to: [number, number]
  is_right: boolean
}

/** What was said of pages without marks, and judged by eye: bench/src/train/judged-statements.jsonl, with offsets in the text of the page. */
export function readJudged(corpus: Corpus, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  const lines = readFileSync(join(import.meta.dirname, 'judged-statements.jsonl'), 'utf8').split('\n')
  const byPage = Map.groupBy(
    lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Judged),
    ({ page }) => page,
  )
  for (const [group, judged] of byPage) {
    const url = 'https://example.org/'
    const page: NamedPage = { ...parsePage(decodeText(corpus.read(group), null, 'html').text, { url }), url }
    const label: Labeller = (a, b) => {
      const here = judged.filter(({ from, to }) => overlap(a, from) && overlap(b, to))
      return {
        labels: new Map(here.map(({ type, is_right }) => [type, is_right ? 1 : 0])),
        facts: new Map(),
        other: -1,
      }
    }
    for (const { words, ends } of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      for (const pair of candidatePairs(ends)) push(found.examples, { set: 'judged', group }, words, pair, { label })
    }
  }
  return found
}

/** The pairs of all sets. */
export const readAll = (folder: string, corpus: Corpus, tagger: Tagger): Example[] =>
  [
    readKnowledgeNet(folder, tagger),
    readProse(corpus, tagger),
    readMarkedSentences(folder, tagger),
    readDocuments(folder, tagger),
    readFewRel(folder, tagger),
    readJudged(corpus, tagger),
  ].flatMap(({ examples }) => examples)
