import type { BaseKind, When } from '../../../facts/claim.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { type Relation, relationNamed } from '../../../facts/relations.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { FindNames } from '../../read/entities/find-names.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { Passage, RankedPassage } from '../passages/passage.ts'
import { type AskedFact, readAskedFact } from '../question/asked-fact.ts'
import { endedRoles, leaderTitles, type SaidRelation, wordsSaying } from '../question/asked-words.ts'
import type { Question } from '../question/question.ts'
import { contentWords, foldWord, splitWords, WordSet } from '../question/words.ts'
import { type Carried, type CarryingQuotes, carriedBy, carry, hasName } from './evidence.ts'
import { findAbout, findNamed, type MeantEntity } from './named-entities.ts'
import {
  type CarryingRow,
  type KnownEntity,
  type RelatedRow,
  selectDateEvidence,
  selectMeantEntities,
  selectNamedRelationships,
  selectRelationshipEvidence,
} from './queries.ts'
import { sayDate } from './say-date.ts'
import { sayMore } from './say-more.ts'

// Facts of the graph that answer a question: relationships of the entity that it names, and dates. A fact counts where
// pages that people can see carry it.

export interface ToldFact {
  /** What the answer says: a name or a date. */
  text: string
  /** Set on the last of a list that is cut: how many more there are, in words. */
  more?: string
  /** The entity that it is about, where the question may mean several. */
  label: string | undefined
  /** The fact in words, for a model. */
  statement: string
  /** What the fact speaks of. */
  entities: KnownEntity[]
  /** At least one. */
  evidence: Passage[]
}

/** What a question is answered from. */
export interface Asked {
  question: Question
  /** Passages with its words, which carry what else only machines can read on a page. */
  passages: RankedPassage[]
}

const factsMax = 8
/** Where more of one name have such a fact, the question says too little. */
const mostMeant = 3
/** Relationships of which evidence is read. */
const candidatesMax = 32
const leastConfidence = 0.5
/** Where facts are few, each has a quote of another site too. */
const fewFacts = 3
const moreQuotes = 1
/** Where a question names somebody's role: `Who is the treasurer of …`. The evidence must have its words. */
const rolesOf = [
  'leads',
  'works_for',
  'chair_of',
  'member_of',
  'affiliated_with',
  'teaches_at',
  'coach_of',
  'organizer_of',
]

/** Whether a passage has words for what the question asks: behind facts, others are beside it. */
export function saysMore(question: Question, { quote }: Passage): boolean {
  const asked = readAskedFact(question.text)
  const relations = typeof asked?.said === 'object' ? asked.said.relations.map(({ name }) => name) : []
  const said = wordsSaying([...relations, ...(asked?.date === undefined ? [] : [asked.date])])
  const quoted = new Set(contentWords(quote))
  return said.some((word) => quoted.has(word))
}

/** Empty where the question asks for no fact that the graph has. */
export async function findFacts(
  db: Queryable,
  find_names: FindNames,
  moment: Moment,
  { question, passages }: Asked,
): Promise<ToldFact[]> {
  const asked = readAskedFact(question.text)
  if (!asked) return []
  const isTopic = typeof asked.said === 'object' && asked.said.is_topic
  const named = isTopic
    ? await findAbout(db, find_names, moment, asked)
    : await findNamed(db, find_names, moment, asked, question)
  if (named.length === 0) return []
  const facts =
    asked.date !== undefined
      ? await findDates(db, moment, named, { ...asked, passages }, asked.date)
      : asked.said === undefined
        ? []
        : await findRelated(db, moment, named, { ...asked, passages })
  const meant = new Set(facts.map(({ entities, label }) => label && entities[0]?.id))
  return meant.size > mostMeant ? [] : facts
}

async function findDates(db: Queryable, moment: Moment, named: MeantEntity[], asked: AskedRelation, date: string) {
  const dated = named.flatMap((entity) => {
    // A person's `when` may be anything, and that of an organization its foundation.
    const isTimed = date !== 'when' || baseOfKind(entity.kind) === 'event'
    const value: string | When | null | undefined = date === 'when' ? entity.when : entity.attributes[date]
    const said = isTimed && value ? sayDate(value, asked.language) : undefined
    return said && value ? [{ entity, said, value: typeof value === 'string' ? value : value.edtf }] : []
  })
  if (dated.length === 0) return []
  const wanted = dated.map(({ entity, value }) => ({ id: entity.id, value }))
  const rows = Map.groupBy(await selectDateEvidence(db, moment, date, wanted), ({ owner }) => owner)
  return dated.flatMap(({ entity, said }): ToldFact[] => {
    const carried = { names: [], about: namesOf(entity), words: entity.left, said: [], numbers: said.numbers }
    const own = carry(rows.get(entity.id) ?? [], carried)
    const evidence = own.length > 0 ? own : carriedBy(asked.passages, { ...carried, said: wordsSaying([date]) })
    if (evidence.length === 0) return []
    const { needed, more } = quotesOf(evidence, [entity.id])
    const label = named.length > 1 ? entity.name : undefined
    const statement = `${entity.name}, ${wordsOf(date)}: ${said.text}`
    return [{ text: said.text, label, statement, entities: [entity], evidence: [...needed, ...more] }]
  })
}

