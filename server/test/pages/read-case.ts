import type { Claim, EntityClaim, EntityRef } from '../../src/facts/claim.ts'
import { createLocator } from '../../src/pipeline/parts/locate.ts'
import { Places } from '../../src/places/find-place.ts'
import type { ParsedPage } from '../../src/reader/blocks/parsed-page.ts'
import { readNames } from '../../src/reader/names/read-names.ts'
import { linksOfSite } from '../../src/reader/read-page/parse-job.ts'
import { parsePage } from '../../src/reader/read-page/parse-page.ts'
import type { PageCase } from './page-case.ts'

// What the service makes of a page without a model: structured data, and the names in the text that the data does not say.

/** Attributes that nobody was asked to write down. */
const unjudged = new Set(['time', 'room'])

export interface FoundEntity {
  kind: string
  name: string
  names: string[]
  /** ISO 3166-1 alpha-2, where a place was found on the map. */
  country: string | null
}

export interface FoundAttribute {
  of: FoundEntity
  attribute: string
  value: string
}

export interface FoundRelation {
  from: FoundEntity
  relation: string
  to: FoundEntity
  since: string | null
  until: string | null
}

export interface FoundPage {
  page: ParsedPage
  main_text: string
  entities: FoundEntity[]
  attributes: FoundAttribute[]
  relations: FoundRelation[]
  summaries: string[]
  /** Entities that structured data names. */
  marked: FoundEntity[]
}

const locator = createLocator(() => Places.load())

export async function readPageOf({ html, expected: { url, status } }: PageCase): Promise<FoundPage> {
  const page = parsePage(html, { url, ...(status !== undefined && { status }) })
  const main = page.blocks.filter(({ is_main }) => is_main)
  const main_text = main.map(({ start, end }) => page.text.slice(start, end)).join('\n')
  const { hostname } = new URL(url)
  const { entities: marked } = gather(page.claims)
  return { page, main_text, marked, ...gather(await locator.locate(claimsOf(page, url), hostname)) }
}

/** As the pipeline does: walls and missing pages say nothing, and data goes before text. */
function claimsOf(page: ParsedPage, url: string): Claim[] {
  if (page.verdict && page.verdict.kind !== 'thin page') return []
  const known = new Set(page.claims.flatMap((claim) => (claim.type === 'entity' ? [claim.ref] : [])))
  return [
    ...page.claims,
    ...readNames({ ...page, url, links: linksOfSite(url, page.links) }).filter(
      (claim) => claim.type !== 'entity' || !known.has(claim.ref),
    ),
  ]
}

function gather(claims: Claim[]): Omit<FoundPage, 'page' | 'main_text' | 'marked'> {
  const entities = new Map<string, FoundEntity>()
  const found: Omit<FoundPage, 'page' | 'main_text' | 'marked' | 'entities'> = {
    attributes: [],
    relations: [],
    summaries: [],
  }
  const entityOf = ({ ref, kind, name }: EntityRef): FoundEntity => {
    const entity = entities.get(ref) ?? { kind, name, names: [name], country: null }
    entities.set(ref, entity)
    return entity
  }
  for (const claim of claims) {
    if (claim.type === 'relationship') {
      const { relation, since, until } = claim
      const [from, to] = [entityOf(claim.from), entityOf(claim.to)]
      // It says no more than that one sentence names both.
      if (relation !== 'mentioned_with') found.relations.push({ from, relation, to, since, until })
      continue
    }
    const of = entityOf(claim)
    of.names.push(claim.name, ...claim.aliases)
    of.country ??= countryOf(claim)
    if (claim.summary !== null) found.summaries.push(claim.summary)
    const said = { ...claim.attributes, ...claim.external_ids, ...datesOf(claim) }
    for (const [attribute, value] of Object.entries(said)) {
      if (!unjudged.has(attribute)) found.attributes.push({ of, attribute, value })
    }
  }
  return { entities: [...entities.values()], ...found }
}

function countryOf({ kind, where }: EntityClaim): string | null {
  return kind === 'location' && where && 'precision' in where ? where.country : null
}

const spans: Record<string, [first: string, last: string]> = {
  person: ['birth_date', 'death_date'],
  object: ['founding_date', 'dissolution_date'],
  location: ['founding_date', 'dissolution_date'],
  event: ['start_date', 'end_date'],
}

/** A time, written as the one or two days that it stands for. */
function datesOf({ kind, when }: EntityClaim): Record<string, string> {
  const span = spans[kind]
  if (!when || !span) return {}
  const dates = when.edtf.split('/').map((day, at) => [span[at] as string, day] as const)
  return Object.fromEntries(dates.filter(([, day]) => day !== '' && day !== '..'))
}
