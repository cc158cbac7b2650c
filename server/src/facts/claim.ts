// Facts stated by a page. All readers (structured data, recipes, models, rules for plain text) produce the same claims,
// and every claim has its quote: a span of the stored text of the page.

export type Precision = 'day' | 'month' | 'season' | 'quarter' | 'year' | 'decade' | 'century' | 'millennium' | 'time'

/** A date or span of time, however vague. */
export interface When {
  /** Extended Date/Time Format, level 1 and the needed parts of level 2. */
  edtf: string
  /** The first and the last possible day as ISO dates; null where open. */
  start: string | null
  end: string | null
  precision: Precision
}

/** A location as the page states it, before it is looked up. */
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

/** The resolved location, as far as it is known. */
export interface Where {
  /**
   * Null for the few countries without a place in the table. Regions and countries have the coordinates of their
   * capital.
   */
  lat: number | null
  lon: number | null
  precision: 'point' | 'address' | 'city' | 'region' | 'country'
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** `geonames:2950159` */
  place_id: string | null
}

/** A location as stated, with its resolved coordinates. */
export interface LocatedPlace extends Omit<PlaceHint, keyof Where>, Where {
  /**
   * Set where the name itself means this town or country: `geonames:2950159`, `iso3166:DE`. Not set for something
   * inside it.
   */
  itself?: string
  /** The page gives only the name: the place is a guess, and yields to what another page states. */
  is_guess?: true
  /** Towns of that name in other countries, where nothing on the page decides: the other pages of the site may. */
  others?: Where[]
  /** The reader is not sure that the name is a place: it is one only where the site names others of that country. */
  is_unsure?: true
}

/** `text` and its UTF-16 offsets in the stored text of the page. */
export interface Quote {
  text: string
  start: number
  end: number
}

/** An entity on one page: claims with the same `ref` are about the same entity. */
export interface EntityRef {
  ref: string
  /** A kind of the domain's ontology; one of `baseKinds` before the domain is known. */
  kind: string
  name: string
}

export const baseKinds = ['person', 'object', 'location', 'event'] as const
export type BaseKind = (typeof baseKinds)[number]

/**
 * How a page says something: plainly, as what somebody else says (`soll`, `allegedly`, a plan, satire, an opinion), or as
 * not so. What is reported or denied is never counted with what is said.
 */
export const certainties = ['said', 'reported', 'denied'] as const
export type Certainty = (typeof certainties)[number]

/** What is denied is shown only to those who ask for it. */
export const shownCertainties: Certainty[] = ['said', 'reported']

export const certaintyOf = ({ certainty = 'said' }: { certainty?: Certainty }): Certainty => certainty

/** States that an entity exists, its name, and what else the quote says about it. One `ref` may have many. */
export interface EntityClaim extends EntityRef {
  type: 'entity'
  aliases: string[]
  summary: string | null
  attributes: Record<string, string>
  when: When | null
  where: PlaceHint | LocatedPlace | null
  /** By register: `wikidata`, `orcid`, `isni`, `lei`. */
  external_ids: Record<string, string>
  urls: string[]
  /** How likely it is that the claim is right, from 0 to 1, in steps of 0.05. Without it, as likely as its origin is. */
  confidence?: number
  /** Left out where it is said plainly. */
  certainty?: Exclude<Certainty, 'said'>
  quote: Quote
}

export interface RelationshipClaim {
  type: 'relationship'
  from: EntityRef
  to: EntityRef
  /** A name of the table of relations where it has one, else a lower_snake verb phrase: `from` works_for `to`. */
  relation: string
  /** The words for it, where they are another name of the table's relation: `took_place_in`. */
  said_as?: string
  /** What `from` is in it: `former president`. */
  role?: string
  /** EDTF. */
  since: string | null
  until: string | null
  /** As in `EntityClaim`. */
  confidence?: number
  /** As in `EntityClaim`. */
  certainty?: Exclude<Certainty, 'said'>
  quote: Quote
}

/** The most that a claim is worth whose block a site repeats on many pages. However often, it supports nothing. */
export const frameConfidence = 0.3

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

export function relationshipClaim(
  claim: Pick<RelationshipClaim, 'from' | 'relation' | 'to' | 'quote'> & Partial<RelationshipClaim>,
): RelationshipClaim {
  return { type: 'relationship', since: null, until: null, ...claim }
}
