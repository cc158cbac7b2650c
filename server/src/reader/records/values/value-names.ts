import type { BaseKind } from '../../../facts/claim.ts'
import { isNameOf } from '../../../facts/entity-names.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { conjunctions } from '../../../language/conjunctions.ts'
import { readTokens } from '../../../language/sentences/sentences.ts'
import { allWords, anyOf } from '../../../language/word-lists.ts'
import { isShareNetwork } from '../../names/rules/doubtful-names.ts'
import { baseKindOf } from '../../names/rules/mention.ts'
import { isThing, withoutRole } from '../../names/rules/name-borders.ts'
import {
  anyParticle,
  isParticle,
  nameSuffixes,
  offices,
  organizationHeads,
  personalTitles,
  plainWord,
  titles,
} from '../../names/rules/name-words.ts'
import { isActWord } from '../../names/rules/no-organization.ts'
import { isPlainPhrase } from '../../names/rules/plain-phrases.ts'
import { brand, eventName, isLegalFormWord, isNoName } from '../../names/rules/shape-mention.ts'
import type { TaggedSpan, Tagger } from '../../names/tagger/tagger.ts'
import { isGiven, isSurname } from '../../names/tagger/word-table.ts'
import { isCountry } from '../../vocabulary/countries.ts'
import { meaningOf } from '../../vocabulary/labels.ts'
import { hasRole } from '../../vocabulary/roles.ts'
import { isActOrPaper, isGathering, isNameLike, isObjectLike, nameMax, saysOrganization } from './value-shapes.ts'

// The names in the value of a field, and what the value alone says about their kind. A field holds one name or several
// with commas between them, and nothing else.

export interface ValueName {
  /** As it is written, without titles and brackets; family names that come first are put last. */
  name: string
  /** Offsets in the value. */
  start: number
  end: number
  aliases: string[]
  /** The part behind the comma of a place, in which the place is: `Ankara, Turkey`. */
  is_area?: true
}

const valueMax = 1_500
const creditMax = 150
const personWordsMax = 6
/** Words up to this frequency rank are mostly greetings, roles and headings. */
const commonRank = 3

/** What the tagger must think of a value, and of a single word that may be an organization. */
const leastScore = 0.6
const sureScore = 0.95

interface Part {
  text: string
  /** The offset in the value. */
  start: number
}

const conjunction = anyOf(conjunctions)
const separators = new RegExp(`(\\s*[,;/]\\s*(?:${conjunction})?\\s+|\\s+(?:${conjunction}|[&+])\\s+|,\\s*$)`, 'u')
const separator = new RegExp(`^(?:\\s*[,;/]|\\s+(?:${conjunction}|[&+])\\s+$)`, 'u')

