// What a page says, as facts. Whoever reads it (structured data, a recipe, a model, the rules for plain text) gives the
// same kind of claim, and every claim has its quote: a place in the stored text of the page.

export type Precision = 'day' | 'month' | 'season' | 'quarter' | 'year' | 'decade' | 'century' | 'millennium' | 'time'

/** A time, however vague. */
export interface When {
  /** Extended Date/Time Format, level 1 and what of level 2 is needed. */
  edtf: string
  /** The first and the last day that it may be, as ISO dates; null where it is open. */
  start: string | null
  end: string | null
  precision: Precision
}

/** What a page says of where something is, before anybody has looked it up. */
export interface PlaceHint {
  name?: string
  street?: string
  locality?: string
  region?: string
  postal_code?: string
  /** A name or a code. */
  country?: string
  lat?: number
  lon?: number
}

/** Where that is, as far as it is known. */
export interface Where {
  /** Null for the few countries without any place in the table. A region or a country has those of its capital. */
  lat: number | null
  lon: number | null
  precision: 'point' | 'address' | 'city' | 'region' | 'country'
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** `geonames:2950159` */
  place_id: string | null
}

/** What a page says of a place, and where that is. */
export interface LocatedPlace extends Omit<PlaceHint, keyof Where>, Where {
  /** Which town or country it is, where its name says so: `geonames:2950159`, `iso3166:DE`. What is in a town is not it. */
  itself?: string
}

/** UTF-16 offsets in the stored text of the page, which says `text` there. */
export interface Quote {
  text: string
  start: number
  end: number
}

/** An entity as one page speaks of it: claims with one `ref` are about one thing. */
export interface EntityRef {
  ref: string
  /** Of the domain's ontology; of `baseKinds` before it is known which domain reads. */
  kind: string
  name: string
}

export const baseKinds = ['person', 'object', 'location', 'event'] as const
export type BaseKind = (typeof baseKinds)[number]

/** That something exists and is called so; and what else the quote says of it. There may be many of one `ref`. */
export interface EntityClaim extends EntityRef {
  type: 'entity'
  aliases: string[]
  summary: string | null
  attributes: Record<string, string>
  when: When | null
  where: PlaceHint | LocatedPlace | null
  /** By the name of the register: `wikidata`, `orcid`, `isni`, `lei`. */
  external_ids: Record<string, string>
  urls: string[]
  quote: Quote
}

export interface RelationshipClaim {
  type: 'relationship'
  from: EntityRef
  to: EntityRef
  /** A lower_snake verb phrase such as works_for: `from` works_for `to`. */
  relation: string
  /** EDTF. */
  since: string | null
  until: string | null
  quote: Quote
}

export type Claim = EntityClaim | RelationshipClaim

export function entityClaim(
  claim: Pick<EntityClaim, 'ref' | 'kind' | 'name' | 'quote'> & Partial<EntityClaim>,
): EntityClaim {
  return {
    type: 'entity',
    aliases: [],
    summary: null,
    attributes: {},
    when: null,
    where: null,
    external_ids: {},
    urls: [],
    ...claim,
  }
}
