import type { BaseKind } from '../../facts/claim.ts'
import { readLines, readWords } from '../../language/word-lists.ts'

// Words over lists and columns and in addresses of pages, and what they say about the things below them.

export interface Section {
  /** Undefined where the values have to tell. */
  kind: BaseKind | undefined
  /** The relation of the things to whatever the page or the site is about; `publication` for papers. */
  relation: string
}

const sections = new Map<string, Section>()
for (const line of readLines('record-words', 'sections')) {
  const [head = '', phrases = ''] = line.split(' = ')
  const [kind, relation] = head.split(' ') as [BaseKind | '-', string]
  for (const phrase of phrases.split(' | ')) {
    for (const form of [phrase, ...plainForms(phrase)]) {
      if (!sections.has(form)) sections.set(form, { kind: kind === '-' ? undefined : kind, relation })
    }
  }
}

/** As addresses write it: `équipe` as `equipe`, `förderer` as `foerderer` or `forderer`. */
function plainForms(phrase: string): string[] {
  const bare = phrase.normalize('NFD').replace(/\p{M}/gu, '')
  const german = phrase.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')
  return [bare, german]
}

const columns = new Map<string, string>()
for (const line of readLines('record-words', 'columns')) {
  const [meaning = '', phrases = ''] = line.split(' = ')
  for (const phrase of phrases.split(' | ')) columns.set(phrase, meaning)
}

const roles = readWords('record-words', 'roles')

/** Whether one of the words is a role that people have: `Vice President, Finance`, `Apotheker in Rovereto`. */
export function hasRole(text: string): boolean {
  return (
    text.length <= roleMax &&
    !isSentence(text) &&
    text
      .toLowerCase()
      // `V.P.`
      .replace(/(?<=\p{L})\.(?=\p{L}(?:\.|$))/gu, '')
      .split(/[^\p{L}\p{M}-]+/u)
      .some((word) => roles.has(word))
  )
}

const roleMax = 120
const verb =
  /(?<![\p{L}-])(?:is|was|has|works|worked|joined|ist|war|hat|arbeitet|arbeitete|est|était|travaille|es|era|trabaja|è|lavora|é|trabalha|werkt|werkte)(?![\p{L}-])/u
const wordsOfSentence = 8

/** `Ada is a programmer at Google.` tells of a role and is none. */
function isSentence(text: string): boolean {
  return verb.test(text) || (text.split(/\s+/).length > wordsOfSentence && /\p{Ll}[.!?]\s+\p{Lu}/u.test(text))
}

const headingMax = 60

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
  if (words.length > 5) return undefined
  // The noun comes last in English and German, and first in Romance languages.
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return sections.get(last) ?? sections.get(words.slice(-2).join(' ')) ?? sections.get(first) ?? compound(last)
}

const article =
  /^(?:(?:the|our|der|die|das|unsere?|le|la|les|nos|notre|el|los|las|nuestros?|nuestras?|os?|as?|nossos?|il|lo|i|gli|i nostri|de|het|onze)\s+|l’)/u

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

/** The meaning of a label of a column or a fact. */
export function meaningOf(label: string): string | undefined {
  if (label.length > headingMax) return undefined
  const folded = foldLabel(label).replace(/(?:[/*:_]in|\(in\)|[/*:_]innen)(?!\p{L})/gu, '')
  // `Inhaber/in, Leitung` means the first of both.
  const [first = ''] = folded.split(/\s*[,/]\s*/)
  // `Absenderin`
  return columns.get(folded) ?? columns.get(first) ?? columns.get(folded.replace(/in(?:nen)?$/, ''))
}

function foldLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/[\s:：¶#*]+$/u, '')
    .trim()
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
