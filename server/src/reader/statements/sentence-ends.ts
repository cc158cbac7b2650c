import { findDates } from '../../dates/find-dates.ts'
import { isCapitalised } from '../../language/capitals.ts'
import { languageOfTag } from '../../language/word-lists.ts'
import { isDemonym } from '../names/rules/demonyms.ts'
import type { JoinedName } from '../names/rules/join-names.ts'
import type { Mention, Sentence } from '../names/rules/mention.ts'
import type { TagKind } from '../names/tagger/labels.ts'
import { pronounOf } from './pronouns.ts'
import { findRoles, isNationCode, type WayOfRole } from './roles-in-sentence.ts'
import type { EndKind } from './statement-types.ts'

// The parts of a sentence between which something may be said: names, and besides them dates, roles, nations, and the
// pronouns that stand for a person or a thing.

export interface End {
  kind: EndKind
  /** Token indexes in the sentence; `to` is exclusive. */
  from: number
  to: number
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** How sure it is that the name is one, 0 to 1. */
  score: number
  entity?: JoinedName
  is_pronoun: boolean
  /** The date in EDTF, or the words of the role or nation. */
  value?: string
  /** The word that makes a role one, and what it says of an organization. */
  role?: { word: string; way: WayOfRole }
}

const kindOfTag: Partial<Record<TagKind, EndKind>> = {
  PER: 'person',
  ORG: 'object',
  LOC: 'location',
  EVT: 'event',
  MISC: 'object',
}
/** A span of the tagger that is no name by itself counts less. */
const unnamedShare = 0.5
/** One that is less likely is sooner the role that its words name. */
const surerThanRole = 0.5
/** A sentence with more is a list. */
const endsMax = 24
const dateMax = 3

export function endsOf(
  text: string,
  sentence: Sentence,
  named: { entity: JoinedName; mention: Mention }[],
  language: string | null,
): End[] {
  const { tokens } = sentence
  const names: End[] = named.map(({ entity, mention: { from, to, start, end, score } }) => ({
    ...{ kind: entity.kind, from, to, start, end, score, entity },
    is_pronoun: false,
  }))
  const taken = new Uint8Array(tokens.length)
  // `VW` leaves the rest of `VW-Chef` to be a role.
  const cuts = new Map<number, number>()
  for (const { from, to, end } of names) {
    if (to === from + 1 && text[end] === '-' && (tokens[from]?.end ?? 0) > end + 1) cuts.set(from, end + 1)
    else taken.fill(1, from, to)
  }
  const isFree = ({ from, to }: Pick<End, 'from' | 'to'>) => !taken.subarray(from, to).includes(1)
  const unnamed = unnamedOf(sentence).filter((one) => isFree(one) && !cuts.has(one.from))
  const sure = unnamed.filter(({ score }) => score >= surerThanRole * unnamedShare)
  for (const { from, to } of sure) taken.fill(1, from, to)
  const roles = findRoles(tokens, { taken, cuts, language }).map(
    ({ word, way, ...role }): End => ({
      ...{ kind: 'role', ...role, score: 1, value: text.slice(role.start, role.end), role: { word, way } },
      is_pronoun: false,
    }),
  )
  for (const { from, to } of roles) taken.fill(1, from, to)
  const doubtful = unnamed.filter((one) => !sure.includes(one) && isFree(one))
  for (const { from, to } of [...doubtful, ...names]) taken.fill(1, from, to)
  const ends = [
    ...[...names, ...sure, ...doubtful].filter((end) => !isCode(sentence, end)),
    ...singleWords(sentence, taken, language),
    ...datesIn(text, sentence, language),
    ...roles,
  ]
  return ends.length > endsMax ? ends.slice(0, endsMax) : ends
}

const placeOf = ({ tokens }: Sentence, from: number, to: number) => ({
  from,
  to,
  start: tokens[from]?.start ?? 0,
  end: tokens[to - 1]?.end ?? 0,
})

/** What the tagger holds for names, and the page does not. */
const unnamedOf = (sentence: Sentence): End[] =>
  (sentence.spans ?? []).flatMap(({ start, end, kind: tag, score }): End[] => {
    const kind = kindOfTag[tag]
    return kind ? [{ kind, ...placeOf(sentence, start, end), score: score * unnamedShare, is_pronoun: false }] : []
  })

/** The code of a nation behind an athlete: `Ada Berg (NOR)`. */
const isCode = ({ tokens }: Sentence, { from, to }: Pick<End, 'from' | 'to'>) =>
  to === from + 1 &&
  tokens[from - 1]?.text === '(' &&
  tokens[to]?.text === ')' &&
  isNationCode(tokens[from]?.text ?? '')

/** Pronouns, and words and codes for nations. */
function singleWords(sentence: Sentence, taken: Uint8Array, language: string | null): End[] {
  return sentence.tokens.flatMap(({ text: word }, from): End[] => {
    const at = { ...placeOf(sentence, from, from + 1), score: 1 }
    const isNation = isCode(sentence, at) || (taken[from] !== 1 && isNationIn(word, language))
    if (isNation) return [{ kind: 'nation', ...at, is_pronoun: false, value: word }]
    if (taken[from] === 1) return []
    const kind = pronounOf(word.toLowerCase(), language)
    return kind ? [{ kind, ...at, is_pronoun: true }] : []
  })
}

/** English writes them with a capital: the poles are no Poles. */
const isNationIn = (word: string, language: string | null) =>
  isDemonym(word) && (isCapitalised(word) || languageOfTag(language) !== 'en')

function datesIn(text: string, { tokens }: Sentence, language: string | null): End[] {
  const start = tokens[0]?.start ?? 0
  const written = text.slice(start, tokens.at(-1)?.end ?? start)
  if (!/\d/.test(written)) return []
  return findDates(written, { language })
    .slice(0, dateMax)
    .flatMap(({ start: from, end: to, when }): End[] => {
      const first = tokens.findIndex((token) => token.end > start + from)
      const last = tokens.findLastIndex((token) => token.start < start + to)
      if (first < 0 || last < first) return []
      const at = { from: first, to: last + 1, start: start + from, end: start + to }
      return [{ kind: 'date', ...at, score: 1, is_pronoun: false, value: when.edtf }]
    })
}
