import { readWords } from '../../language/word-lists.ts'
import { type Alignment, alignNames, type Pairing } from './align-names.ts'
import { isCommonFamilyName } from './common-names.ts'
import { areTwoNames } from './match-tokens.ts'
import { isSmallWord, isSuffix, type NameForm } from './name-form.ts'
import { homophoneVerdict, type NameVerdict } from './name-verdict.ts'
import { isGivenName, isShortForm } from './nicknames.ts'
import { isHonorific } from './titles.ts'

/** How strongly two names of people suggest that they are the same person. */
export function comparePeople(a: NameForm, b: NameForm): NameVerdict {
  const veto = numberVeto(a, b)
  if (veto) return veto
  if (a.joined === b.joined) return sameWritten(a, b)
  const alignment = alignNames(a, b, true)
  const full = alignment.pairs.filter(({ how, a: at }) => how !== 'initial' && !isParticle(a.core[at] as string))
  const onlyA = alignment.onlyA.filter((at) => !isLight(a.core[at] as string))
  const onlyB = alignment.onlyB.filter((at) => !isLight(b.core[at] as string))
  if (full.length === 0) return { points: -6, reason: 'different names', is_veto: false }
  const words = Math.min(named(a), named(b))
  if (words <= 1) return oneWord(full[0] as Pairing, onlyA.length + onlyB.length)
  const isConflict = onlyA.length > 0 && onlyB.length > 0
  // One similar word beside different ones means nothing in common.
  if (isConflict && full.every(({ cost }) => cost > 1)) return { points: -6, reason: 'different names', is_veto: false }
  if (isConflict) return conflict(alignment, { a, b, onlyA, onlyB })
  return fitting(alignment, {
    a,
    b,
    extra: onlyA.length > 0 ? onlyA : onlyB,
    full: full.length,
    longer: onlyA.length > 0 ? a : b,
  })
}

/** Whether a word is a particle: `al`, `bin`, `von`. */
function isParticle(token: string): boolean {
  return isSmallWord(token) || particles.has(token)
}

const particles = readWords('name-particles', 'particles')

function isLight(token: string): boolean {
  return isParticle(token) || isHonorific(token) || /^\d+(?:st|nd|rd|th)$/.test(token)
}

function weighty({ core }: NameForm): number {
  return core.filter((token) => !isParticle(token)).length
}

/** How many words are no particles where they stand: Ben Holm and Vang Le have two, von Holm has one. */
function ownNames({ core }: NameForm): number {
  const isName = (token: string, at: number) =>
    !isParticle(token) || at === core.length - 1 || (at === 0 && isGivenName(token))
  return core.filter(isName).length
}

/** How many words are names: the Duke of Leeds and the Duchess of Leeds share a single one. */
function named({ core }: NameForm): number {
  return core.filter((token) => !isLight(token)).length
}

function numberVeto(a: NameForm, b: NameForm): NameVerdict | undefined {
  const suffixA = suffixOf(a)
  const suffixB = suffixOf(b)
  if (suffixA === undefined || suffixB === undefined || suffixA === suffixB) return undefined
  return { points: -8, reason: `numbers differ: ${suffixA}, ${suffixB}`, is_veto: true }
}

const suffixNames = new Map(Object.entries({ junior: 'jr', senior: 'sr', ii: '2', iii: '3', iv: '4' }))

function suffixOf({ core, numbers }: NameForm): string | undefined {
  const suffix = core.length > 1 ? core.find(isSuffix) : undefined
  return suffix === undefined ? numbers[0] : (suffixNames.get(suffix) ?? suffix)
}

function sameWritten(a: NameForm, b: NameForm): NameVerdict {
  // Too many people share a name of one word.
  if (ownNames(a) <= 1 && ownNames(b) <= 1) return { points: 1.2, reason: 'same name of one word', is_veto: false }
  const homophones = homophoneVerdict(a, b)
  if (homophones) return homophones
  return { points: a.core.length === b.core.length ? 4.5 : 3.8, reason: 'same name', is_veto: false }
}

