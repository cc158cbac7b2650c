import type { BaseKind } from './claim.ts'

/** Names that domains use for people, objects, locations and events. */
export const kindNames: Record<BaseKind, string[]> = {
  person: ['person', 'people', 'human', 'individual'],
  object: ['object', 'organization', 'organisation', 'company', 'institution', 'group', 'business'],
  location: ['location', 'place', 'city', 'venue', 'address'],
  event: ['event', 'occurrence', 'happening'],
}

const bases = new Map(
  Object.entries(kindNames).flatMap(([base, names]) => names.map((name) => [name, base as BaseKind])),
)

/** The base kind of an ontology's kind; undefined for a domain's own, such as `ship`. */
export const baseOfKind = (kind: string): BaseKind | undefined => bases.get(kind.toLowerCase())
