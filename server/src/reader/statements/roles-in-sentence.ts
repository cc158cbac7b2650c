import { isCapitalised } from '../../language/capitals.ts'
import type { TextToken } from '../../language/sentences/sentences.ts'
import { allWords, languageOfTag, readWords, wordsByLanguage } from '../../language/word-lists.ts'
import { isDemonym } from '../names/rules/demonyms.ts'
import { isRoleIn } from '../vocabulary/roles.ts'
import { opensDescription } from './describing.ts'
import { pronounOf } from './pronouns.ts'

// The roles that a sentence names: `former Vice President`, `Fraktionsvorsitzende`, the rest of `VW-Chef`.

export interface RoleSpan {
  /** Token indexes; `to` is exclusive. */
  from: number
  to: number
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** The word that makes it one, in lower case: `vorsitzende` of `Fraktionsvorsitzende`. */
  word: string
  way: WayOfRole
}

/** What somebody with a role most likely does in an organization; none where the word does not tell. */
export type WayOfRole = 'leads' | 'member_of' | 'none'

const wordMax = 5
const partLeast = 4
/** Languages that write a compound as one word. */
const compounding: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no'])

/** The role that a word is or ends with. English ones are used everywhere: `CEO`, `Manager`. */
function roleOf(word: string, language: string | null): string | undefined {
  const tag = languageOfTag(language)
  const isNoun = isCapitalised(word)
  // German writes them with a capital: `nun` is no nun.
  if (tag === 'de' && !isNoun) return undefined
  const lower = word.toLowerCase()
  for (const form of tag === 'de' ? basicForms(lower) : [lower]) {
    if (isRoleIn(language, form) || (isNoun && isRoleIn('en', form))) return form
    if (!compounding.has(tag)) continue
    for (let at = partLeast - 1; at <= form.length - partLeast; at++)
      if (isRoleIn(language, form.slice(at))) return form.slice(at)
  }
  return undefined
}

/** `Präsidenten`, `Trainers`, `Abgeordneten` */
const basicForms = (word: string): string[] => [
  word,
  ...['n', 'en', 's', 'es'].flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : [])),
]

const [leading, belonging] = [wordsByLanguage('roles-that-lead'), wordsByLanguage('roles-of-members')]

function wayOf(role: string, language: string | null): WayOfRole {
  const isIn = (list: typeof leading) => list(language).has(role) || list('en').has(role)
  return isIn(leading) ? 'leads' : isIn(belonging) ? 'member_of' : 'none'
}

/** Whether whoever has this role heads an organization, in English: `chief executive officer`. */
export const leadsByRole = (role: string): boolean =>
  wayOf(
    role
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .at(-1) ?? '',
    'en',
  ) === 'leads'

/** `taken` marks words that are names; `cuts` has for a word that only begins with a name where the rest begins. */
export function findRoles(
  tokens: TextToken[],
  { taken, cuts, language }: { taken: Uint8Array; cuts: ReadonlyMap<number, number>; language: string | null },
): RoleSpan[] {
  const found: RoleSpan[] = []
  const roleAt = (at: number) => {
    const token = tokens[at]
    if (token === undefined || taken[at] === 1) return undefined
    const from = cuts.get(at) ?? token.start
    return roleOf(token.text.slice(from - token.start), language)
  }
  const isDescribing = (at: number) => taken[at] !== 1 && !cuts.has(at) && describes(tokens[at]?.text ?? '', language)
  for (let at = 0; at < tokens.length; at++) {
    let word = roleAt(at)
    if (word === undefined) continue
    let to = at + 1
    for (let next = roleAt(to); next !== undefined && !cuts.has(to); next = roleAt(to)) {
      word = next
      to++
    }
    let from = at
    while (!cuts.has(at) && from > 0 && at - from < wordMax && isDescribing(from - 1)) from--
    const start = cuts.get(from) ?? tokens[from]?.start ?? 0
    found.push({ from, to, start, end: tokens[to - 1]?.end ?? 0, word, way: wayOf(word, language) })
    at = to - 1
  }
  return found
}

const modifiers = allWords('role-modifiers')

function describes(word: string, language: string | null): boolean {
  const lower = word.toLowerCase()
  // A nation is said beside the role: `German painter`.
  if (!/^\p{L}[\p{L}.-]*$/u.test(word) || opensDescription(lower) || isDemonym(word)) return false
  return pronounOf(lower, language) === undefined && (isCapitalised(word) || modifiers.has(lower))
}

const nationCodes = readWords('nation-codes')

/** `NOR`, behind the name of an athlete. */
export const isNationCode = (word: string): boolean => nationCodes.has(word)
