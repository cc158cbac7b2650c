import { countryWord } from './country-words.ts'
import { latinTokens, soundOf } from './latin-name.ts'
import { splitLegalForm } from './legal-forms.ts'
import { isArticle, isTitle } from './titles.ts'

// A name taken apart once, for all the comparisons it takes part in.

export interface NameForm {
  /** Latin tokens without titles and articles, legal forms included. */
  tokens: string[]
  /** Tokens that carry the name: no legal form, and for people no title. */
  core: string[]
  /** How the tokens of the core sound. */
  sounds: string[]
  legalForms: string[]
  /** The core in one word, in the order it was written. */
  joined: string
  /** Numbers of the core, Roman ones and number words included, as Arabic digits; sorted. */
  numbers: string[]
  /** Its Chinese characters: many sound the same. */
  han: string
  /** First letters of the words that count. */
  acronym: string
}

const bound = 20_000
const forms = new Map<string, NameForm>()

export function nameForm(name: string, isPerson: boolean): NameForm {
  const key = (isPerson ? 'p' : 'o') + name
  const known = forms.get(key)
  if (known) return known
  const form = makeForm(name, isPerson)
  if (forms.size >= bound) forms.clear()
  forms.set(key, form)
  return form
}

const smallWords: ReadonlySet<string> = new Set(
  'of the and for in on at to de du des la le les el von der die das und fur y e di del della da do dos'.split(' '),
)

export function isSmallWord(token: string): boolean {
  return smallWords.has(token)
}

/** The dots of `L.P.`, so that it is one word and `V L.P.` are two. */
const dotted = /(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu

function makeForm(name: string, isPerson: boolean): NameForm {
  // A name of a kilobyte is none; its head will do.
  const written = name.slice(0, 300)
  const all = latinTokens(isPerson ? written : written.replace(dotted, ''))
  let tokens = isPerson ? withoutTitles(all) : joinLetters(all)
  if (!isPerson && tokens.length > 1 && isArticle(tokens[0] as string)) tokens = tokens.slice(1)
  if (isPerson) tokens = joinServants(inWrittenOrder(written, tokens))
  else tokens = tokens.map(countryWord)
  const { core, forms: legalForms } = isPerson ? { core: tokens, forms: [] } : splitLegalForm(tokens)
  // `Morgan & Co`
  while (core.length > 1 && core.at(-1) === 'and') core.pop()
  return {
    tokens,
    core,
    sounds: core.map(soundOf),
    legalForms,
    joined: core.join(''),
    numbers: numbersOf(core, isPerson),
    han: written.replace(/[^\p{Script=Han}]+/gu, ''),
    acronym: core
      .filter((token) => !smallWords.has(token))
      .map((token) => token[0] as string)
      .join(''),
  }
}

function withoutTitles(tokens: string[]): string[] {
  const left = tokens.filter((token) => !isTitle(token))
  return left.length > 0 ? left : tokens
}

/** `Putin, Vladimir` is Vladimir Putin; `Sammy Davis, Jr.` is what it says. */
function inWrittenOrder(written: string, tokens: string[]): string[] {
  const comma = /^([^,]+),([^,]+)$/.exec(written)
  if (!comma) return tokens
  const family = withoutTitles(latinTokens(comma[1] as string))
  const given = withoutTitles(latinTokens(comma[2] as string))
  if (given.length === 0 || family.length > 3 || given.every(isSuffix)) return tokens
  return given.length > 2 || given.some(isSuffix) ? tokens : [...given, ...family]
}

/** `abd al aziz` and `abdulaziz` are `abdul aziz`. */
function joinServants(tokens: string[]): string[] {
  return tokens.flatMap((token, n) => {
    if (token === 'abd' && articlesOfNames.has(tokens[n + 1] ?? '')) return ['abdul']
    if (tokens[n - 1] === 'abd' && articlesOfNames.has(token)) return []
    const servant = /^abd(?:ul|el|al)(\w{4,})$/.exec(token)
    return servant ? ['abdul', servant[1] as string] : [token]
  })
}

const articlesOfNames: ReadonlySet<string> = new Set('al el ul ar as ur'.split(' '))

const suffixes: ReadonlySet<string> = new Set('jr sr junior senior ii iii iv'.split(' '))

/** What tells a son from his father. */
export function isSuffix(token: string): boolean {
  return suffixes.has(token)
}

/** `b v` is bv, `j p morgan` is jp morgan. */
function joinLetters(tokens: string[]): string[] {
  const joined: string[] = []
  let letters = ''
  for (const token of tokens) {
    if (/^[a-z]$/.test(token)) {
      letters += token
      continue
    }
    if (letters !== '') joined.push(letters)
    letters = ''
    joined.push(token)
  }
  if (letters !== '') joined.push(letters)
  return joined
}

const numberWords = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, n) => [word, `${n}`]),
)
const ordinalWords = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, n) => [word, `${n + 1}`]),
)
const roman = /^(?=[ivxl])(?:x{0,3}|xl|l)(?:ix|iv|v?i{0,3})$/

/** The digits a token stands for, if it is a number. A lone `i`, `v`, `x` or `l` may be an initial. */
export function numberOf(token: string, isPerson: boolean): string | undefined {
  const digits = /^0*(\d+)(?:st|nd|rd|th)?$/.exec(token)
  if (digits) return digits[1]
  const word = numberWords.get(token) ?? ordinalWords.get(token)
  if (word !== undefined) return isPerson ? undefined : word
  if (roman.test(token) && token.length > 1 && !(isPerson && token === 'xi') && token !== 'li') return fromRoman(token)
  return !isPerson && (token === 'i' || token === 'v' || token === 'x') ? fromRoman(token) : undefined
}

function numbersOf(tokens: string[], isPerson: boolean): string[] {
  const numbers: string[] = []
  for (const token of tokens) {
    const number = numberOf(token, isPerson)
    if (number !== undefined) numbers.push(number)
    // `ahl1`, `3m`: but in people's names such digits are slips of the keyboard.
    else if (!isPerson && /\d/.test(token)) numbers.push(token)
  }
  return numbers.sort()
}

const worth: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }

function fromRoman(token: string): string {
  let sum = 0
  for (let at = 0; at < token.length; at++) {
    const value = worth[token[at] as string] as number
    sum += value < (worth[token[at + 1] ?? ''] ?? 0) ? -value : value
  }
  return `${sum}`
}