interface Candidate {
  row: RelatedRow
  about: MeantEntity
  other: KnownEntity
  relation: SaidRelation
}

type AskedRelation = AskedFact & Pick<Asked, 'passages'>

async function findRelated(
  db: Queryable,
  moment: Moment,
  named: MeantEntity[],
  asked: AskedRelation,
): Promise<ToldFact[]> {
  const relations = relationsOf(asked)
  const types = [...new Set(relations.map(({ name }) => name))]
  const byId = new Map(named.map((entity) => [entity.id, entity]))
  const rows = await selectNamedRelationships(db, moment, [...byId.keys()], types)
  const fitting = rows.flatMap((row) => {
    const about = byId.get(row.named) as MeantEntity
    const relation =
      row.confidence < leastConfidence || isOver(row, asked) ? undefined : fits(row, about, relations, asked)
    return relation ? [{ row, about, relation }] : []
  })
  const others = await selectMeantEntities(db, moment, [...new Set(fitting.map(({ row }) => row.other))])
  const otherById = new Map(others.map((entity) => [entity.id, entity]))
  const all = fitting.flatMap(({ row, about, relation }): Candidate[] => {
    const other = otherById.get(row.other)
    return other && isWanted(other, about, asked) ? [{ row, about, other, relation }] : []
  })
  const candidates = all.slice(0, candidatesMax)
  if (candidates.length === 0) return []
  const wanted = candidates.map(({ row }) => ({ id: row.id, other: row.other }))
  const evidence = Map.groupBy(await selectRelationshipEvidence(db, moment, wanted), ({ owner }) => owner)
  const facts = candidates.flatMap((candidate) => told(candidate, evidence.get(candidate.row.id) ?? [], asked))
  const isTopic = typeof asked.said === 'object' && asked.said.is_topic
  const isOne = isTopic || named.length === 1
  return tellFirst(facts, { isOne, unread: all.slice(candidatesMax), language: asked.language })
}

function relationsOf({ said }: AskedFact): SaidRelation[] {
  if (said === 'role') return rolesOf.map((name) => ({ name, is_inverse: false, is_loose: false, is_by_title: false }))
  return said?.relations ?? []
}

function isOver({ until, role }: RelatedRow, { said }: AskedFact): boolean {
  if (typeof said !== 'object' || !said.is_now) return false
  const isEnded = until !== null && until !== '..' && until !== ''
  return isEnded || splitWords(role ?? '').some((word) => endedRoles.has(foldWord(word)))
}

/** The relation of the question that a relationship is, where the named entity stands at the end that the question means. */
function fits(
  row: RelatedRow,
  about: MeantEntity,
  relations: SaidRelation[],
  { asks, kinds, said, names_are }: AskedFact,
): SaidRelation | undefined {
  return relations.find(({ name, is_inverse }) => {
    const relation = relationNamed(name)
    if (row.type !== name || !relation) return false
    if (relation.is_mutual) return true
    if (said === 'role') return !row.is_from
    if (asks === 'where') return row.is_from
    if (names_are !== undefined) return row.is_from === ((names_are === 'agent') !== is_inverse)
    // Which end is meant is told by the kinds alone, or not at all.
    return (
      row.is_from !== mayBe(relation, kindOf(about), kinds, false) &&
      row.is_from === mayBe(relation, kindOf(about), kinds, true)
    )
  })
}

/** Whether an entity of this kind may be at an end of a relation whose other end is asked for. */
function mayBe({ ends }: Relation, kind: BaseKind, asked: BaseKind[], isFrom: boolean): boolean {
  return ends.some(({ from, to }) => {
    const [own, other] = isFrom ? [from, to] : [to, from]
    return own.has(kind) && asked.some((one) => other.has(one))
  })
}

/** Kinds of a domain's own are things. */
const kindOf = ({ kind }: KnownEntity): BaseKind => baseOfKind(kind) ?? 'object'

const namesOf = ({ name, aliases }: KnownEntity) => [name, ...aliases]

/** A given name alone says of nobody who it is. */
const fullNamesOf = (entity: KnownEntity) =>
  namesOf(entity).filter((name) => name === entity.name || kindOf(entity) !== 'person' || name.trim().includes(' '))

