import { type BaseKind, baseKinds } from '../../facts/claim.ts'
import { relationNamed } from '../../facts/relations.ts'

// All that the reader of sentences may say of two parts of one: relations of the table, and attributes, whose value is a
// date, a role or the word for a nation.

export const endKinds = [...baseKinds, 'date', 'role', 'nation'] as const
export type EndKind = (typeof endKinds)[number]

export interface StatementType {
  name: string
  is_relation: boolean
  from: readonly BaseKind[]
  to: readonly EndKind[]
  /** The type holds in both directions. */
  is_mutual: boolean
}

const attribute = (name: string, from: BaseKind[], to: EndKind): StatementType => ({
  name,
  is_relation: false,
  from,
  to: [to],
  is_mutual: false,
})

function relation(name: string, from: BaseKind[], to: BaseKind[]): StatementType {
  const known = relationNamed(name)
  if (!known) throw new Error(`there is no relation ${name}`)
  return { name, is_relation: true, from, to, is_mutual: known.is_mutual }
}

/**
 * Whether somebody belongs to an organization is told before in which way: sentences are often sure of the first alone.
 */
export const belonging: StatementType = relation('affiliated_with', ['person'], ['object'])
export const waysToBelong: readonly string[] = ['works_for', 'leads', 'member_of']

export const statementTypes: readonly StatementType[] = [
  belonging,
  relation('works_for', ['person'], ['object']),
  relation('leads', ['person'], ['object']),
  relation('member_of', ['person'], ['object']),
  relation('alumnus_of', ['person'], ['object']),
  relation('founder_of', ['person', 'object'], ['object']),
  relation('owner_of', ['person', 'object'], ['object']),
  relation('part_of', ['object'], ['object']),
  relation('partner_of', ['object'], ['object']),
  relation('located_in', ['object', 'event', 'location'], ['location']),
  relation('born_in', ['person'], ['location']),
  relation('died_in', ['person'], ['location']),
  relation('lives_in', ['person'], ['location']),
  relation('national_of', ['person'], ['location']),
  relation('visited', ['person'], ['location']),
  relation('spouse_of', ['person'], ['person']),
  relation('parent_of', ['person'], ['person']),
  relation('sibling_of', ['person'], ['person']),
  relation('participant_in', ['person', 'object'], ['event']),
  relation('organizer_of', ['person', 'object'], ['event']),
  attribute('birth_date', ['person'], 'date'),
  attribute('death_date', ['person'], 'date'),
  attribute('founding_date', ['object'], 'date'),
  attribute('event_date', ['event'], 'date'),
  attribute('job_title', ['person'], 'role'),
  attribute('occupation', ['person'], 'role'),
  attribute('nationality', ['person', 'object'], 'nation'),
]

const byKinds = new Map<string, number[]>()
for (const [at, { from, to }] of statementTypes.entries()) {
  for (const one of from) {
    for (const other of to) {
      const key = `${one} ${other}`
      byKinds.set(key, [...(byKinds.get(key) ?? []), at])
    }
  }
}

/** The indexes of the types that may lead from one kind to another. */
export const typesBetween = (from: EndKind, to: EndKind): readonly number[] => byKinds.get(`${from} ${to}`) ?? none
const none: readonly number[] = []
