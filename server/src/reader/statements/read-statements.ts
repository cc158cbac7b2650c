import {
  type BaseKind,
  type Claim,
  type EntityRef,
  entityClaim,
  type Quote,
  relationshipClaim,
} from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { allWords } from '../../language/word-lists.ts'
import { isRelativePronoun } from '../names/relations/relation-patterns.ts'
import type { JoinedName } from '../names/rules/join-names.ts'
import type { Sentence } from '../names/rules/mention.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { quoteAround } from '../names/rules/sentence-quote.ts'
import {
  isAboutOther,
  isProseIn,
  isSubjectPronoun,
  leftOut,
  peopleByBlock,
  type SubjectSpan,
} from '../names/rules/text-subject.ts'
import { hashWord } from '../names/tagger/word-hash.ts'
import type { WordTable } from '../names/tagger/word-table.ts'
import { isProfession, leastOfBeside, likelihoodBeside } from './beside-names.ts'
import { type SentenceEnds, sentencesWithEnds } from './candidate-pairs.ts'
import { isNotSaid } from './not-said.ts'
import type { Words } from './pair-features.ts'
import type { End } from './sentence-ends.ts'
import { type JudgedEnds, StatementModel } from './statement-model.ts'
import { belonging, type StatementType, statementTypes, waysToBelong } from './statement-types.ts'

// What sentences say of their names: relations to other names, and attributes. Who a pronoun means must be sure, otherwise
// nothing is said.

const statementsMax = 300

export interface Statements {
  claims: Claim[]
  /** The names that something is said of. */
  names: Set<JoinedName>
}

interface Said {
  type: StatementType
  from: EntityRef
  to: EntityRef | undefined
  value: string | undefined
  likelihood: number
  quote: Quote
}

interface StatementPage {
  sentences: Sentence[]
  names: JoinedName[]
  subjects: SubjectSpan[]
  /** Whether a name is one without anything that is said of it. */
  isSure(name: JoinedName): boolean
}

/** What is said must be this likely to make a doubtful name a name. */
const likelyOfDoubtful = 0.75

export function readStatements(
  page: NamedPage,
  { sentences, names, subjects, isSure }: StatementPage,
  { words, model = StatementModel.shared() }: { words: WordTable; model?: StatementModel | undefined },
): Statements {
  const people = peopleByBlock(names)
  const found = new Map<string, Said>()
  for (const one of sentencesWithEnds(page, { sentences, names }, words)) {
    if (found.size >= statementsMax) break
    const meant = new Map(
      one.ends.map((end) => [end, end.entity ?? personMeant(page, one, { end, subjects, people, names })]),
    )
    // A name that stands for nothing says nothing: most pronouns.
    const isMeant = ([a, b]: [End, End]) =>
      meant.get(a) !== undefined && meant.get(a) !== meant.get(b) && (meant.get(b) !== undefined || !isName(b))
    for (const judged of model.judge(one, isMeant)) {
      const { pair } = judged
      const statement = strongest(model, one, judged) ?? besideName(model, one, judged)
      if (!statement || isNotSaid(one, statement.type, pair)) continue
      const [a, b] = pair
      const [from, to] = [meant.get(a) as JoinedName, meant.get(b)]
      if (statement.likelihood < likelyOfDoubtful && !(isSure(from) && (!to || isSure(to)))) continue
      for (const type of typesSaid(statement.type, b)) {
        const said: Said = {
          ...statement,
          type,
          from: referTo(from),
          to: to && referTo(to),
          value: valueSaid(type, b),
          quote: quoteAround(page.text, one.sentence.tokens, pair),
        }
        const key = `${said.from.ref} ${type.name} ${said.to?.ref ?? said.value}`
        const known = found.get(key)
        if (!known || known.likelihood < said.likelihood) found.set(key, said)
      }
    }
  }
  const said = oneWay([...found.values()])
  const named = new Set(said.flatMap(({ from, to }) => (to ? [from.ref, to.ref] : [from.ref])))
  return { claims: said.map(claimOf), names: new Set(names.filter((name) => named.has(referTo(name).ref))) }
}

const isName = ({ kind }: End) => kind !== 'date' && kind !== 'role' && kind !== 'nation'

/** What stands right beside the name of a person is believed sooner. */
function besideName(
  model: StatementModel,
  { sentence }: SentenceEnds,
  { pair, types, verdicts }: JudgedEnds,
): Pick<Said, 'type' | 'likelihood'> | undefined {
  const least = leastOfBeside(sentence, pair)
  if (least === undefined) return undefined
  const [best] = types
    .map((index, at) => {
      const verdict = verdicts[at]
      const likelihood = verdict === undefined ? 0 : model.likelihoodOf(index, verdict)
      return { type: statementTypes[index] as StatementType, likelihood }
    })
    .sort((a, b) => b.likelihood - a.likelihood)
  if (!best || best.likelihood < least) return undefined
  const type = pair[1].kind === 'role' ? jobTitle : best.type
  return { type, likelihood: Math.max(best.likelihood, likelihoodBeside) }
}

const [jobTitle, occupation] = ['job_title', 'occupation'].map((wanted) =>
  statementTypes.find(({ name }) => name === wanted),
) as [StatementType, StatementType]

