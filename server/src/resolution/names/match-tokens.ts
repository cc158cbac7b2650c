import { isCommonNameWord } from './common-names.ts'
import { editDistance } from './edit-distance.ts'
import type { Word } from './name-form.ts'
import { areNicknames, areVariants, isGivenName } from './nicknames.ts'

// Ways in which two words of two names may be the same word, and their costs.

export type How = 'equal' | 'plain' | 'sound' | 'nickname' | 'initial' | 'variant' | 'typo' | 'short' | 'none'

export interface TokenMatch {
  how: How
  /** 0 for the same word; above `tooMuch` it is another word. */
  cost: number
}

export const tooMuch = 3

/** The cost of a plural. */
export const endingCost = 0.5

const none: TokenMatch = { how: 'none', cost: 9 }
const equal: TokenMatch = { how: 'equal', cost: 0 }

export function matchTokens(a: Word, b: Word, isPerson: boolean): TokenMatch {
  if (a.token === b.token) return equal
  if (a.number !== undefined || b.number !== undefined) {
    // Erste Bank is no translation of First Bank, and both are the 1. Bank.
    return a.number === b.number && (a.hasDigit || b.hasDigit || isRoman(a) || isRoman(b)) ? equal : none
  }
  if (!isPerson && (a.hasDigit || b.hasDigit)) return none
  if (isPerson && (a.token.length === 1 || b.token.length === 1)) {
    return a.token[0] === b.token[0] ? { how: 'initial', cost: 0.3 } : none
  }
  if (isPerson && areNicknames(a.token, b.token)) return { how: 'nickname', cost: 0.5 }
  const isPlain = a.plain === b.plain && a.plain.length >= 4 && !(isPerson && areTwoNames(a.token, b.token))
  if (isPlain) return { how: 'plain', cost: 0.3 }
  // Short names of things are made to differ by one letter: dmd and ddmd.
  if (a.sound === b.sound && a.sound.length > (isPerson ? 2 : 3)) return { how: 'sound', cost: 0.4 }
  if (isPerson && areVariants(a.token, b.token)) return { how: 'variant', cost: 2.4 }
  if (isPerson && isShortGivenName(a.token, b.token)) return { how: 'short', cost: 2.2 }
  if (!isPerson && isShortFor(a.token, b.token)) return { how: 'short', cost: 0.6 }
  if (a.isSmall || b.isSmall) return none
  const written = typo(a.token, b.token, isPerson)
  if (!isPerson || areTwoNames(a.token, b.token)) return written
  // Transliterations differ in letters that sound alike, and at times in one more.
  const heard = Math.min(a.sound.length, b.sound.length) >= 5 ? typo(a.sound, b.sound, isPerson) : none
  return heard.cost < written.cost ? { how: 'typo', cost: heard.cost + 0.2 } : written
}

const isRoman = ({ token }: Word) => /^[ivxl]+$/.test(token)

/** `fred` is short for frederik. */
function isShortGivenName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 3 && long.startsWith(short) && !isOtherSex(a, b)
}

/** `tech` is short for technologies, `ind` for industries; but hive is not short for hivemall. */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 3 || short.length > 5 || !isCommonNameWord(long)) return false
  return long.startsWith(short) && long.length - short.length >= 3
}

function typo(a: string, b: string, isPerson: boolean): TokenMatch {
  const length = Math.max(a.length, b.length)
  const most = length >= 8 ? 2 : 1
  const distance = editDistance(a, b, most)
  if (distance > most || length < 3) return none
  let cost = distance === 2 ? (length >= 10 ? 1.7 : isPerson ? 2 : 2.8) : length >= 5 ? 0.9 : isPerson ? 1.4 : 3.5
  // Products and projects have short names on purpose: with one letter replaced it is another one.
  if (!isPerson && length === 5 && a.length === b.length && !isSwap(a, b)) cost = 2.4
  if (length === 3) cost = isPerson ? 2.4 : 4
  // Misspellings seldom change the first letter.
  if (a[0] !== b[0]) cost += 1.3
  if (isPerson && areTwoNames(a, b)) cost += 1.5
  // Word endings are grammar: machine and machines.
  if (!isPerson && distance === 1 && length >= 5 && (`${a}s` === b || `${b}s` === a)) cost = endingCost
  return { how: 'typo', cost }
}

/** Similar words that are still two names in use. */
export function areTwoNames(a: string, b: string): boolean {
  return isOtherSex(a, b) || (isGivenName(a) && isGivenName(b))
}

/**
 * Whether letters are replaced by others, as in Meyer and Meier: families spell it so on purpose. Letters that are
 * doubled or left out, as in Hasan and Hassan, are mostly another transliteration.
 */
export const isReplaced = (a: string, b: string): boolean => a.length === b.length

/** Whether two words one edit apart differ by swapped letters. */
function isSwap(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

/** Mario and Maria, Michel and Michelle, Julian and Juliana: more often two people than a slip. */
function isOtherSex(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long === `${short}a` || long === `${short}e` || long === `${short}le`) return true
  return a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && /[aoe]$/.test(a) && /[aoe]$/.test(b)
}
