import { alignNames, type Pairing } from './align-names.ts'
import { isCommonNameWord } from './common-names.ts'
import { areOfOneLaw } from './legal-forms.ts'
import { endingCost, isReplaced } from './match-tokens.ts'
import { isSmallWord, type NameForm } from './name-form.ts'
import { homophoneVerdict, type NameVerdict } from './name-verdict.ts'

/** How strongly two names of organizations, places, events or other things suggest that they are the same. */
export function compareThings(a: NameForm, b: NameForm): NameVerdict {
  const veto = numberVeto(a, b)
  if (veto) return veto
  const forms = formPoints(a, b)
  if (a.joined === b.joined) {
    const homophones = homophoneVerdict(a, b)
    if (homophones) return homophones
    if (forms === otherForm) return otherForms({ points: 4.5, reason: '', is_veto: false }, a.legalForms, b.legalForms)
    return { points: 4.5 + forms, reason: 'same name', is_veto: false }
  }
  const acronym = acronymVerdict(a, b)
  if (acronym) return acronym
  const verdict = aligned(a, b, forms)
  return forms === otherForm ? contraryForms(verdict, a.legalForms, b.legalForms) : verdict
}

const otherForm = -3.2

/** The verdict on two names whose legal forms differ. */
export function otherForms(verdict: NameVerdict, a: string[], b: string[]): NameVerdict {
  const reason = `legal forms differ: ${a}, ${b}`
  return contraryForms({ ...verdict, points: verdict.points + otherForm, reason }, a, b)
}

function contraryForms(verdict: NameVerdict, a: string[], b: string[]): NameVerdict {
  return areOfOneLaw(a, b) ? verdict : { ...verdict, is_contrary: true }
}

/** Different numbers mean two things; a number that only one name has is a word like any other. */
function numberVeto(a: NameForm, b: NameForm): NameVerdict | undefined {
  const onlyA = a.numbers.filter((number) => !b.numbers.includes(number))
  const onlyB = b.numbers.filter((number) => !a.numbers.includes(number))
  if (onlyA.length === 0 || onlyB.length === 0) return undefined
  return { points: -8, reason: `numbers differ: ${onlyA.join(' ')}, ${onlyB.join(' ')}`, is_veto: true }
}

function formPoints(a: NameForm, b: NameForm): number {
  if (a.legalForms.length === 0 && b.legalForms.length === 0) return 0
  if (a.legalForms.length === 0 || b.legalForms.length === 0) return -0.5
  return a.legalForms.some((form) => b.legalForms.includes(form)) ? 0.2 : otherForm
}

function acronymVerdict(a: NameForm, b: NameForm): NameVerdict | undefined {
  if (a.numbers.join(' ') !== b.numbers.join(' ')) return undefined
  const [short, long] = withoutNumbers(a).length <= withoutNumbers(b).length ? [a, b] : [b, a]
  const [word = '', ...more] = withoutNumbers(short)
  const words = withoutNumbers(long)
  if (more.length > 0 || words.length < 2 || word.length < 2) return undefined
  const written = `${short.written}, ${long.written}`
  const initials = (tokens: string[]) => tokens.map((token) => token[0]).join('')
  // With small words too: `dod` for department of defense.
  if (word === initials(words) || word === initials(words.filter((token) => !isSmallWord(token)))) {
    return { points: word.length >= 3 ? 1.4 : 0.2, reason: `acronym: ${written}`, is_veto: false }
  }
  // Too many words begin like others, so a year or another number must vouch for it.
  if (a.numbers.length === 0 || !isBlend(word, words)) return undefined
  return { points: 1, reason: `short form: ${written}`, is_veto: false }
}

/** The words of a name, but for the year of a conference or the number of a unit. */
const withoutNumbers = ({ words }: NameForm) =>
  words.flatMap(({ token, number, hasDigit }) => (number !== undefined || hasDigit ? [] : [token]))

const blendMost = 16
const lastPieceLeast = 3

/** Whether the word is made of the beginnings of the first, the last, and some words between: `dconf`, `pycon`. */
function isBlend(word: string, words: string[]): boolean {
  if (word.length > blendMost) return false
  // How many letters of the word the words so far may have given.
  const given = new Set([0])
  for (const [at, token] of words.slice(0, -1).entries()) {
    for (const from of [...given]) {
      for (let length = 0; length < token.length && token[length] === word[from + length]; length++) {
        given.add(from + length + 1)
      }
    }
    if (at === 0) given.delete(0)
  }
  const last = words.at(-1) as string
  return [...given].some((from) => word.length - from >= lastPieceLeast && last.startsWith(word.slice(from)))
}

function aligned(a: NameForm, b: NameForm, forms: number): NameVerdict {
  const { pairs, onlyA, onlyB } = alignNames(a, b, false)
  let shared = 0
  let cost = 0
  for (const pair of pairs) {
    shared += (weightOf(a.core[pair.a] as string) + weightOf(b.core[pair.b] as string)) / 2
    // A slip costs the same in a long name as in a short one.
    cost += pair.cost
  }
  // Gambia and Zambia: a name of one word has no other word to confirm it.
  if (a.core.length === 1 && b.core.length === 1 && cost > 0.4) cost += 0.8
  const extraA = onlyA.reduce((sum, at) => sum + weightOf(a.core[at] as string), 0)
  const extraB = onlyB.reduce((sum, at) => sum + weightOf(b.core[at] as string), 0)
  if (pairs.length === 0) return { points: -6, reason: 'different names', is_veto: false }
  const share = shared / (shared + Math.max(extraA, extraB))
  const reason = extraA + extraB > 0 ? 'names share words' : 'names are nearly the same'
  const alike = pairs.some((pair) => isSlip(pair, a, b)) && ({ is_alike: true } as const)
  const least = Math.min(extraA, extraB)
  const most = Math.max(extraA, extraB)
  // Small words missing on both sides make no difference.
  if (most < 0.3) return { points: 4.3 + forms - cost, reason, is_veto: false, ...alike }
  if (least < 0.3)
    return { points: 1.6 - 3 * (1 - share) - cost * 0.5 + Math.min(forms, 0), reason, is_veto: false, ...alike }
  return { points: -0.8 - 3.2 * (1 - share) - cost * 0.3, reason, is_veto: false }
}

/** Whether a letter differs, other than in an ending and in names of two scripts. */
function isSlip({ how, cost, ...at }: Pairing, a: NameForm, b: NameForm): boolean {
  const [one, two] = [a.core[at.a] as string, b.core[at.b] as string]
  // Words that many names have do not tell names apart: organisation and organization.
  if (!a.isLatin || !b.isLatin || isCommonNameWord(one) || isCommonNameWord(two)) return false
  if (how === 'typo') return cost > endingCost
  return how === 'sound' && isReplaced(one, two)
}

function weightOf(token: string): number {
  if (isSmallWord(token)) return 0.1
  if (isCommonNameWord(token)) return 0.5
  return token.length <= 2 ? 0.6 : 1
}
