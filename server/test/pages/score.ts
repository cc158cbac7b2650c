import { foldName } from '../../src/language/fold-name.ts'
import { compareTexts } from './compare-texts.ts'
import type { ExpectedClaim, ExpectedName, PageCase } from './page-case.ts'
import type { FoundAttribute, FoundEntity, FoundPage, FoundRelation } from './read-case.ts'

// Holds what was found against what is expected, one case at a time. A miss is a line for people; a measure adds up over cases.

export class Measures {
  readonly #sums = new Map<string, { sum: number; count: number }>()

  add(measure: string, value: number | boolean): void {
    const { sum, count } = this.#sums.get(measure) ?? { sum: 0, count: 0 }
    this.#sums.set(measure, { sum: sum + Number(value), count: count + 1 })
  }

  /** In percent, with the number of things that were looked at. */
  figures(): Map<string, { percent: number; count: number }> {
    const entries = [...this.#sums].map(
      ([name, { sum, count }]) => [name, { percent: (100 * sum) / count, count }] as const,
    )
    return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Adds a case to the measures, and gives back what is wrong with it. */
export function scoreCase(pageCase: PageCase, found: FoundPage, measures: Measures): string[] {
  const misses: string[] = []
  const check = (measure: string, isRight: boolean, miss: string) => {
    measures.add(measure, isRight)
    if (!isRight) misses.push(`${measure}: ${miss}`)
  }
  scorePage(pageCase, found, check)
  scoreText(pageCase, found, measures, check)
  scoreNames(pageCase, found, check)
  scoreClaims(pageCase, found, check)
  scoreMarkup(pageCase, found, check)
  return misses
}

type Check = (measure: string, isRight: boolean, miss: string) => void

function scorePage({ expected }: PageCase, { page }: FoundPage, check: Check): void {
  const verdict = page.verdict?.kind === 'thin page' ? undefined : page.verdict?.kind
  check('page: verdict', verdict === expected.verdict, `${verdict}`)
  if (expected.language !== undefined) check('page: language', page.language === expected.language, `${page.language}`)
  if (expected.published_at === undefined) return
  check('page: published', isDate(expected.published_at, page.published_at ?? ''), `${page.published_at}`)
}

function scoreText({ expected, full }: PageCase, { main_text }: FoundPage, measures: Measures, check: Check): void {
  const fold = (text: string) => text.replace(/\s+/g, ' ').trim()
  const text = fold(main_text)
  if (full.length > 0) measures.add('text: F1', compareTexts(full.join('\n'), main_text).f1)
  for (const said of expected.main_text?.must ?? []) check('text: kept', text.includes(fold(said)), said)
  for (const said of expected.main_text?.must_not ?? []) check('text: left out', !text.includes(fold(said)), said)
}

function scoreNames({ expected: { names } }: PageCase, { entities }: FoundPage, check: Check): void {
  for (const entity of entities) {
    const same = names.filter((name) => isNamed(name, entity))
    if (same.some(({ optional }) => optional)) continue
    check(`names: ${entity.kind} precision`, same.length > 0, entity.name)
  }
  for (const name of names.filter(({ optional }) => !optional)) {
    const same = entities.filter((entity) => isNamed(name, entity))
    check(`names: ${[name.kind].flat()[0]} recall`, same.length > 0, name.name)
    if (name.country === undefined) continue
    check(
      'places: in their country',
      same.some(({ country }) => country === name.country),
      name.name,
    )
  }
}

function isNamed({ kind, name, also = [] }: ExpectedName, entity: FoundEntity): boolean {
  if (![kind].flat().some((one) => one === entity.kind)) return false
  const forms = new Set([name, ...also].map(plainName))
  return entity.names.some((found) => forms.has(plainName(found)))
}

const plainName = (name: string) => foldName(name).replace(/^the /, '')

function scoreClaims({ expected: { names, claims } }: PageCase, found: FoundPage, check: Check): void {
  const isEntity = (name: string, entity: FoundEntity) => names.some((one) => one.name === name && isNamed(one, entity))
  const isSame = (claim: ExpectedClaim, fact: FoundAttribute | FoundRelation) =>
    'of' in claim
      ? 'of' in fact && isEntity(claim.of, fact.of) && isAttribute(claim, fact)
      : 'from' in fact && isRelation(claim, fact, isEntity)
  const facts = [...found.attributes, ...found.relations]
  const unique = new Map(facts.map((fact) => [lineOf(fact), fact]))
  for (const [line, fact] of unique) {
    const same = claims.filter((claim) => isSame(claim, fact))
    if (same.some(({ optional }) => optional)) continue
    check(`${groupOf(fact)} precision`, same.length > 0, line)
  }
  for (const claim of claims.filter(({ optional }) => !optional)) {
    const same = facts.filter((fact) => isSame(claim, fact))
    check(`${groupOf(claim)} recall`, same.length > 0, lineOf(claim))
    if ('of' in claim || same.length === 0) continue
    for (const end of ['since', 'until'] as const) {
      if (claim[end] === undefined) continue
      const isDated = same.some((fact) => 'from' in fact && fact[end] !== null)
      check('claims: relation has its dates', isDated, `${lineOf(claim)} ${end} ${claim[end]}`)
    }
  }
}

const markup = /^(jsonld|microdata|rdfa|hcard|hevent)-/

/** Pages that are named for a syntax: names and claims that are found there, so that no syntax can be lost unnoticed. */
function scoreMarkup({ name, expected: { names, claims } }: PageCase, found: FoundPage, check: Check): void {
  const [, syntax] = markup.exec(name) ?? []
  if (syntax === undefined) return
  const isEntity = (one: string, entity: FoundEntity) =>
    names.some((expected) => expected.name === one && isNamed(expected, entity))
  for (const expected of names.filter(({ optional }) => !optional)) {
    check(
      `markup: ${syntax}`,
      found.marked.some((entity) => isNamed(expected, entity)),
      expected.name,
    )
  }
  for (const claim of claims.filter((one) => !one.optional && 'of' in one)) {
    if (!('of' in claim)) continue
    const isFound = found.attributes.some((fact) => isEntity(claim.of, fact.of) && isAttribute(claim, fact))
    check(`markup: ${syntax}`, isFound, lineOf(claim))
  }
}

function groupOf(fact: ExpectedClaim | FoundAttribute | FoundRelation): string {
  if (!('of' in fact)) return 'claims: relation'
  return fact.attribute.endsWith('_date') ? 'claims: date' : 'claims: attribute'
}

const nameOf = (end: string | FoundEntity) => (typeof end === 'string' ? end : end.name)

function lineOf(fact: ExpectedClaim | FoundAttribute | FoundRelation): string {
  if ('of' in fact) return `${nameOf(fact.of)} ${fact.attribute} ${fact.value}`
  return `${nameOf(fact.from)} ${fact.relation} ${nameOf(fact.to)}`
}

/** Pages do not tell the three apart. */
const roles = new Set(['job_title', 'occupation', 'role'])

function isAttribute(claim: { attribute: string; value: string }, fact: FoundAttribute): boolean {
  const isOne = claim.attribute === fact.attribute || (roles.has(claim.attribute) && roles.has(fact.attribute))
  if (!isOne) return false
  if (claim.attribute.endsWith('_date')) return isDate(claim.value, fact.value)
  // `3,412 (2016)` is 3,412.
  return foldName(claim.value) === foldName(fact.value.replace(/\s*\([^)]*\)$/, ''))
}

/** A day is found by a time of that day as well; seconds and time zones are not looked at. */
function isDate(expected: string, found: string): boolean {
  const minutes = found.replace(/(T\d\d:\d\d).*$/, '$1')
  return minutes === expected || (minutes.includes('T') && minutes.startsWith(`${expected}T`))
}

const mutual = new Set(['spouse_of', 'sibling_of', 'colleague_of', 'knows', 'related_to'])
/** Whoever works for an organization or is a member of it is affiliated with it. */
const affiliations = new Set(['works_for', 'member_of'])

function isRelation(
  claim: Extract<ExpectedClaim, { relation: string }>,
  fact: FoundRelation,
  isEntity: (name: string, entity: FoundEntity) => boolean,
): boolean {
  const { relation } = claim
  const isAffiliation =
    (relation === 'affiliated_with' && affiliations.has(fact.relation)) ||
    (fact.relation === 'affiliated_with' && affiliations.has(relation))
  if (relation !== fact.relation && !isAffiliation) return false
  for (const end of ['since', 'until'] as const) {
    const [said, got] = [claim[end], fact[end]]
    if (said !== undefined && got !== null && !isDate(said, got)) return false
  }
  if (isEntity(claim.from, fact.from) && isEntity(claim.to, fact.to)) return true
  return mutual.has(relation) && isEntity(claim.from, fact.to) && isEntity(claim.to, fact.from)
}

/** What a case says may never become a fact, and has. */
export function forbiddenFacts({ expected: { never = {} } }: PageCase, found: FoundPage): string[] {
  const { kinds = [], words = [] } = never
  const said = [
    ...found.entities.flatMap((entity) => entity.names),
    ...found.attributes.map(({ value }) => value),
    ...found.summaries,
  ]
  const folded = said.map((text) => ` ${foldName(text)} `)
  return [
    ...found.entities
      .filter(({ kind }) => kinds.some((one) => one === kind))
      .map(({ kind, name }) => `${kind} ${name}`),
    ...words.filter((word) => folded.some((text) => text.includes(` ${foldName(word)} `))),
  ]
}
