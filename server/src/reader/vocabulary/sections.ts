import type { BaseKind } from '../../facts/claim.ts'
import { allLines, allPhrases, allWords, anyOf } from '../../language/word-lists.ts'
import { foldLabel } from './labels.ts'

// The sections of a site, by the words over its lists and in its addresses. What the things of a section are to whatever
// the site is about stands in the table of relations.

/** The kind of the things in each section; undefined where the values have to tell. */
const kinds = {
  speakers: 'person',
  authors: 'person',
  team: 'person',
  board: 'person',
  // Councils and committees have a name of their own: their members are not those of the site.
  council: 'person',
  organizers: 'person',
  members: undefined,
  alumni: 'person',
  people: 'person',
  sponsors: 'object',
  supporters: undefined,
  partners: 'object',
  customers: 'object',
  exhibitors: 'object',
  organizations: 'object',
  places: 'location',
  offices: 'location',
  programme: 'event',
  events: 'event',
  papers: 'event',
} satisfies Record<string, BaseKind | undefined>

/** Whether there is a section of this name. */
export const isSection = (name: string): boolean => Object.hasOwn(kinds, name)

export type SectionName = keyof typeof kinds

export interface Section {
  name: SectionName
  kind: BaseKind | undefined
}

const sections = new Map<string, Section>()
for (const line of allLines('sections')) {
  const [name, phrases = ''] = line.split(' = ') as [SectionName, string?]
  if (!isSection(name)) throw new Error(`[sections] has the section ${name}`)
  for (const phrase of phrases.split(' | '))
    for (const form of [phrase, ...plainForms(phrase)]) sections.set(form, { name, kind: kinds[name] })
}

/** As addresses write it: `équipe` as `equipe`, `förderer` as `foerderer` or `forderer`. */
function plainForms(phrase: string): string[] {
  const bare = phrase.normalize('NFD').replace(/\p{M}/gu, '')
  const german = phrase.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')
  return [bare, german]
}

const joiners = allWords('heading-joiners')
const headingMax = 60
const article = new RegExp(`^(?:(?:${anyOf(allPhrases('heading-articles'))})\\s+|l’)`, 'u')

/** What a heading says about the list below it: `Our Speakers`, `Gold sponsors (2017)`. */
export function sectionOf(heading: string): Section | undefined {
  if (heading.length > headingMax) return undefined
  const folded = foldLabel(heading)
    .replace(/\s*[([].*$/, '')
    .replace(/[^\p{L}\p{M}’ -]+/gu, ' ')
    .trim()
  const plain = folded.replace(article, '')
  const whole = sections.get(folded) ?? sections.get(plain)
  if (whole) return whole
  const words = plain.split(' ').filter((word) => word !== '')
  const isJoined = words.some((word) => joiners.has(word))
  if (words.length > (isJoined ? 7 : 5)) return undefined
  // The noun comes last in English and German, first in Romance languages, and before `of` everywhere.
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const leading = sections.get(words.slice(0, 2).join(' ')) ?? (isJoined ? sections.get(first) : undefined)
  if (leading) return leading
  return sections.get(last) ?? sections.get(words.slice(-2).join(' ')) ?? sections.get(first) ?? compound(last)
}

/** Whether a text is nothing but the word for a section: `Our Team`, `Équipe`. Nobody is called so. */
export function isSectionWord(text: string): boolean {
  const folded = foldLabel(text)
  return sections.has(folded) || sections.has(folded.replace(article, ''))
}

/** Whether a line that is no heading may only be one: `Comitê de Programa`, `Coordenadores do Comitê`; but `Ada Fair` is not. */
export function sectionOfLine(text: string): Section | undefined {
  if (text.length > headingMax) return undefined
  if (isSectionWord(text)) return sectionOf(text)
  const words = foldLabel(text).split(/\s+/)
  const isJoined = words.some((word) => joiners.has(word)) && !/[,;(]/.test(text)
  return isJoined ? (sections.get(words.slice(0, 2).join(' ')) ?? sections.get(words[0] as string)) : undefined
}

/** `Hauptförderer` are a kind of `Förderer`. */
function compound(word: string): Section | undefined {
  for (let at = 3; at <= word.length - 7; at++) {
    const section = sections.get(word.slice(at))
    if (section) return section
  }
  return undefined
}

/** `Sponsor: Acme`: a name behind the word for its kind. */
export function splitSection(text: string): { section: Section; name: string } | undefined {
  const found = /^([^:：]{3,30})[:：]\s+(\S.*)$/su.exec(text)
  const section = found ? sections.get(foldLabel(found[1] as string)) : undefined
  return section && found ? { section, name: found[2] as string } : undefined
}

/** What the address of a page says about its subject: `/speakers/ada-berg/`, `/sponsor_12.html`. */
export function sectionOfAddress(url: string): { section: Section; is_list: boolean } | undefined {
  const path = URL.parse(url)?.pathname
  if (path === undefined) return undefined
  const parts = decode(path)
    .toLowerCase()
    .replace(/\/(?:index\.\w+)?$/, '')
    .split('/')
    .slice(1)
  const last = parts.at(-1)?.replace(/\.\w{2,5}$/, '') ?? ''
  const alone = sections.get(last)
  if (alone) return { section: alone, is_list: true }
  const prefix = /^(\p{L}{3,})(?:[.-](?=.*\d)|_)/u.exec(last)?.[1]
  const prefixed = prefix === undefined ? undefined : sections.get(prefix)
  if (prefixed) return { section: prefixed, is_list: false }
  for (const part of parts.slice(0, -1).reverse()) {
    const section = sections.get(part.replaceAll(/[-_]/g, ' '))
    if (section) return { section, is_list: false }
  }
  return undefined
}

/** The kind of thing that the page at an address is about, where it is no list. */
export function kindOfAddress(url: string): BaseKind | undefined {
  const found = sectionOfAddress(url)
  return found?.is_list === false ? found.section.kind : undefined
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
