import { isDeepStrictEqual } from 'node:util'
import type { GraphEventData, GraphEventType, GraphFilter } from '@polegraph/contract/events/graph-events.ts'
import type { EntityDoc, MergedDoc, RelationshipDoc } from '../store/facts/documents.ts'

// What a change of the graph says to those who follow it. Pure.

type State = EntityDoc | RelationshipDoc | MergedDoc | null

/** A change of the log with the states before and after it. */
export interface LoggedChange {
  cursor: number
  at: string
  type: 'entity' | 'relationship'
  id: string
  change: 'entered' | 'changed' | 'left' | 'merged'
  /** The entity entered because a person split it off from another. */
  is_part: boolean
  actor: string
  reason: string | null
  before: State
  after: State
}

export interface GraphEvent {
  /** The cursor of the change in `/changes`. */
  id: number
  type: GraphEventType
  payload: GraphEventData
  created_at: string
}

type Named = { id: string; kind: string; name: string } | null
/** Names of entities by their ids; null where the graph has none any more. */
export type NameOf = (id: string) => Named

const typeOfEntityChange = {
  entered: 'entity.added',
  changed: 'entity.changed',
  merged: 'entity.merged',
  left: 'entity.deleted',
} as const
const typeOfRelationshipChange = {
  entered: 'relationship.added',
  changed: 'relationship.changed',
  // Its ends were merged, and another one stands between them.
  merged: 'relationship.deleted',
  left: 'relationship.deleted',
} as const

/** Undefined where nothing that is shown has changed, or the states were deleted with the history of that time. */
export function graphEventOf(change: LoggedChange, nameOf: NameOf): GraphEvent | undefined {
  const { cursor, id, actor, reason, at } = change
  const doc = shown(change.after) ?? shown(change.before)
  if (doc === undefined) return undefined
  const changes = change.change === 'changed' ? differences(change.before, change.after) : []
  if (change.change === 'changed' && changes.length === 0) return undefined
  const about = { id, changes, cursor, actor, reason }
  const into = change.after && 'merged_into' in change.after ? change.after.merged_into : undefined
  if ('name' in doc) {
    const type = change.is_part ? 'entity.split' : typeOfEntityChange[change.change]
    const merged = into !== undefined && { merged_into: nameOf(into) }
    return { id: cursor, type, payload: { ...about, kind: doc.kind, name: doc.name, ...merged }, created_at: at }
  }
  // What pages deny is no news: it is shown to those who ask for it.
  if (doc.certainty === 'denied') return undefined
  const ends = { type: doc.type, certainty: doc.certainty, from: nameOf(doc.from), to: nameOf(doc.to) }
  const payload = { ...about, ...ends, ...(into !== undefined && { merged_into: into }) }
  return { id: cursor, type: typeOfRelationshipChange[change.change], payload, created_at: at }
}

/** The entities that a change names: the ends of a relationship, what an entity was merged into. */
export function namedIn({ before, after }: Pick<LoggedChange, 'before' | 'after'>): string[] {
  return [before, after].flatMap((state) => {
    if (state === null || 'name' in state) return []
    return 'merged_into' in state ? [state.merged_into] : [state.from, state.to]
  })
}

const shown = (state: State): EntityDoc | RelationshipDoc | undefined =>
  state === null || 'merged_into' in state ? undefined : state

const keyed: ReadonlySet<string> = new Set(['attributes', 'external_ids'])

interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

function differences(before: State, after: State): FieldChange[] {
  const [from, to] = [before, after].map((state) => (state ?? {}) as Record<string, unknown>) as [Fields, Fields]
  return fieldsOf(from, to).flatMap((field): FieldChange[] => {
    // Which fields a person has set is no fact.
    if (field === 'pinned') return []
    const [old, now] = [from[field] ?? null, to[field] ?? null]
    if (!keyed.has(field)) return isDeepStrictEqual(old, now) ? [] : [{ field, from: old, to: now }]
    const [olds, nows] = [(old ?? {}) as Fields, (now ?? {}) as Fields]
    return fieldsOf(olds, nows).flatMap((key) =>
      olds[key] === nows[key] ? [] : [{ field: `${field}.${key}`, from: olds[key] ?? null, to: nows[key] ?? null }],
    )
  })
}

type Fields = Record<string, unknown>

const fieldsOf = (one: Fields, other: Fields) => [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()

/** Whether an event passes: every part of the filter that is given must hold. */
function passes({ kinds, types, entity_ids }: GraphFilter, { payload }: Pick<GraphEvent, 'payload'>): boolean {
  const isRelationship = 'from' in payload
  const about = isRelationship ? [payload.from, payload.to] : [payload, payload.merged_into ?? null]
  if (types && isRelationship && !types.includes(payload.type)) return false
  if (kinds && !about.some((one) => one !== null && kinds.includes(one.kind))) return false
  return !entity_ids || about.some((one) => one !== null && entity_ids.includes(one.id))
}

/** What a reader wants. Who follows an entity that is merged follows the one that stands for it from then on. */
export function acceptsBy(types: readonly string[], filter: GraphFilter): (event: GraphEvent) => boolean {
  const entity_ids = filter.entity_ids && [...filter.entity_ids]
  return (event) => {
    if (!passes({ ...filter, entity_ids }, event)) return false
    const { id } = event.payload
    const into = 'name' in event.payload ? event.payload.merged_into?.id : undefined
    if (into !== undefined && entity_ids?.includes(id)) entity_ids.push(into)
    return types.includes(event.type)
  }
}