/** Splits a value at commas and conjunctions where every part is a name of its own. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const piece of text.slice(0, valueMax).split(separators)) {
    const isSeparator = separator.test(piece)
    if (!isSeparator && piece.trim() !== '') parts.push({ text: piece.trim(), start: at + piece.indexOf(piece.trim()) })
    at += piece.length
  }
  return parts
}

export class ValueReader {
  readonly #tagger: Tagger
  readonly #isGerman: boolean
  /** Values come again: in the columns that a list is split into, and in the frame of a site. */
  readonly #kinds = new Map<string, BaseKind | undefined>()

  constructor(tagger: Tagger, isGerman: boolean) {
    this.#tagger = tagger
    this.#isGerman = isGerman
  }

  /** The kind that the value alone suggests. */
  kindOf(text: string): BaseKind | undefined {
    if (text.length > valueMax) return undefined
    let kind = this.#kinds.get(text)
    if (kind === undefined && !this.#kinds.has(text)) {
      kind = this.#kindOf(text)
      this.#kinds.set(text, kind)
    }
    return kind
  }

  #kindOf(text: string): BaseKind | undefined {
    // A column of `Twitter` beside people holds links and no employers.
    if (isShareNetwork(text)) return undefined
    if (registerForm(text) && this.#isRegister(text)) return 'person'
    const plain = withoutTitles(withoutBrackets(text))
    const parts = partsOf(plain)
    if (this.creditOf(text)) return 'person'
    const people = parts.filter((part) => this.#isPerson(part.text)).length
    if (parts.length > 1 && people > 0) {
      // Authors of all countries: where all parts are written like people, a third that is known vouches for the rest.
      const least = parts.every((part) => isPersonShaped(part.text)) ? 1 / 3 : 2 / 3
      if (people >= least * parts.length) return 'person'
    }
    if (hasTitle(text) && isPersonShaped(text)) return 'person'
    if (!isNameLike(plain)) return undefined
    const words = plain.split(/\s+/)
    if (isLegalFormWord(words.at(-1) as string) && words.length > 1) return 'object'
    if (words.length > 1 && brand.test(words[0] as string) && !isGathering(words.at(-1) as string))
      return eventName.test(words[0] as string) ? undefined : 'object'
    const tokens = readTokens(plain).map((token) => token.text)
    const [span] = this.#tagger.tagSentence(tokens, { isGerman: this.#isGerman })
    const isWhole = span?.start === 0 && !tokens.slice(span.end).some(isCapitalised)
    const kind = isWhole && !this.#isDoubtful(tokens, span) ? baseKindOf[span.kind] : undefined
    if (kind === 'person') return this.#isPerson(plain) ? 'person' : undefined
    const isHeaded = words.length > 1 && words.some((word) => organizationHeads.has(plainWord(word)))
    if (isHeaded && !isActOrPaper(words)) return 'object'
    if (this.isPlace(plain)) return 'location'
    if (kind !== undefined && (span?.score ?? 0) > leastScore) return kind
    return this.#isPerson(plain) ? 'person' : undefined
  }

  /** `Seat`, `TubeGlow`: one word alone is as often a label or a nickname as an organization. */
  #isDoubtful(tokens: string[], { kind, score }: TaggedSpan): boolean {
    const rank = this.#tagger.words.rankOf(tokens[0] as string)
    return kind === 'ORG' && tokens.length === 1 && (score < sureScore || (rank > 0 && rank <= commonRank))
  }

  /** Whether the table of places has the name, or the part of it before a comma. */
  isPlace(text: string): boolean {
    const [town = ''] = text.split(/,\s/)
    return this.#tagger.words.isPlaceName(town.split(/\s+/))
  }

  /** Two to five capitalised words, of which one is a given or a family name. */
  #isPerson(text: string): boolean {
    const table = this.#tagger.words
    // `CIENCIA DE DATOS`: a particle is a known family name too, and vouches for nobody.
    const isKnown = (word: string) =>
      !isParticle(word.toLowerCase()) && (table.flagsOf(word) & (isGiven | isSurname)) !== 0
    return isPersonShaped(text) && text.split(/\s+/).some(isKnown) && !this.#isBranch(text)
  }

  /** `PyData London` has a place in its name, and is nobody. */
  #isBranch(text: string): boolean {
    const [first = '', ...rest] = text.split(/\s+/)
    return rest.length > 0 && brand.test(first) && this.#tagger.words.isPlaceName(rest)
  }

  /** A given name and a family name that are both known as such. */
  isFullName(text: string): boolean {
    const words = text.split(/\s+/)
    const [first = '', last = ''] = [words[0], words.at(-1)]
    const { words: table } = this.#tagger
    return words.length > 1 && (table.flagsOf(first) & isGiven) !== 0 && (table.flagsOf(last) & isSurname) !== 0
  }

  /** A full name that is no place and no organization that is known. */
  #isSurelySomebody(text: string): boolean {
    const words = text.split(/\s+/)
    if (!this.isFullName(text) || this.isPlace(text) || this.#tagger.words.isOrganizationName(words)) return false
    return this.kindOf(text) === 'person'
  }

  #isRegister(text: string): boolean {
    const found = registerForm(text)
    const [first = ''] = found?.given.split(/\s+/) ?? []
    const isKnown = (this.#tagger.words.flagsOf(first) & isGiven) !== 0 || /^\p{Lu}\.$/u.test(first)
    return found !== undefined && isKnown && this.#mayBeFamily(found)
  }

  /** `Thanks, John` and `Sincerely, Peter Jones` are written like a register and are none. */
  #mayBeFamily({ family, given }: { family: string; given: string }): boolean {
    const table = this.#tagger.words
    const [name = ''] = family.split(/\s+/).slice(-1)
    const flags = table.flagsOf(name)
    const rank = table.rankOf(name)
    if (isNoName(name) || (rank > 0 && rank <= commonRank && (flags & isSurname) === 0)) return false
    const [, ...more] = given.split(' ').filter(isCapitalised)
    const isFamilyName = (word: string) => (table.flagsOf(word) & (isSurname | isGiven)) === isSurname
    return more.length === 0 || !isFamilyName(more.at(-1) as string)
  }

  /** The names of a value in a column of this kind. */
  namesOf(kind: BaseKind, text: string): ValueName[] {
    const symbols = leadingSymbols.exec(text)?.[0].length ?? 0
    if (symbols > 0) return shifted(this.namesOf(kind, text.slice(symbols)), symbols)
    if (kind === 'person') return this.#peopleOf(text)
    const labelled = kind === 'event' ? undefined : oneLabel.exec(text)?.[0].length
    if (labelled !== undefined) return shifted(this.namesOf(kind, text.slice(labelled)), labelled)
    const plain = withoutBrackets(text)
    // `COLOMBIA / HOLANDA`
    const several = plain.split(/\s+\/\s+/)
    if (several.length > 1) return several.flatMap((one) => shifted(this.namesOf(kind, one), text.indexOf(one)))
    // Among the sponsors are people too, and among the towns that stand behind names.
    if (this.#isSurelySomebody(plain)) return []
    const aliases = plain === text ? [] : aliasesOf(text)
    if (kind === 'location') {
      if (this.#isBranch(plain)) return []
      const [name = '', ...areas] = plain.replace(postalCode, '').split(/,\s+/)
      const area = areas.at(-1)?.replace(postalCode, '')
      // `NEW! Share a car or a room`
      if (!isNameLike(name) || !isNameOf('location', name) || /[!?]\s/.test(name)) return []
      const town: ValueName = { name, ...spanIn(text, name), aliases }
      if (area === undefined || !isNameLike(area) || !isNameOf('location', area)) return [town]
      return [town, { name: area, ...spanIn(text, area), aliases: [], is_area: true }]
    }
    if (isActOrPaper(plain.split(/\s+/))) return []
    const parts = partsOf(this.#withoutPlace(plain))
    // `Meta Platforms, Inc.` and `Simon & Schuster` are one name; a list has three parts or more.
    const isList =
      parts.length > 2 &&
      parts.every((part) => isNameLike(part.text) && !isLegalFormWord(part.text)) &&
      !isOneName(parts)
    if (!isList) {
      const name = this.#withoutPlace(plain)
      return isObjectLike(name) ? [{ name, ...spanIn(text, name), aliases }] : []
    }
    return parts
      .filter((part) => isObjectLike(part.text))
      .map((part) => ({ name: part.text, start: part.start, end: part.start + part.text.length, aliases: [] }))
  }

  /** `University of Oslo, Norway`, `Institute of Ropes, Bergen, Norway`: the town stays where nothing but it says which one. */
  #withoutPlace(name: string): string {
    const cut = name.lastIndexOf(', ')
    const [before, last] = [name.slice(0, cut), name.slice(cut + 2)]
    // `Friends of Bauchi, Nigeria` is called so.
    if (cut < 0 || this.isPlace(before) || brand.test(before) || !isObjectLike(before.split(', ', 1)[0] as string))
      return name
    if (isCountry(last)) {
      const town = before.lastIndexOf(', ')
      return town > 0 && this.isPlace(before.slice(town + 2)) ? before.slice(0, town) : before
    }
    return name
  }

  /** `Ada Berg, Head of Production, Acme GmbH`: one person, and what stands behind the name. */
  creditOf(text: string): { role: Part; object: Part | undefined } | undefined {
    if (text.length > creditMax || !text.includes(',')) return undefined
    const [first, role, object, ...more] = partsOf(text)
    if (!first || !role || more.length > 0 || !hasRole(role.text) || !this.#isPerson(first.text)) return undefined
    return isPersonShaped(role.text) && this.#isPerson(role.text) ? undefined : { role, object }
  }

  /** `DMCA Agent`; but `Ada Dean` is somebody. */
  #isOffice(words: string[]): boolean {
    const last = words.at(-1) as string
    return offices.has(plainWord(last)) && (this.#tagger.words.flagsOf(last) & isSurname) === 0
  }

  #peopleOf(text: string): ValueName[] {
    const register = registerForm(text)
    if (register && this.#mayBeFamily(register)) {
      const end = register.end
      return [{ name: `${register.given} ${register.family}`, start: 0, end, aliases: [] }]
    }
    const parts = partsOf(withoutBrackets(text))
    return (this.creditOf(text) ? parts.slice(0, 1) : parts).flatMap((part) => {
      const called = withoutTitles(part.text).split(/\s+/)
      const { from, to } = withoutRole(called, this.#tagger.words)
      const written = withoutRemark(called.slice(from, to).join(' '))
      if (!isNameLike(written) || !isPersonShaped(written) || this.#isBranch(written)) return []
      const words = written.split(/\s+/)
      if (isPlainPhrase(words, this.#tagger.words) || this.#isOffice(words) || isRoom(words)) return []
      if (isThing(words, this.#tagger.words)) return []
      const start = part.start + part.text.indexOf(written)
      return [{ name: familyLast(written), start, end: start + written.length, aliases: [] }]
    })
  }
}

/** `Dipartimento di Lingue, Letterature e Culture`: only the first part says that it is an organization. */
const isOneName = ([first, ...others]: Part[]) =>
  first !== undefined &&
  saysOrganization(first.text) &&
  !others.some(({ text }) => saysOrganization(text) || isAcronym(text))

const isAcronym = (text: string) => /^\p{Lu}[\p{Lu}\d-]+$/u.test(text)

/** `📍 Terminal Salitre` */
const leadingSymbols = /^(?:\p{Extended_Pictographic}|\p{Variation_Selector}|\p{Join_Control}|\s)+/u

/** Whether a value is written as registers do, known names or not: `Bzdyl, Onufry (1799–1860)`. */
export const isRegisterForm = (text: string): boolean => registerForm(text) !== undefined

/** Whether all parts of a value are written like names of people: `Ada Berg, Karl Holm (Acme)`. */
export function areShapedLikePeople(text: string): boolean {
  const parts = text.length > valueMax ? [] : partsOf(withoutBrackets(text))
  return parts.length > 0 && parts.every((part) => isPersonShaped(part.text))
}

function isPersonShaped(text: string): boolean {
  const words = withoutTitles(text).split(/\s+/)
  if (words.length < 2 || words.length > personWordsMax || !isNameOf('person', words.join(' '))) return false
  if (!words.every((word) => isCapitalised(word) || mayBeParticle(word))) return false
  if (words.some((word) => functionWords.has(word)) || isActWord(plainWord(words[0] as string))) return false
  return !words.some((word) => organizationHeads.has(plainWord(word)) || isLegalFormWord(word))
}

/** `ABUBAKAR Halima` is Halima Abubakar: capitals set the family name apart, wherever it stands. */
function familyLast(name: string): string {
  const words = name.split(' ')
  const isFamily = (word: string) => /^\p{Lu}[\p{Lu}\p{M}'’-]{2,}$/u.test(word)
  const given = words.findIndex((word) => /\p{Ll}/u.test(word) && !mayBeParticle(word))
  const family = words.slice(0, given)
  const [last = ''] = words.slice(-1)
  if (
    given > 0 &&
    family.every((word) => isFamily(word) || mayBeParticle(word)) &&
    family.some(isFamily) &&
    !isFamily(last)
  )
    return [...words.slice(given), ...family.map(inLowerCase)].join(' ')
  return given === 0 && isFamily(last)
    ? words.map((word) => (isFamily(word) ? inLowerCase(word) : word)).join(' ')
    : name
}

const inLowerCase = (word: string) =>
  word
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => (mayBeParticle(word) ? letter : letter.toUpperCase()))

/** `Ada Berg second track` and `Ada Berg aka` are Ada Berg. */
function withoutRemark(name: string): string {
  const words = name.split(/\s+/)
  const isCut = (word: string, at: number) => !mayBeParticle(word) || at === words.length - 1
  const end = words.findIndex(
    (word, at) => at > 1 && /^[^\p{Lu}]*$/u.test(word) && /^\p{Ll}/u.test(word) && isCut(word, at),
  )
  return end < 0 ? name : words.slice(0, end).join(' ')
}

/** Short words that are in titles of works and never in names of people. */
const functionWords = allWords('function-words')

const mayBeParticle = (word: string) =>
  isParticle(word) || /^(?:d['’]\p{L}*|\p{Ll}{1,3}|\p{Ll}{1,3}['’-]\p{L}+|\p{Ll}\p{Lu}\p{Ll}+)$/u.test(word)

function withoutBrackets(text: string): string {
  return text
    .replace(/\s*[([][^)\]]*[)\]]?/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `Credit: Acme`, `Ort: Halle` */
const oneLabel = /^\p{L}+: (?=\S)/u
const postalCode = /^(?:\p{Lu}{1,2}-)?\d{4,5}\s+(?=\p{Lu})/u

/** The other name in brackets, and the whole as it is written: `Cilli [Celje]`. */
function aliasesOf(text: string): string[] {
  const [inside] = /(?<=[([])[^)\]]{2,60}(?=[)\]])/u.exec(text) ?? []
  // `San Francisco (take the train to Palo Alto)` has no other name.
  return inside !== undefined && isNameLike(inside) ? [text, inside].filter((name) => name.length <= nameMax) : []
}

/** `Hall C` */
const isRoom = ([first = '', last = '', ...more]: string[]) =>
  more.length === 0 && last.length === 1 && meaningOf(first) === 'room'

/** The names of a part, with offsets in the whole. */
const shifted = (names: ValueName[], by: number) =>
  names.map((name) => ({ ...name, start: name.start + by, end: name.end + by }))

function spanIn(text: string, name: string): { start: number; end: number } {
  const start = text.indexOf(name)
  return start < 0 ? { start: 0, end: text.length } : { start, end: start + name.length }
}

/** `Dra. Citlali Montemayor`: only people have such titles. */
const hasTitle = (text: string) => personalTitles.has(plainWord(text.split(/\s/, 1)[0] as string))

function withoutTitles(text: string): string {
  const words = text.split(/\s+/)
  while (words.length > 2 && titles.has(plainWord(words[0] as string))) words.shift()
  while (words.length > 2 && nameSuffixes.has(plainWord((words.at(-1) as string).replace(/,$/, '')))) words.pop()
  return words.join(' ').replace(/,$/, '')
}

/** `Helfert, Joseph Alexander`, `Thun-Hohenstein, Leo von (1811–1888)`, `von Helfert, Joseph`. */
function registerForm(text: string): { family: string; given: string; end: number } | undefined {
  const found = register.exec(text)
  return found ? { family: found[1] as string, given: found[2] as string, end: found[0].length } : undefined
}

const register = new RegExp(
  `^((?:(?:${anyParticle})\\s|d['’]){0,2}\\p{Lu}[\\p{L}\\p{M}'’-]+(?:(?:\\s(?:${anyParticle})){1,2}\\s\\p{Lu}[\\p{L}\\p{M}'’-]+)?),\\s*` +
    `((?:\\p{Lu}[\\p{L}\\p{M}.'’-]*)(?:\\s(?:\\p{Lu}[\\p{L}\\p{M}.'’-]*|\\p{Ll}{2,3})){0,4})` +
    `(?=$|\\s*[([;:–—†*]|,\\s*(?:\\d|[*†(]|\\p{Ll})|\\s-\\s)`,
  'u',
)
