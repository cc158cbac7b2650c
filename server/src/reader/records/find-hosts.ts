import { type EntityClaim, entityClaim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { allPhrases, anyOf, readPhrases } from '../../language/word-lists.ts'
import { doubtfulEvents, eventHeads, eventJoiners, nameJoiners } from '../names/rules/name-words.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { eventName } from '../names/rules/shape-mention.ts'
import { hasVerb } from '../vocabulary/roles.ts'
import { isSectionWord, type SectionName, sectionOfAddress } from '../vocabulary/sections.ts'
import type { Host } from './record-claims.ts'
import type { ValueReader } from './values/value-names.ts'
import { isNameLike } from './values/value-shapes.ts'

// Whatever a site is about, as each of its pages says: a conference in its titles, and the organization that has the
// copyright or gives the site its name.

export interface FoundHost extends Host {
  claim: EntityClaim
}

export function findHosts(page: NamedPage, text: string, values: ValueReader): FoundHost[] {
  const { title, meta = {} } = page
  const hosts: FoundHost[] = []
  const add = (kind: 'event' | 'object', name: string, aliases: string[] = []) => {
    const start = wordAt(text, name)
    if (start < 0 || isSectionWord(name) || hasVerb(name) || hosts.some((host) => host.kind === kind)) return
    const quote = { text: name, start, end: start + name.length }
    const ref = { ref: refOf(kind, name), kind, name }
    hosts.push({ ...ref, claim: entityClaim({ ...ref, aliases, quote }) })
  }
  const site = meta['og:site_name']?.trim()
  const byAddress = page.url === undefined ? undefined : eventOfAddress(page.url, text)
  if (byAddress !== undefined) add('event', byAddress)
  for (const name of [site, ...partsOfTitle(title ?? '')])
    if (name !== undefined && brandInYear.test(name)) add('event', name)
  for (const source of [title, site, text.slice(0, topChars)]) {
    const event = source === undefined || source === null ? undefined : datedEvent(source)
    if (event !== undefined) add('event', event)
  }
  // A programme, or a list of speakers or sponsors, is of an event, whatever that is called.
  const section = page.url === undefined ? undefined : sectionOfAddress(page.url)?.section.name
  const [any] = section !== undefined && ofEvents.has(section) ? [...(title ?? '').matchAll(dated)] : []
  if (any) add('event', `${(any[1] as string).trim()} ${any[2]}`)
  const part = title === null ? undefined : titlePart(title, text)
  const found = legalName(page)
  // The agency that made the site may stand in its foot too.
  const known = [site, part].filter((name) => name !== undefined)
  const legal =
    found !== undefined && (known.length === 0 || known.some((name) => shareWord(name, found))) ? found : undefined
  for (const name of [site, part]) if (name !== undefined && isEventSeries(name)) add('event', name)
  const short = [site, part].find((name) => name !== undefined && legal?.startsWith(`${name} `))
  for (const name of [short, legal, site, part, copyrightHolder(text)]) {
    if (name === undefined || !isNameLike(name) || datedEvent(name) !== undefined || isEventSeries(name)) continue
    // `KordaFest 2019` is no organization.
    if (inYearAtEnd.test(name)) {
      add('event', name)
      continue
    }
    if (values.kindOf(name) !== 'person') add('object', name, name === short && legal !== undefined ? [legal] : [])
  }
  const called = page.url === undefined ? undefined : nameOfAddress(page.url, page.text)
  const kind = called === undefined ? undefined : values.kindOf(called)
  if (called !== undefined && isEventSeries(called)) add('event', called)
  else if (called !== undefined && (kind === undefined || kind === 'object')) add('object', called)
  return hosts
}

/** The last part of the title is the name of the site where the page has it elsewhere too: `Team - Acme`. */
function titlePart(title: string, text: string): string | undefined {
  const parts = partsOfTitle(title)
  const last = parts.length > 1 ? parts.at(-1)?.trim() : undefined
  return last !== undefined && wordAt(text.replace(title, ''), last) >= 0 ? last : undefined
}

const partsOfTitle = (title: string) => title.split(/\s+[|–—·•»-]\s+|:\s+/u)

/** `KordaFest 2022` as a whole title or a part of it: a word with capitals inside is a name. */
const brandInYear = /^\p{Lu}\p{L}*\p{Lu}\p{L}*\s(?:19|20)\d\d$/u

const inYearAtEnd = /\s(?:19|20)\d\d$/

const lettersAndYear =
  /(?<![a-z\d])(?:([a-z]{3,20})[-_]?((?:19|20)\d\d)|((?:19|20)\d\d)[-_.]?([a-z]{3,20}))(?![a-z\d])/g

/** The event whose address says what it is called, as the page writes it: `KordaFest 2022` at kordafest2022.example. */
function eventOfAddress(url: string, text: string): string | undefined {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  const address = `${hostname}/${pathname.split('/')[1] ?? ''}`.toLowerCase()
  for (const [, before, after, first, behind] of address.matchAll(lettersAndYear)) {
    const [letters, year] = before === undefined ? [behind ?? '', first] : [before, after]
    const written = new RegExp(`(?<![\\p{L}\\p{N}])${[...letters].join(' ?')}[ ’'-]?${year}(?!\\d)`, 'giu')
    const name = text.match(written)?.find((word) => /^\p{Lu}/u.test(word) && /\s/.test(word))
    if (name !== undefined && !isSectionWord(name.replace(/[\d\s]+$/, ''))) return name
  }
  return undefined
}

const labelLeast = 5

/** The words of the page that its address is made of: `PyLadies` at pyladies.com, `Ship Con` at shipcon.org. */
function nameOfAddress(url: string, text: string): string | undefined {
  const label = URL.parse(url)?.hostname.split('.').at(-2) ?? ''
  if (label.length < labelLeast || !/^[a-z]+$/.test(label)) return undefined
  const letters = [...label].join(' ?')
  const written = new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}.])`, 'giu')
  return text.match(written)?.find((word) => /^\p{Lu}.*\p{Ll}/u.test(word))
}

const legalForm = new RegExp(
  `^(?:©|\\(c\\)|copyright|[\\d\\s–-])*(\\p{Lu}[^\\n©·|•]{2,80}?\\s(?:${anyOf(readPhrases('legal-forms', 'written'))}))` +
    `(?=$|[\\s,.;·|•–-])`,
  'u',
)

/** An organization with its legal form in the frame of the page, mostly at its foot. */
function legalName({ blocks, text }: NamedPage): string | undefined {
  for (const [at, { start, end, is_own }] of blocks.toReversed().slice(0, footBlocks).entries()) {
    const name =
      is_own && at >= lastBlocks ? undefined : legalForm.exec(text.slice(start, Math.min(end, start + 200)))?.[1]
    if (name !== undefined && !/\d/.test(name)) return name
  }
  return undefined
}

const footBlocks = 12
/** Short pages have no frame that could be told from their text. */
const lastBlocks = 4

const sharedLetters = 5

/** `Turmuhrenverband Südwest`, `Verband der Turmuhrenbauer im Südwesten`. */
function shareWord(a: string, b: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1)
  const others = words(b)
  return words(a).some((word) =>
    others.some(
      (other) => word === other || (word.length >= sharedLetters && other.startsWith(word.slice(0, sharedLetters))),
    ),
  )
}

/** `PyCon UK`, `Berlin Music Festival`, `XII Congresso Brasileiro de Cordas`: the noun comes last, or first in Romance languages. */
function isEventSeries(name: string): boolean {
  const words = name.split(/\s+/)
  const heads = [words.at(-1), words.find((word) => !ordinal.test(word))]
  return (
    words.length <= seriesWords &&
    (words.some((word) => eventName.test(word)) ||
      heads.some((word = '') => eventHeads.has(word.toLowerCase()) && !doubtfulEvents.has(word.toLowerCase())))
  )
}

const seriesWords = 8
const ordinal = /^(?:\d+\P{L}?\p{L}{0,3}|[IVXL]+)\.?$/u

const ofEvents: ReadonlySet<SectionName> = new Set(['programme', 'speakers', 'sponsors', 'organizers', 'exhibitors'])

const topChars = 300
const capitalised = '\\p{Lu}[\\p{L}\\p{N}&-]*\\s+'
const inYear = '((?:19|20)\\d\\d)(?!\\d|[-–/]\\d)'
const dated = new RegExp(`(?<![\\p{L}\\p{N}])((?:${capitalised}){1,5})${inYear}`, 'gu')
const joiners = anyOf([...eventJoiners, ...nameJoiners])
/** `Jornadas de Telares 2024`: small words may stand inside. */
const joined = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:${capitalised}(?:(?:${joiners})\\s+){0,2}){1,6})(?<=${capitalised})${inYear}`,
  'gu',
)

