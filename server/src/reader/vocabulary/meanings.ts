import { type BaseKind, baseKinds } from '../../facts/claim.ts'

// The meanings that a label or the heading of a column may have. Their words stand under [labels] in the files of the
// languages; what a name beside a label is to the thing that has it stands in the table of relations.

export interface Meaning {
  /** The kind of the names beside the label; undefined where the values are no names, or have to tell. */
  names?: BaseKind
  /** The kinds of things that have the value as an attribute of this name. */
  attribute_of?: BaseKind[]
  /** The only kind of thing that has such a label. */
  tells?: BaseKind
  /** The property of schema.org, by the kind of thing that has the label. */
  property?: Partial<Record<BaseKind, string>>
  /** The label stands beside a fact about one thing, and is no heading of a column. */
  is_of_one?: true
}

const everyKind = (property: string) => Object.fromEntries(baseKinds.map((kind) => [kind, property]))

const meanings: Partial<Record<string, Meaning>> = {
  name: {},
  person: { names: 'person' },
  family_name: { tells: 'person' },
  given_name: { tells: 'person' },
  object: { names: 'object' },
  location: { names: 'location' },
  event: { names: 'event' },

  speaker: { names: 'person', tells: 'event' },
  author: { names: 'person' },
  sender: { names: 'person', tells: 'event' },
  recipient: { names: 'person', tells: 'event' },
  owner: { names: 'person' },
  contact: { names: 'person' },
  chair: { names: 'person' },
  organizer: { property: { event: 'organizer' } },
  affiliation: { names: 'object', property: { person: 'worksFor' } },
  membership: { names: 'object' },
  member_since: {},

  address: {},
  residence: { names: 'location' },
  seat: { names: 'location', property: { object: 'location' } },
  venue: { names: 'location', property: { event: 'location' } },
  birth_place: { names: 'location', tells: 'person', property: { person: 'birthPlace' } },
  death_place: { names: 'location', tells: 'person', property: { person: 'deathPlace' } },
  country: { names: 'location', property: { location: 'country' } },
  region: { names: 'location', property: { location: 'containedInPlace' } },
  room: { attribute_of: ['event'], tells: 'event' },
  coordinates: { tells: 'location', property: { location: 'geo' } },

  date: { property: { event: 'startDate' } },
  time: {},
  lived: { tells: 'person' },
  // `born` and `died` hold a date, a place, or both.
  born: { tells: 'person', property: { person: 'born' } },
  died: { tells: 'person', property: { person: 'died' } },
  founded: { tells: 'object', property: { object: 'foundingDate' } },

  job_title: { attribute_of: ['person'] },
  occupation: { attribute_of: ['person'], tells: 'person', property: { person: 'hasOccupation' } },
  email: { attribute_of: ['person', 'object', 'event'] },
  telephone: { attribute_of: ['person', 'object', 'location', 'event'] },
  url: { property: everyKind('url') },
  id: {},

  spouse: { property: { person: 'spouse' }, is_of_one: true },
  parent: { property: { person: 'parent' }, is_of_one: true },
  education: { property: { person: 'alumniOf' }, is_of_one: true },
  nationality: { property: { person: 'nationality' }, is_of_one: true },
  founder: { property: { object: 'founder' }, is_of_one: true },
  ceo: { property: { object: 'ceo' }, is_of_one: true },
  parent_organization: { property: { object: 'parentOrganization' }, is_of_one: true },
  industry: { property: { object: 'industry' }, is_of_one: true },
  employees: { property: { object: 'numberOfEmployees' }, is_of_one: true },
  revenue: { property: { object: 'revenue' }, is_of_one: true },
  legal_name: { property: { object: 'legalName' }, is_of_one: true },
  type: { property: everyKind('legalForm'), is_of_one: true },
  population: { property: { location: 'population' }, is_of_one: true },
  area: { property: { location: 'area' }, is_of_one: true },
  elevation: { property: { location: 'elevation' }, is_of_one: true },
  time_zone: { property: { location: 'timeZone' }, is_of_one: true },
}

export const isMeaning = (name: string): boolean => Object.hasOwn(meanings, name)

const none: Meaning = {}

/** What is known of a meaning; nothing of those that only code gives, such as `goods`. */
export const meaningNamed = (name: string): Meaning => meanings[name] ?? none
