import { findDates } from '../../dates/find-dates.ts'
import { isCapitalised } from '../../language/capitals.ts'
import { allWords } from '../../language/word-lists.ts'
import { isDemonym } from '../names/rules/demonyms.ts'
import type { JoinedName } from '../names/rules/join-names.ts'
import type { Mention, Sentence } from '../names/rules/mention.ts'
import type { TagKind } from '../names/tagger/labels.ts'
import { isRoleWord } from '../vocabulary/roles.ts'
import { opensDescription } from './describing.ts'
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
/** A sentence with more is a list. */
const endsMax = 24
const dateMax = 3
const [people, things] = [allWords('pronouns-of-people'), allWords('pronouns-of-things')]

export function endsOf(
  text: string,
  sentence: Sentence,
  named: { entity: JoinedName; mention: Mention }[],
  language: string | null,
): End[] {
  const { tokens } = sentence
  const ends: End[] = named.map(({ entity, mention }) => ({
    kind: entity.kind,
    from: mention.from,
    to: mention.to,
    start: mention.start,
    end: mention.end,
    score: mention.score,
    entity,
    is_pronoun: false,
  }))
  const taken = new Uint8Array(tokens.length)
  for (const { from, to } of ends) taken.fill(1, from, to)
  for (const { start: from, end: to, kind: tag, score } of sentence.spans ?? []) {
    const kind = kindOfTag[tag]
    if (kind === undefined || taken.subarray(from, to).some((one) => one === 1)) continue
    ends.push({
      kind,
      from,
      to,
      start: tokens[from]?.start ?? 0,
      end: tokens[to - 1]?.end ?? 0,
      score: score * unnamedShare,
      is_pronoun: false,
    })
    taken.fill(1, from, to)
  }
  const at = (from: number, to: number) => ({
    from,
    to,
    start: tokens[from]?.start ?? 0,
    end: tokens[to - 1]?.end ?? 0,
    score: 1,
  })
  for (const [from, { text: word }] of tokens.entries()) {
    if (taken[from] === 1) continue
    const lower = word.toLowerCase()
    if (people.has(lower)) ends.push({ kind: 'person', ...at(from, from + 1), is_pronoun: true })
    else if (things.has(lower)) ends.push({ kind: 'object', ...at(from, from + 1), is_pronoun: true })
    if (isDemonym(word)) ends.push({ kind: 'nation', ...at(from, from + 1), is_pronoun: false, value: word })
  }
  ends.push(...datesIn(text, sentence, language), ...rolesIn(text, sentence, taken))
  return ends.length > endsMax ? ends.slice(0, endsMax) : ends
}

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
      return [
        {
          kind: 'date',
          from: first,
          to: last + 1,
          start: start + from,
          end: start + to,
          score: 1,
          is_pronoun: false,
          value: when.edtf,
        },
      ]
    })
}

const wordMax = 5

/** Roles with the words before them that belong to them: `former Vice President`, `Chef der Feuerwehr` without the last. */
function rolesIn(text: string, { tokens }: Sentence, taken: Uint8Array): End[] {
  const roles: End[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (taken[at] === 1 || !isRole(tokens[at]?.text ?? '')) continue
    let to = at + 1
    while (to < tokens.length && taken[to] !== 1 && isRole(tokens[to]?.text ?? '')) to++
    let from = at
    while (from > 0 && at - from < wordMax && taken[from - 1] !== 1 && describes(tokens[from - 1]?.text ?? '')) from--
    const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0]
    roles.push({ kind: 'role', from, to, start, end, score: 1, is_pronoun: false, value: text.slice(start, end) })
    at = to - 1
  }
  return roles
}

const compoundLeast = 4

const moreRoles = allWords('roles-in-sentences')
const isOneRole = (word: string) => isRoleWord(word) || moreRoles.has(word)

/** `professor`, and `Theologieprofessor`. */
function isRole(word: string): boolean {
  const lower = word.toLowerCase()
  if (isOneRole(lower)) return true
  if (lower.length < 2 * compoundLeast) return false
  for (let at = compoundLeast - 1; at <= lower.length - compoundLeast; at++) if (isOneRole(lower.slice(at))) return true
  return false
}

const describes = (word: string) =>
  /^\p{L}[\p{L}.-]*$/u.test(word) &&
  !opensDescription(word.toLowerCase()) &&
  !people.has(word.toLowerCase()) &&
  !things.has(word.toLowerCase()) &&
  (isCapitalised(word) || modifiers.has(word.toLowerCase()))

const modifiers = allWords('role-modifiers')
