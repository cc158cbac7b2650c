import type { BaseKind } from './claim.ts'

/** What domains call people, objects, locations and events. */
export const kindNames: Record<BaseKind, string[]> = {
  person: ['person', 'people', 'human', 'individual'],
  object: ['object', 'organization', 'organisation', 'company', 'institution', 'group', 'business'],
  location: ['location', 'place', 'city', 'venue', 'address'],
  event: ['event', 'occurrence', 'happening'],
}

const bases = new Map(
  Object.entries(kindNames).flatMap(([base, names]) => names.map((name) => [name, base as BaseKind])),
)

/** Which of them a kind of an ontology is; undefined for a domain's own, such as `ship`. */
export const baseOfKind = (kind: string): BaseKind | undefined => bases.get(kind.toLowerCase())