/** `DConf 2016`, `PyCon UK 2017`, `ACL 2020`: the name of an event with its year. */
function datedEvent(text: string): string | undefined {
  for (const found of text.matchAll(joined)) {
    const words = (found[1] as string).trim().split(/\s+/)
    const from = words.findIndex((word) => !ordinal.test(word))
    if (eventHeads.has(words[from]?.toLowerCase() ?? '')) return `${words.join(' ')} ${found[2]}`
  }
  for (const found of text.matchAll(dated)) {
    const words = (found[1] as string).trim().split(/\s+/)
    const at = words.findIndex(
      (word) =>
        eventName.test(word) ||
        eventHeads.has(word.toLowerCase()) ||
        (/^\p{Lu}{2,8}$/u.test(word) && words.length <= 2),
    )
    if (at >= 0) return `${words.join(' ')} ${found[2]}`
  }
  return undefined
}

const copyright = /(?:©|\(c\)|copyright)[\s\d,–-]*(?:by\s+)?((?:the\s+)?\p{Lu}[^\n|©.;,•·]{2,60})/giu
const rest = new RegExp(`\\s*(?:${anyOf(allPhrases('rights'))}|\\(.*)$`, 'iu')

function copyrightHolder(text: string): string | undefined {
  const [found] = [...text.slice(-endChars).matchAll(copyright)]
  const name = found?.[1]
    ?.replace(rest, '')
    .replace(/^the\s+/i, '')
    .trim()
  return name === undefined || /\d{4}/.test(name) ? undefined : name
}

const endChars = 20_000

/** The offset of a name that is not part of a longer word. */
function wordAt(text: string, name: string): number {
  const isWord = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? '')
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWord(at - 1) && !isWord(at + name.length)) return at
  }
  return -1
}