/** A role is what pages call somebody; the word alone may be about anybody whom the quote names. */
function isWanted(other: KnownEntity, about: MeantEntity, { kinds, said }: AskedFact): boolean {
  if (!kinds.includes(kindOf(other))) return false
  if (said !== 'role') return true
  const called = new WordSet(...Object.values(other.attributes))
  return kindOf(other) === 'person' && about.left.length > 0 && about.left.every((word) => called.hasName(word))
}

/** The words of a title by which somebody heads what they work for. */
function titleOf({ attributes }: KnownEntity): string[] | undefined {
  const titles = Object.values(attributes).map((value) => splitWords(value).map(foldWord))
  return titles.find((words) => leaderTitles.has(words.join(' ')))
}

interface Told {
  text: string
  about: KnownEntity
  other: KnownEntity
  relation: string
  quotes: Quotes
  hosts: number
  confidence: number
}

/** The fact of a relationship, where its evidence carries it. */
function told({ row, about, other, relation }: Candidate, rows: CarryingRow[], asked: AskedRelation): Told[] {
  const title = relation.is_by_title ? titleOf(other) : []
  if (!title) return []
  const said = relation.is_loose ? asked.phrase : []
  const carried: Carried = {
    names: fullNamesOf(other),
    about: namesOf(about),
    words: [...about.left, ...title],
    said,
    numbers: [],
  }
  const own = carry(rows, carried)
  const words = relation.is_loose ? asked.phrase : wordsSaying([row.type])
  const evidence = own.length > 0 ? own : carriedBy(asked.passages, { ...carried, said: words })
  const [best] = evidence
  if (!best) return []
  // The answer has the name that the quote has.
  const quoted = best.quotes.map(({ quote }) => quote).join('\n')
  const text = fullNamesOf(other).find((name) => hasName(quoted, name)) ?? other.name
  const quotes = quotesOf(evidence, [about.id, other.id])
  const hosts = new Set(evidence.map(({ host }) => host)).size
  return [{ text, about, other, relation: row.type, quotes, hosts, confidence: row.confidence }]
}

interface Telling {
  /** The question names one thing. */
  isOne: boolean
  /** What the graph says too, of which no evidence was read. */
  unread: Candidate[]
  language: string
}

/** One fact for each answer, which several relationships may give: those that most sites state first, and how many more there are. */
function tellFirst(facts: Told[], { isOne, unread, language }: Telling): ToldFact[] {
  const keyOf = ({ about, other }: Pick<Told, 'about' | 'other'>) => (isOne ? other.id : `${about.id} ${other.id}`)
  const joined = new Map<string, Told>()
  for (const fact of facts) {
    const known = joined.get(keyOf(fact))
    if (known) known.quotes.more.push(...fact.quotes.needed)
    else joined.set(keyOf(fact), fact)
  }
  const sorted = [...joined.values()].sort((a, b) => b.hosts - a.hosts || b.confidence - a.confidence)
  const best = sorted.slice(0, factsMax)
  const others = unread.filter((one) => !joined.has(keyOf(one)))
  const left = new Map([...sorted.slice(factsMax), ...others].map((one) => [keyOf(one), one]))
  const isFew = best.length <= fewFacts
  return best.map((fact, at) => {
    const { text, about, other, relation, quotes } = fact
    const isOfList = (one: { about: KnownEntity }) => isOne || one.about.id === about.id
    const isLast = !best.slice(at + 1).some(isOfList)
    const more = isLast ? [...left.values()].filter(isOfList).length : 0
    return {
      text,
      ...(more > 0 && { more: sayMore(more, language) }),
      label: isOne ? undefined : about.name,
      statement: `${other.name}, ${wordsOf(relation)}, ${about.name}`,
      entities: [about, other],
      evidence: isFew ? [...quotes.needed, ...quotes.more.slice(0, moreQuotes)] : quotes.needed,
    }
  })
}

const wordsOf = (name: string) => name.replaceAll('_', ' ')

interface Quotes {
  /** Those that carry the fact. */
  needed: Passage[]
  /** The same by other sites. */
  more: Passage[]
}

function quotesOf(evidence: CarryingQuotes[], entity_ids: string[]): Quotes {
  const [first] = evidence
  if (!first) return { needed: [], more: [] }
  const others = evidence.filter(({ host, quotes }) => quotes.length === 1 && host !== first.host)
  const about = (quote: Passage) => ({ ...quote, entity_ids })
  return {
    needed: first.quotes.map(about),
    more: others.flatMap(({ quotes }) => quotes.map(about)).slice(0, moreQuotes),
  }
}
