// What is known of one thing, as far as it helps to tell whether another is the same. Pure: nothing here knows pages,
// tables or the order in which things were found.

export interface Profile {
  /** A kind of the ontology: person, object (organizations), location, event, or a domain's own. */
  kind: string
  /** True where nobody but the rules for plain text said the kind: such a kind is a guess. */
  is_kind_guessed: boolean
  /** Every name and alias, as written. */
  names: string[]
  /** By register: `wikidata`, `orcid`, `lei`. More than one value where pages disagree. */
  external_ids: Record<string, string[]>
  /** Home pages and profiles. */
  urls: string[]
  /** Values by key, such as `birth_date`, `telephone`, `postal_code`, `street`; more than one where pages disagree. */
  attributes: Record<string, string[]>
  /** When it is or was, EDTF: for an event its date, for a person its life, for an organization its founding. */
  whens: string[]
  /** ISO 3166-1 alpha-2. */
  countries: string[]
  /** `geonames:2950159` */
  place_ids: string[]
  /** What it is connected with: `works_for object:acme`. */
  neighbours: string[]
  hosts: string[]
}

export type Decision = 'same' | 'unsure' | 'different'

export interface Comparison {
  decision: Decision
  /** 0..1 */
  score: number
  /** For people to read, strongest first: `same name`, `initials fit: J. Smith, John Smith`, `born in different years: …`. */
  reasons: string[]
  /** Holds against any score, and against a merge through a third: different birth dates, numbers that differ. */
  is_veto: boolean
  /** Something speaks against it, be it outweighed: a third that is like both does not make them one. */
  is_contrary: boolean
}
