import type { BaseKind } from '../../../facts/claim.ts'

// Every relation has one type and one direction, whichever side the page states it from.

export interface Relation {
  type: string
  /** The relation leads to the item with the property, not from it. */
  is_inverse: boolean
  /** The relation is the same in both directions. */
  is_mutual: boolean
  from: ReadonlySet<BaseKind>
  to: ReadonlySet<BaseKind>
  /** The kind of a target that is only a name; undefined where the property does not tell. */
  implied: BaseKind | undefined
}

const letters: Record<string, BaseKind> = { p: 'person', o: 'object', l: 'location', e: 'event' }

/** `property type from to implied`. `<` before the type means inverse, `=` mutual. */
const table = `
worksFor works_for p o o
employee <works_for p o p
employees <works_for p o p
ceo <works_for p o p
affiliation affiliated_with po o o
memberOf member_of po o o
member <member_of po o -
members <member_of po o -
musicGroupMember <member_of p o p
athlete <member_of p o p
coach <coach_of p o p
alumniOf alumnus_of p o o
alumni <alumnus_of p o p
founder <founder_of po o p
founders <founder_of po o p
spouse =spouse_of p p p
parent <parent_of p p p
parents <parent_of p p p
children parent_of p p p
sibling =sibling_of p p p
siblings =sibling_of p p p
colleague =colleague_of p p p
colleagues =colleague_of p p p
knows =knows p p p
relatedTo =related_to p p p
birthPlace born_in p lo l
deathPlace died_in p lo l
homeLocation lives_in p lo l
workLocation works_in p lo l
nationality national_of p l -
parentOrganization part_of o o o
branchOf part_of o o o
subOrganization <part_of o o o
department <part_of o o o
superEvent part_of e e e
subEvent <part_of e e e
subEvents <part_of e e e
foundingLocation founded_in o lo l
location located_in oe lo l
containedInPlace located_in lo l l
containedIn located_in lo l l
containsPlace <located_in lo l -
event <located_in e l -
events <located_in e l -
organizer <organizer_of po e -
performer <performer_at po e -
performers <performer_at po e -
actor <performer_at p e p
performerIn performer_at po e e
attendee <attendee_of po e p
attendees <attendee_of po e p
competitor <participant_in po e -
homeTeam <participant_in po e o
awayTeam <participant_in po e o
sponsor <sponsor_of po poe -
funder <funder_of po poe -
author <author_of po poe p
creator <author_of po poe p
contributor <contributor_to po poe p
publisher <publisher_of po poe o
provider <provider_of po e -
owns owner_of po ol -
`

const relations = new Map<string, Relation>()
for (const line of table.trim().split('\n')) {
  const [property, mark, from, to, implied] = line.split(' ') as [string, string, string, string, string]
  relations.set(property, {
    type: mark.replace(/^[<=]/, ''),
    is_inverse: mark.startsWith('<'),
    is_mutual: mark.startsWith('='),
    from: kindsOf(from),
    to: kindsOf(to),
    implied: letters[implied],
  })
}

/** Properties of items that are not entities: they imply the kind of their value but start no relation. */
const impliedKinds = new Map<string, BaseKind>([
  ['hiringOrganization', 'object'],
  ['recordLabel', 'object'],
  ['sourceOrganization', 'object'],
  ['director', 'person'],
  ['directors', 'person'],
  ['editor', 'person'],
  ['translator', 'person'],
  ['illustrator', 'person'],
  ['contentLocation', 'location'],
  ['locationCreated', 'location'],
  ['spatialCoverage', 'location'],
])

export function relationOf(property: string): Relation | undefined {
  return relations.get(property)
}

/** The schema.org property of a relation between these kinds: a property of `from`, or of `to` where it is inverse. */
export function propertyOfRelation(
  type: string,
  from: BaseKind,
  to: BaseKind,
): { property: string; is_inverse: boolean } | undefined {
  const fits = [...relations].filter(([, one]) => one.type === type && one.from.has(from) && one.to.has(to))
  const [property, relation] = fits.find(([, { is_inverse }]) => !is_inverse) ?? fits[0] ?? []
  return property === undefined || relation === undefined ? undefined : { property, is_inverse: relation.is_inverse }
}

/** The kind of a value that is only a name. */
export function impliedKind(property: string): BaseKind | undefined {
  return relations.get(property)?.implied ?? impliedKinds.get(property)
}

/** Relation types that never hold in both directions. */
export const oneWayTypes: ReadonlySet<string> = new Set(
  'parent_of part_of located_in founder_of owner_of member_of author_of'.split(' '),
)

function kindsOf(kindLetters: string): ReadonlySet<BaseKind> {
  return new Set([...kindLetters].map((letter) => letters[letter] as BaseKind))
}
