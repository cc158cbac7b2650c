import { latinTokens, plainOf, soundOf } from '../../language/latin-name.ts'
import { readWords } from '../../language/word-lists.ts'
import { Cache } from '../../platform/cache.ts'
import { countryPhrases, countryWord, writeOutLetters } from './country-words.ts'
import { isLegalForm, splitLegalForm } from './legal-forms.ts'
import { numberOf, numbersOf } from './name-numbers.ts'
import { isArticle, isHonorific, withoutTitles } from './titles.ts'

// A name parsed once, for all its comparisons.

export interface Word {
  token: string
  sound: string
  /** Without what writers of one word leave out or put in: Müller, Mueller and Muller; Rohani and Rouhani. */
  plain: string
  /** The digits, if the word is a number. */
  number: string | undefined
  hasDigit: boolean
  isSmall: boolean
}

export interface NameForm {
  written: string
  /** Tokens of the name proper: without legal forms, and for people without titles. */
  core: string[]
  /** The tokens of the core, each with the properties that comparisons need. */
  words: Word[]
  legalForms: string[]
  /** The core without spaces, in written order. */
  joined: string
  /** Numbers of the core, Roman ones and number words included, as Arabic digits; sorted. */
  numbers: string[]
  /** Written in Latin letters, as far as it has letters. */
  isLatin: boolean
  /** The Chinese characters; many have the same sound. */
  han: string
  /** Initials of the words that are not small. */
  acronym: string
}

/** Words with their sounds and spellings take many times the letters of the name. */
const formBytes = (form: NameForm) => 800 + 40 * form.joined.length
const forms = new Cache<NameForm>('name_forms', formBytes)

export function nameForm(name: string, isPerson: boolean): NameForm {
  const key = (isPerson ? 'p' : 'o') + name
  const known = forms.get(key)
  if (known) return known
  const form = makeForm(name, isPerson)
  forms.set(key, form)
  return form
}

const smallWords = readWords('name-particles', 'small-words')

export function isSmallWord(token: string): boolean {
  return smallWords.has(token)
}

/** Drops the seat that registers put behind the legal form: `Fabriek Horst B.V., Horst, NL`. */
function withoutSeat(name: string): string {
  const [head = '', ...rest] = name.split(',')
  if (rest.length === 0) return name
  const { core, forms } = splitLegalForm(joinLetters(latinTokens(head)))
  if (forms.length === 0 || core.length === 0) return name
  // Another legal form behind the comma belongs to the name.
  const isSeat = rest.every((part) => {
    const tokens = joinLetters(latinTokens(part))
    return tokens.length <= 2 && !tokens.some((token) => isLegalForm(token) || countryWord(token) !== token)
  })
  return isSeat ? head : name
}

/** The dots of `L.P.`; without them it is one word, and `V L.P.` is two. */
const dotted = /(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu

const otherScript = /(?!\p{Script=Latin})\p{L}/u

function makeForm(name: string, isPerson: boolean): NameForm {
  // Longer texts are not names; the start is enough.
  const written = name.slice(0, 300)
  const all = latinTokens(isPerson ? written : withoutSeat(writeOutLetters(written).replace(dotted, '')))
  let tokens = isPerson ? withoutTitles(all) : joinLetters(all)
  if (!isPerson && tokens.length > 1 && isArticle(tokens[0] as string)) tokens = tokens.slice(1)
  if (isPerson) tokens = joinServants(inWrittenOrder(written, tokens))
  else tokens = countryPhrases(tokens.map(countryWord))
  const { core, forms: legalForms } = isPerson ? { core: tokens, forms: [] } : splitLegalForm(tokens)
  // `Morgan & Co`
  while (core.length > 1 && core.at(-1) === 'and') core.pop()
  // A name without letters or digits is still a name.
  if (core.length === 0 && written.trim() !== '') core.push(written.trim().toLowerCase())
  return {
    written: written.trim(),
    core,
    words: core.map((token) => wordOf(token, isPerson)),
    legalForms,
    joined: core.join(''),
    numbers: numbersOf(core, isPerson),
    isLatin: !otherScript.test(written),
    han: written.replace(/[^\p{Script=Han}]+/gu, ''),
    acronym: core
      .filter((token) => !smallWords.has(token))
      .map((token) => token[0] as string)
      .join(''),
  }
}

function wordOf(token: string, isPerson: boolean): Word {
  const number = numberOf(token, isPerson)
  const hasDigit = /\d/.test(token)
  return { token, sound: soundOf(token), plain: plainOf(token), number, hasDigit, isSmall: smallWords.has(token) }
}

/** `Putin, Vladimir` is Vladimir Putin; `Sammy Davis, Jr.` is what it says. */
function inWrittenOrder(written: string, tokens: string[]): string[] {
  const comma = /^([^,]+),([^,]+)$/.exec(written)
  if (!comma) return tokens
  const family = withoutTitles(latinTokens(comma[1] as string))
  const given = withoutTitles(latinTokens(comma[2] as string))
  if (given.length === 0 || given.length > 4 || family.length > 3) return tokens
  const isRank = given.some((token) => isSuffix(token) || isHonorific(token) || /\d/.test(token))
  return isRank ? tokens : [...given, ...family]
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

const articlesOfNames = readWords('name-particles', 'arabic-articles')

const suffixes = readWords('titles', 'suffixes')

/** Suffixes that tell a son from his father. */
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