/** From one day to another somebody was born and died. */
function typesSaid(type: StatementType, end: End): StatementType[] {
  if (type === jobTitle && isProfession(end)) return [occupation]
  return life.includes(type) && /^\d[^/]*\/\d/.test(end.value ?? '') ? life : [type]
}

const life = statementTypes.filter(({ name }) => name === 'birth_date' || name === 'death_date')

/** The value that an end gives to an attribute; of a life the day that is meant. */
function valueSaid({ name }: StatementType, { value = '' }: End): string {
  const [start = '', end = start] = value.split('/')
  return name === 'death_date' ? end : value.includes('/') && dated.has(name) ? start : value
}

const dated: ReadonlySet<string> = new Set(['birth_date', 'founding_date'])

/** The likeliest type that is said of a pair; of those who belong to something the likeliest way. */
function strongest(
  model: StatementModel,
  { words, ends }: SentenceEnds,
  { pair, types, scores, verdicts }: JudgedEnds,
): Pick<Said, 'type' | 'likelihood'> | undefined {
  let best: Pick<Said, 'type' | 'likelihood'> | undefined
  let way: { name: string; score: number } | undefined
  for (const [at, index] of types.entries()) {
    const type = statementTypes[index] as StatementType
    if (type.name === 'leads' && leadsPart(words, ends, pair)) continue
    const score = scores[at] as number
    if (waysToBelong.includes(type.name) && (!way || score > way.score)) way = { name: type.name, score }
    const verdict = verdicts[at]
    if (verdict === undefined || !model.isSaid(index, verdict)) continue
    const likelihood = model.likelihoodOf(index, verdict)
    if (!best || likelihood > best.likelihood) best = { type, likelihood }
  }
  if (best?.type !== belonging || way === undefined) return best
  const roles = ends.filter((end) => end.kind === 'role' && isBetween(end, pair))
  const isFounder = roles.length > 0 && roles.every(({ role }) => role !== undefined && founders.has(role.word))
  const said = isFounder ? 'founder_of' : way.name
  const type = statementTypes.find(({ name }) => name === said) as StatementType
  return { type, likelihood: best.likelihood }
}

const founders = allWords('founders')

const isBetween = ({ from, to }: End, [a, b]: [End, End]) =>
  from >= Math.min(a.to, b.to) && to <= Math.max(a.from, b.from)

const [ofId, atId] = [hashWord('of'), hashWord('at')]

/** `head of finance at Acme` leads no more than a part of it. */
function leadsPart({ ids }: Words, ends: End[], [, { from: to }]: [End, End]): boolean {
  const role = ends.find((end) => end.kind === 'role' && end.to <= to)
  const between = role ? ids.subarray(role.to, to) : []
  return between[0] === ofId && between.at(-1) === atId
}

interface Meaning {
  end: End
  subjects: SubjectSpan[]
  people: ReturnType<typeof peopleByBlock>
  names: JoinedName[]
}

/** Whom a pronoun means: `who` the name before it, `she` at the beginning of a sentence the one that the text is about. */
function personMeant(
  page: NamedPage,
  { sentence, ends }: SentenceEnds,
  { end, subjects, people, names }: Meaning,
): JoinedName | undefined {
  if (!end.is_pronoun || end.kind !== 'person') return undefined
  const before = ends.find(({ to, entity }) => entity?.kind === 'person' && (to === end.from || to === end.from - 1))
  const mark = sentence.tokens[end.from - 1]?.text
  if (before?.entity && isRelativePronoun(sentence.tokens[end.from]?.text ?? ''))
    return before.to === end.from || mark === ',' ? before.entity : undefined
  if (
    end.from !== 0 ||
    !isSubjectPronoun(sentence.tokens[0]?.text ?? '') ||
    !isProseIn(page.blocks[sentence.block]?.kind)
  )
    return undefined
  const subject = leftOut(sentence, [], subjects)
  if (!subject || isAboutOther(page, { sentence, subject, people })) return undefined
  return names.find(({ kind, name }) => kind === 'person' && name === subject.entity.name)
}

const referTo = ({ kind, name }: JoinedName): EntityRef => ({ ref: refOf(kind as BaseKind, name), kind, name })

/** Of two statements that cannot both hold the likelier one: nobody is the parent of a parent. */
function oneWay(said: Said[]): Said[] {
  const keyOf = ({ type, from, to }: Said, isBack: boolean) =>
    `${type.name} ${isBack ? to?.ref : from.ref} ${isBack ? from.ref : to?.ref}`
  const byKey = new Map(said.map((one) => [keyOf(one, false), one]))
  return said.filter((one) => {
    const back = one.to && byKey.get(keyOf(one, true))
    if (!back) return true
    return one.likelihood > back.likelihood || (one.likelihood === back.likelihood && one.from.ref < back.from.ref)
  })
}

function claimOf({ type, from, to, value, likelihood, quote }: Said): Claim {
  const confidence = Math.round(20 * likelihood) / 20
  if (to) return relationshipClaim({ from, relation: type.name, to, quote, confidence })
  return entityClaim({ ...from, attributes: { [type.name]: value ?? '' }, quote, confidence })
}
