import type { GivenValue, ReconciliationQuery } from '@polegraph/contract/graph/reconcile.ts'
import { baseOfKind } from '../facts/kinds.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import { latinTokens } from '../language/latin-name.ts'
import { compare } from '../resolution/compare.ts'
import { compareDates } from '../resolution/compare-dates.ts'
import type { Comparison, Profile } from '../resolution/profile.ts'
import { comparedText, propertyId, valuesOf } from './property-values.ts'
import type { Related } from './queries.ts'

// Whether an entity is what a row of somebody's table means: by the rules of the resolver, which takes the row for a page
// that says this name and these properties.

export interface GivenProperty {
  /** As the caller spells it. */
  pid: string
  property: string
  texts: string[]
  /** Of entities. */
  ids: string[]
}

/** Empty cells of a table say nothing, neither for an entity nor against it. */
export function readProperties({ properties = [] }: ReconciliationQuery): GivenProperty[] {
  const given = properties.map(({ pid, v }) => {
    const values: GivenValue[] = Array.isArray(v) ? v : [v]
    const objects = values.filter((value) => typeof value === 'object')
    const plain = values.flatMap((value) => (typeof value === 'object' ? (value.name ?? []) : String(value)))
    return {
      pid,
      property: propertyId(pid),
      texts: plain.map((text) => text.trim()).filter((text) => text !== ''),
      ids: objects.map(({ id }) => id),
    }
  })
  return given.filter(({ texts, ids }) => texts.length > 0 || ids.length > 0)
}

export interface Compared {
  comparison: Comparison
  /** Which of the given properties the entity has, by the ids that the caller gave. */
  agreements: { pid: string; agrees: boolean }[]
}

export function compareWithEntity(
  given: { name: string | undefined; kinds: string[]; properties: GivenProperty[] },
  doc: EntityDoc,
  related: readonly Related[],
): Compared {
  const profile = profileOfRow(given, doc)
  const comparison = compare(profile, profileOfEntity(doc))
  const agreements = given.properties.map((one) => ({ pid: one.pid, agrees: isSaid(one, doc, related) }))
  return { comparison, agreements }
}

function isSaid({ property, texts, ids }: GivenProperty, doc: EntityDoc, related: readonly Related[]): boolean {
  const values = valuesOf(doc, related, property)
  if (values.some((value) => 'id' in value && ids.includes(value.id))) return true
  const known = values.map(comparedText)
  return texts.some((text) => known.some((other) => isAlike(text, other)))
}

const isAlike = (a: string, b: string) => fold(a) === fold(b) || ['day', 'year'].includes(compareDates(a, b))
const fold = (text: string) => latinTokens(text).join(' ') || text.toLowerCase()

function profileOfRow(
  given: { name: string | undefined; kinds: string[]; properties: GivenProperty[] },
  doc: EntityDoc,
) {
  const of = (property: string) =>
    given.properties.filter((one) => one.property === property).flatMap(({ texts }) => texts)
  const keyed = (group: string) => {
    const below = given.properties.filter(({ property }) => property.startsWith(`${group}.`))
    return Object.fromEntries(below.map(({ property, texts }) => [property.slice(group.length + 1), texts]))
  }
  const profile: Profile = {
    kind: baseOfKind(doc.kind) ?? doc.kind,
    // A row without a kind is of the kind that it is compared with.
    is_kind_guessed: given.kinds.length === 0,
    names: given.name === undefined ? [] : [given.name, ...of('aliases')],
    external_ids: keyed('external_ids'),
    urls: of('urls'),
    attributes: keyed('attributes'),
    whens: of('when'),
    countries: of('where.country')
      .filter((country) => /^[a-z]{2}$/i.test(country))
      .map((code) => code.toUpperCase()),
    place_ids: of('where.place_id'),
    place_from: 'words',
    neighbours: [],
    hosts: [],
  }
  return profile
}

function profileOfEntity({ kind, name, aliases, external_ids, urls, attributes, when, where }: EntityDoc): Profile {
  const lists = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value]]))
  return {
    kind: baseOfKind(kind) ?? kind,
    is_kind_guessed: false,
    names: [name, ...aliases],
    external_ids: lists(external_ids),
    urls,
    attributes: lists(attributes),
    whens: when ? [when.edtf] : [],
    countries: where?.country ? [where.country] : [],
    place_ids: where?.place_id ? [where.place_id] : [],
    place_from: where?.precision === 'point' ? 'point' : 'words',
    neighbours: [],
    hosts: [],
  }
}
