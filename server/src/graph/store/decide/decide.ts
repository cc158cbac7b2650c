import type { Transaction } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { openWork } from '../../../waiting/waiting-work.ts'
import { RelationTypes } from '../facts/relation-types.ts'
import { blockingKeysOf } from '../resolve/candidates.ts'
import { hide } from '../resolve/hide-deleted.ts'
import type { Cause } from '../show/show-entities.ts'
import {
  type PairJudgement,
  type PinnedValue,
  replacePins,
  updateChosen,
  writeJudgements,
} from '../state/decision-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import { selectUnsureEnds } from '../state/related-queries.ts'
import {
  selectOtherwiseTyped,
  selectRelationTypes,
  settleRelationTypes,
  writeRelationType,
} from '../state/relation-type-queries.ts'
import { selectRelationships } from '../state/relationship-queries.ts'
import {
  deleteTombstoneKeys,
  insertTombstoneKeys,
  selectHidden,
  selectOtherTombstones,
  selectTombstone,
  updateHidden,
  updateTombstone,
} from '../state/tombstone-queries.ts'
import { retypedAtOnce } from '../update/retype-due.ts'
import { type Changes, type GraphWritten, updateGraph } from '../update/update-graph.ts'
import { moveClaims, type Part } from './split-claims.ts'

// Decisions of people about the graph. Each is a small state of its own: the values of a field that somebody set, the
// judgement of a pair, which subject stands for others, whether a tombstone holds, whether a part is split off. The graph
// follows from claims and decisions alone, so a change of decisions is taken back by setting each of them to what it was.

export type DecisionChange =
  | PinChange
  | ({ type: 'pair'; a: string; b: string } & Change<PairJudgement | null>)
  | ({ type: 'head'; id: string } & Change<string | null>)
  | ({ type: 'tombstone'; id: string } & Change<boolean>)
  | ({ type: 'split'; id: string } & Change<Part | null>)
  | RelationTypeChange

export type RelationTypeChange = { type: 'relation_type'; id: string } & Change<string | null>

export type PinChange = {
  type: 'pin'
  of: 'entity' | 'relationship'
  owner: string
  field: string
} & Change<PinnedValue[]>

interface Change<State> {
  before: State
  after: State
}

/** Names what is decided: two changes with one key are about the same thing. */
export function decisionKey(change: DecisionChange): string {
  switch (change.type) {
    case 'pin':
      return `pin ${change.of} ${change.owner} ${change.field}`
    case 'pair':
      return `pair ${change.a} ${change.b}`
    default:
      return `${change.type} ${change.id}`
  }
}

/** The change that a stored key and its states describe. */
export function decisionOf(key: string, before: unknown, after: unknown): DecisionChange {
  const [type, first = '', second = '', ...rest] = key.split(' ')
  const named =
    type === 'pin' ? { of: first, owner: second, field: rest.join(' ') } : { id: first, a: first, b: second }
  return { type, ...named, before, after } as unknown as DecisionChange
}

export const reversed = (change: DecisionChange): DecisionChange =>
  ({ ...change, before: change.after, after: change.before }) as DecisionChange

/** Applies decisions, and shows the graph that follows from them. The caller holds the domain. */
export async function decide(
  tx: Transaction,
  domainId: string,
  changes: DecisionChange[],
  cause: Cause,
): Promise<GraphWritten> {
  const state = new GraphState(tx, domainId)
  const effect: Changes = { touched: new Set(), relationships: new Set(), changed: new Set(), judged: new Set() }
  await applyJudgements(
    state,
    changes.filter((change) => change.type === 'pair'),
    effect,
  )
  await applyHeads(
    state,
    changes.filter((change) => change.type === 'head'),
    effect,
  )
  await applyPins(
    state,
    changes.filter((change) => change.type === 'pin'),
    effect,
  )
  await applyRelationTypes(
    state,
    changes.filter((change) => change.type === 'relation_type'),
    effect,
  )
  for (const change of changes) {
    if (change.type === 'split') await applySplit(state, change, effect)
    if (change.type === 'tombstone') {
      await (change.after ? holdTombstone(state, change.id, effect) : liftTombstone(state, change.id, effect))
    }
  }
  for (const ids of [effect.touched, effect.changed, effect.judged]) {
    await state.loadEntities(ids)
    await state.loadFacts(ids)
  }
  return updateGraph(state, effect, cause)
}

type ChangeOf<Type extends DecisionChange['type']> = Extract<DecisionChange, { type: Type }>

async function applyJudgements(state: GraphState, changes: ChangeOf<'pair'>[], effect: Changes): Promise<void> {
  if (changes.length === 0) return
  const pairs = changes.map(({ a, b, after }) => ({ a, b, given: after }))
  await writeJudgements(state.tx, state.domain_id, pairs)
  for (const { a, b } of changes) effect.judged.add(a).add(b)
}

/** As many relationships as one transaction may change follow at once, the others by a job. */
async function applyRelationTypes(
  { tx, domain_id }: GraphState,
  changes: RelationTypeChange[],
  effect: Changes,
): Promise<void> {
  if (changes.length === 0) return
  for (const { id, after } of changes) await writeRelationType(tx, domain_id, { type: id, same_as: after })
  if (changes.length > 0) await openWork(tx, 'relation_types', domain_id, tx.now)
  const rows = await selectRelationTypes(tx, domain_id)
  const types = new RelationTypes(rows)
  if (types.is_circular) throw fail('relation_type_circle')
  const words = rows.map(({ type }) => type)
  const wanted = { words, after: undefined, limit: retypedAtOnce }
  const ids = await selectOtherwiseTyped(tx, domain_id, types, wanted)
  for (const id of ids) effect.relationships.add(id)
  if (ids.length < retypedAtOnce) await settleRelationTypes(tx, domain_id)
}

