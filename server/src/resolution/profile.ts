// What is known about one entity and helps to decide whether another is the same. Pure: nothing here knows pages,
// tables or the order in which things were found.

export interface Profile {
  /** A kind of the ontology: person, object (organizations), location, event, or a domain's own. */
  kind: string
  /** Only the rules for plain text gave the kind, so it is a guess. */
  is_kind_guessed: boolean
  /** Every name and alias, as written. */
  names: string[]
  /** By register: `wikidata`, `orcid`, `lei`. More than one value where pages disagree. */
  external_ids: Record<string, string[]>
  /** Home pages and profiles. */
  urls: string[]
  /** Values by key, such as `birth_date`, `telephone`, `postal_code`, `street`; more than one where pages disagree. */
  attributes: Record<string, string[]>
  /** EDTF: the date of an event, the life of a person, the founding of an organization. */
  whens: string[]
  /** ISO 3166-1 alpha-2. */
  countries: string[]
  /** `geonames:2950159` */
  place_ids: string[]
  /** What country and place are known from: the name alone, further words of the page, or coordinates on it. */
  place_from?: 'name' | 'words' | 'point'
  /** Relations: `works_for object:acme`. */
  neighbours: string[]
  hosts: string[]
}

export type Decision = 'same' | 'unsure' | 'different'

export interface Comparison {
  decision: Decision
  /** 0..1 */
  score: number
  /**
   * Readable reasons, strongest first: `same name`, `initials fit: J. Smith, John Smith`, `born at different times: …`.
   */
  reasons: string[]
  /** Those of the reasons that speak against it. */
  against: string[]
  /** They share an id of a register, which outweighs everything else. */
  is_certain: boolean
  /** Overrides any score, and prevents a merge through a third: different birth dates, different numbers. */
  is_veto: boolean
  /** There is evidence against it, even if outweighed: a third profile similar to both does not connect them. */
  is_contrary: boolean
  /** They are people on different sites, and the same by nothing but their name. */
  is_by_name: boolean
}