function oneWord(pair: Pairing, extra: number): NameVerdict {
  const points = (extra > 0 ? -0.5 : 1) - pair.cost
  return { points, reason: 'one word of the names fits', is_veto: false }
}

interface Sides {
  a: NameForm
  b: NameForm
  onlyA: number[]
  onlyB: number[]
}

/** Each name has a word that the other lacks. */
function conflict({ pairs }: Alignment, { a, b, onlyA, onlyB }: Sides): NameVerdict {
  const isInner = isMiddle(a, onlyA) && isMiddle(b, onlyB)
  const heavy = pairs.filter((pair) => !isParticle(a.core[pair.a] as string))
  const fits = heavy.reduce((sum, { how, cost }) => sum + (how === 'initial' ? 0.3 : 1) - cost * 0.3, 0)
  const total = Math.max(weighty(a), weighty(b))
  const points = (isInner ? 0.5 : -1.5) - 3 * (1 - fits / total) - (Math.min(onlyA.length, onlyB.length) - 1)
  const word = (form: NameForm, at: number[]) => form.core[at[0] as number]
  return { points, reason: `names differ: ${word(a, onlyA)}, ${word(b, onlyB)}`, is_veto: false, is_conflict: true }
}

function isMiddle({ core }: NameForm, at: number[]): boolean {
  return at.every((position) => position > 0 && position < core.length - 1)
}

interface Fit {
  a: NameForm
  b: NameForm
  extra: number[]
  full: number
  longer: NameForm
}

/** All words of the shorter name are in the longer one. */
function fitting({ pairs }: Alignment, { a, b, extra, full, longer }: Fit): NameVerdict {
  let points = 4.2
  const family = familyOf(a, b)
  for (const { how, cost, a: at } of pairs) points -= how === 'initial' ? initialCost(full, family, at, a) : cost
  if (pairs.some((pair) => isShortSlip(pair, a))) points -= 1
  points -= Math.min(extra.length * 0.4, 1)
  if (extra.includes(longer.core.length - 1) || extra.includes(0)) points -= 0.5
  if (extra.some((at) => isSuffix(longer.core[at] as string))) points -= 1.5
  if (initialsDiffer(a, b, extra, longer)) points -= 2.4
  const isMoved = orderDiffers(pairs.filter((pair) => !isParticle(a.core[pair.a] as string)))
  if (isMoved) points -= weighty(a) === weighty(b) ? 2.4 : 1.2
  if (lacksFamilyName(pairs, extra, a, b, longer)) points = Math.min(points, noFamilyName)
  const isConflict = pairs.some((pair) => areTwoPeople(pair, a, b))
  // Nan Wang is a short form of Nancy Xin Ru Wang, and of many others; Bill Collings may be any William.
  const isNickname = extra.length > 0 && pairs.some(({ how }) => how === 'nickname')
  const lacksName = extra.some((at) => (longer.core[at] as string).length > 1)
  const isLoose = extra.length > leftOutMost || isNickname || (lacksName && isShortForm(a.core[0] as string))
  const isAlike = isMoved || isLoose || stopsEarly(extra, longer) || pairs.some((pair) => isSlip(pair, a, b))
  return {
    points,
    reason: reasonOf(pairs, a, b, isMoved),
    is_veto: false,
    ...(isConflict && { is_conflict: isConflict }),
    ...(isAlike && { is_alike: isAlike }),
  }
}

/** How many words a name may leave out and still be surely the longer one. */
const leftOutMost = 2

/**
 * Whether the shorter name stops before the last word of the longer: Johann Nepomuk may be any of those who have a family
 * name too. Of a double name with a hyphen the second half is left out more often than not.
 */
function stopsEarly(extra: number[], { core, written }: NameForm): boolean {
  if (!extra.includes(core.length - 1) || isSuffix(core.at(-1) as string)) return false
  return extra.length > 1 || !/\p{L}[-\u2010]\p{L}+$/u.test(written)
}