async function applyHeads(state: GraphState, changes: ChangeOf<'head'>[], effect: Changes): Promise<void> {
  if (changes.length === 0) return
  await state.loadEntities(changes.map(({ id }) => id))
  const heads = changes.map(({ id, after }) => ({ id, at: after }))
  await updateChosen(state.tx, state.domain_id, heads)
  for (const { id, after } of changes) {
    state.entity(id).chosen_at = after
    effect.judged.add(id)
  }
}

async function applySplit(state: GraphState, { id, before, after }: ChangeOf<'split'>, effect: Changes): Promise<void> {
  const { subjects, relationships } = await moveClaims(state, id, before, after)
  for (const subject of subjects) {
    effect.touched.add(subject)
    effect.changed.add(subject)
    effect.judged.add(subject)
  }
  for (const relationship of relationships) effect.relationships.add(relationship)
}

async function applyPins(state: GraphState, changes: PinChange[], effect: Changes): Promise<void> {
  if (changes.length === 0) return
  await state.loadFacts(changes.map(({ owner }) => owner))
  const fields = changes.map(({ owner, field, after }) => ({ owner, field, values: after }))
  await replacePins(state.tx, state.domain_id, fields)
  for (const { of, owner, field, after } of changes) {
    const pins = after.map(({ value_key, value, set_at }) => ({
      ...{ owner_id: owner, field, value_key, value, host: '', origin: 'person' as const, n: 1 },
      ...{ first_at: set_at, last_at: set_at },
    }))
    state.pin(owner, field, pins)
    if (of === 'relationship') {
      effect.relationships.add(owner)
      continue
    }
    effect.touched.add(owner)
    effect.changed.add(owner)
  }
}

async function holdTombstone(state: GraphState, id: string, effect: Changes): Promise<void> {
  const { tx, domain_id } = state
  const tombstone = await selectTombstone(tx, domain_id, id)
  if (!tombstone) throw new Error('a tombstone that does not exist')
  const { type, profile } = tombstone
  const row_ids = type === 'entity' ? await withMates(state, tombstone.row_ids) : tombstone.row_ids
  await updateTombstone(tx, domain_id, id, { lifted_at: null, row_ids })
  if (type === 'entity') {
    await hide(state, row_ids, id)
    if (profile) await insertTombstoneKeys(tx, domain_id, id, blockingKeysOf(profile))
    for (const row of row_ids) {
      effect.touched.add(row)
      effect.judged.add(row)
    }
  } else if (type === 'relationship') {
    await updateHidden(tx, domain_id, 'relationships', row_ids, id)
    await insertTombstoneKeys(tx, domain_id, id, tombstone.label.keys ?? [])
    for (const row of row_ids) effect.relationships.add(row)
    for (const end of await selectUnsureEnds(tx, domain_id, row_ids)) effect.touched.add(end)
  }
}

/** These subjects, with those that are the same by now: a deletion that is done again deletes them too. */
async function withMates(state: GraphState, ids: string[]): Promise<string[]> {
  await state.loadClusters(ids)
  const heads = new Set(ids.map((id) => state.headOf(id)).filter((head) => state.entity(head).is_shown))
  const mates = [...state.entities.values()].filter(({ id, merged_into }) => heads.has(merged_into ?? id))
  return [...new Set([...ids, ...mates.map(({ id }) => id)])]
}

async function liftTombstone(state: GraphState, id: string, effect: Changes): Promise<void> {
  const { tx, domain_id } = state
  const tombstone = await selectTombstone(tx, domain_id, id)
  if (!tombstone) throw new Error('a tombstone that does not exist')
  const { type } = tombstone
  const table = type === 'relationship' ? 'relationships' : 'entities'
  const hidden = type === 'attribute' ? tombstone.row_ids : await selectHidden(tx, domain_id, table, id)
  await updateTombstone(tx, domain_id, id, { lifted_at: tx.now, row_ids: hidden })
  if (type === 'entity') {
    await deleteTombstoneKeys(tx, domain_id, id)
    await state.loadEntities(hidden)
    // Another tombstone may hold the same ones.
    const others = await selectOtherTombstones(tx, domain_id, type, hidden)
    for (const [other, rows] of Map.groupBy(hidden, (row) => others.get(row) ?? null)) await hide(state, rows, other)
    for (const row of hidden) {
      effect.touched.add(row)
      effect.changed.add(row)
      effect.judged.add(row)
    }
  } else if (type === 'relationship') {
    await deleteTombstoneKeys(tx, domain_id, id)
    const others = await selectOtherTombstones(tx, domain_id, type, hidden)
    for (const [other, rows] of Map.groupBy(hidden, (row) => others.get(row) ?? null)) {
      await updateHidden(tx, domain_id, 'relationships', rows, other)
    }
    // Others that hung on the hidden ones stand for themselves again.
    for (const row of await selectRelationships(tx, domain_id, hidden, [])) effect.relationships.add(row.id)
    for (const end of await selectUnsureEnds(tx, domain_id, hidden)) effect.touched.add(end)
  }
}