/**
 * Whether words are only similar: Witek and Zittek, Meyer and Meier, Zhang and Yang, Xin and Xinyu. Names that were brought
 * from another script differ in letters without being two.
 */
function isSlip({ how }: Pairing, a: NameForm, b: NameForm): boolean {
  return a.isLatin && b.isLatin && (how === 'typo' || how === 'sound' || how === 'short')
}

/** Robert and Roberta, Maria and Marius: similar, but two names. */
function areTwoPeople({ how, ...at }: Pairing, a: NameForm, b: NameForm): boolean {
  return (
    (how === 'typo' || how === 'short' || how === 'variant') &&
    areTwoNames(a.core[at.a] as string, b.core[at.b] as string)
  )
}

/** The most points without a family name: Franz Joseph may be an emperor or anybody else of that name. */
const noFamilyName = 1

/** Whether one name stops before the other's family name, or has only its initial. */
function lacksFamilyName(pairs: Pairing[], extra: number[], a: NameForm, b: NameForm, longer: NameForm): boolean {
  const shorter = longer === a ? b : a
  if (extra.includes(longer.core.length - 1)) {
    if (isGivenName(shorter.core.at(-1) as string)) return true
    // Johann Leopolder is not Johann Leopold Wohlmuth: the word in the position of the family name must be equal.
    const last = pairs.find((pair) => (shorter === a ? pair.a : pair.b) === shorter.core.length - 1)
    if (last && last.how !== 'equal') return true
  }
  return pairs.some(({ how, ...at }) => {
    const [isLastA, isLastB] = [at.a === a.core.length - 1, at.b === b.core.length - 1]
    // Given names are shortened; family names are not.
    return (how === 'initial' && (isLastA || isLastB)) || (how === 'short' && isLastA && isLastB)
  })
}

/** George W. and George H. W.: people who write initials write all of them. */
function initialsDiffer(a: NameForm, b: NameForm, extra: number[], longer: NameForm): boolean {
  const hasInitial = ({ core }: NameForm) => core.some((token, n) => n > 0 && token.length === 1)
  return hasInitial(a) && hasInitial(b) && extra.some((at) => (longer.core[at] as string).length === 1)
}

/** John and Joan, Tom and Tim: short given names are similar and still different. */
function isShortSlip({ how, a: at }: Pairing, a: NameForm): boolean {
  return how === 'typo' && at === 0 && (a.core[0] as string).length <= 4
}

function familyOf(a: NameForm, b: NameForm): string {
  const last = a.core.at(-1) as string
  return last.length > 1 ? last : (b.core.at(-1) as string)
}

/** A middle initial costs little. An initial as the given name costs more, most with a common family name. */
function initialCost(full: number, family: string, at: number, a: NameForm): number {
  if (full >= 2 && at > 0) return 0.3
  if (full >= 2) return 0.7
  return isCommonFamilyName(family) || a.core.length > 3 ? 2.6 : 1.6
}

function orderDiffers(pairs: Pairing[]): boolean {
  const ordered = pairs.toSorted((x, y) => x.a - y.a)
  return ordered.some((pair, n) => n > 0 && pair.b < (ordered[n - 1] as Pairing).b)
}

function reasonOf(pairs: Pairing[], a: NameForm, b: NameForm, isMoved: boolean): string {
  const worst = pairs.toSorted((x, y) => y.cost - x.cost)[0] as Pairing
  const words = `${a.core[worst.a]}, ${b.core[worst.b]}`
  if (isMoved) return 'same names in another order'
  if (worst.how === 'initial') return `initials fit: ${a.written}, ${b.written}`
  if (worst.how === 'nickname' || worst.how === 'short' || worst.how === 'variant') return `forms of one name: ${words}`
  if (worst.how === 'plain' || worst.how === 'sound' || worst.how === 'typo') return `spelled differently: ${words}`
  return 'same name but for words that one leaves out'
}
