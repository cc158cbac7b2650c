import { isDeepStrictEqual } from 'node:util'
import type { Certainty } from '../../../facts/claim.ts'
import { supersededState } from '../facts/differences.ts'
import { countFacts, relationshipDocument } from '../facts/document-of.ts'
import type { RelationshipDoc } from '../facts/documents.ts'
import { type FactRow, plain } from '../facts/fact-values.ts'
import { hideDeletedRelationships } from '../resolve/hide-deleted-relationships.ts'
import type { GraphState } from '../state/graph-state.ts'
import type { ChangeEntry } from '../state/queries.ts'
import {
  type RelationshipChange,
  type StoredRelationshipRow,
  selectRelationships,
  selectSameRelationships,
  updateRelationships,
} from '../state/relationship-queries.ts'

// Writes the documents of the relationships whose facts or ends have changed.

export interface ShownRelationships {
  changes: ChangeEntry[]
  /** By entity: how many relationships more it has, or fewer. */
  counts: Map<string, number>
  /** The confidence of a relationship that is shown has changed. */
  has_new_confidence: boolean
}

export async function showRelationships(
  state: GraphState,
  touched: Set<string>,
  movedEntities: Set<string>,
  leastConfidence: number,
  reason: string | null,
): Promise<ShownRelationships> {
  const result: ShownRelationships = { changes: [], counts: new Map(), has_new_confidence: false }
  if (touched.size === 0 && movedEntities.size === 0) return result
  const { tx, domain_id } = state
  const rows = new Map<string, StoredRelationshipRow>()
  for (const row of await selectRelationships(tx, domain_id, [...touched], [...movedEntities])) rows.set(row.id, row)
  if (rows.size === 0) return result
  await state.loadEntities([...rows.values()].flatMap(({ from_id, to_id }) => [from_id, to_id]))
  const types = await state.loadTypes()
  const endsOf = ({ from_id, to_id, word, certainty }: StoredRelationshipRow): Ends => ({
    from: state.headOf(from_id),
    to: state.headOf(to_id),
    type: types.typeOf(word),
    certainty,
  })
  await loadTwins(state, rows, endsOf)
  await state.loadEntities([...rows.values()].flatMap((row) => [endsOf(row).from, endsOf(row).to]))
  await state.loadFacts(rows.keys())
  const written: RelationshipChange[] = []
  const { counts } = result
  const groups = [...Map.groupBy(rows.values(), (row) => Object.values(endsOf(row)).join(' ')).values()]
  await hideDeletedRelationships(
    state,
    groups.flatMap((group) => {
      const [row] = group.filter((one) => isStanding(state, one)).sort(hiddenFirst)
      const isEntering = row && row.tombstone_id === null && !group.some(({ is_shown }) => is_shown)
      return isEntering && !state.isVouched(row.id) ? [{ row, ...endsOf(row) }] : []
    }),
  )
  for (const group of groups) {
    const live = group.filter((row) => isStanding(state, row)).sort(hiddenFirst)
    for (const row of group) {
      const next = nextOf(state, row, endsOf(row), live, leastConfidence)
      const entry = changeOf(row, next, reason)
      if (entry) result.changes.push(entry)
      const has_new_confidence = next.is_shown && (!row.is_shown || row.confidence !== next.confidence)
      if (has_new_confidence) result.has_new_confidence = true
      if (entry || isOther(row, next)) written.push({ ...next, is_changed: entry !== undefined, has_new_confidence })
      countEnds(counts, row, -1)
      countEnds(counts, { ...next, certainty: row.certainty }, 1)
    }
  }
  if (written.length > 0) await updateRelationships(tx, domain_id, written)
  for (const [id, count] of counts) if (count === 0) counts.delete(id)
  return result
}

/** A row without claims still stands for others while a tombstone hides it: then it hides them too. */
const isStanding = (state: GraphState, { id, tombstone_id }: StoredRelationshipRow) =>
  tombstone_id !== null || state.isLive(id)

function hiddenFirst(a: StoredRelationshipRow, b: StoredRelationshipRow): number {
  if ((a.tombstone_id === null) !== (b.tombstone_id === null)) return a.tombstone_id === null ? 1 : -1
  return a.id < b.id ? -1 : 1
}

const compared = [
  'from_entity',
  'to_entity',
  'type',
  'merged_into',
  'is_shown',
  'confidence',
  'evidence_count',
  'source_count',
] as const

/** Whether a column has changed that is no change of the log. */
const isOther = (row: StoredRelationshipRow, next: NextRelationship) =>
  compared.some((name) => row[name] !== next[name])

type NextRelationship = Omit<RelationshipChange, 'is_changed' | 'has_new_confidence'>

type Ends = { from: string; to: string; type: string; certainty: Certainty }

/** Loads relationships of the same type and certainty between the same two entities, now or before the change. */
async function loadTwins(
  state: GraphState,
  rows: Map<string, StoredRelationshipRow>,
  endsOf: (row: StoredRelationshipRow) => Ends,
): Promise<void> {
  const asked = new Map<string, Pick<StoredRelationshipRow, 'from_entity' | 'to_entity' | 'type' | 'certainty'>>()
  for (const row of rows.values()) {
    const { from, to, type, certainty } = endsOf(row)
    for (const ends of [
      { from_entity: from, to_entity: to, type, certainty },
      { from_entity: row.from_entity, to_entity: row.to_entity, type: row.type, certainty },
    ]) {
      asked.set(Object.values(ends).join(' '), ends)
    }
  }
  const twins = await selectSameRelationships(state.tx, state.domain_id, [...asked.values()])
  for (const twin of twins) if (!rows.has(twin.id)) rows.set(twin.id, twin)
  await state.loadEntities(twins.flatMap(({ from_id, to_id }) => [from_id, to_id]))
}

function nextOf(
  state: GraphState,
  row: StoredRelationshipRow,
  ends: Ends,
  live: StoredRelationshipRow[],
  leastConfidence: number,
): NextRelationship {
  const kept = { id: row.id, from_entity: ends.from, to_entity: ends.to, type: ends.type }
  const [head] = live
  if (head && head.id !== row.id && isStanding(state, row)) {
    return { ...kept, merged_into: head.id, is_shown: false, doc: row.doc, ...nothing }
  }
  if (!head || head.id !== row.id) return { ...kept, merged_into: null, is_shown: false, doc: row.doc, ...nothing }
  const facts = live.flatMap(({ id, word }) => withWord(state.factsOf(id), word, ends.type))
  const { confidence, evidence_count, source_count } = countFacts(facts)
  const areEndsShown = state.entity(ends.from).is_shown && state.entity(ends.to).is_shown && ends.from !== ends.to
  const isSure = confidence >= leastConfidence || live.some(({ id }) => state.isVouched(id))
  const is_shown = head.tombstone_id === null && areEndsShown && isSure
  const doc = is_shown ? relationshipDocument(ends, facts) : row.doc
  return { ...kept, merged_into: null, is_shown, doc, confidence, evidence_count, source_count }
}

/** The word of claims that is the same as the type by the word of a person. */
function withWord(facts: FactRow[], word: string, type: string): FactRow[] {
  if (word === type) return facts
  const stating = facts.filter(({ field, origin }) => field === '' && origin !== 'person')
  return [...facts, ...stating.map((fact) => ({ ...fact, ...plain('said_as', word) }))]
}

const nothing = { confidence: 0, evidence_count: 0, source_count: 0 }

function changeOf(
  before: StoredRelationshipRow,
  after: NextRelationship,
  reason: string | null,
): ChangeEntry | undefined {
  const { id } = before
  const type = 'relationship' as const
  if (after.is_shown) {
    const doc = after.doc as RelationshipDoc
    if (!before.is_shown) return { type, id, change: 'entered', doc, reason }
    if (isDeepStrictEqual(before.doc, doc)) return undefined
    const superseded = supersededState(before.doc as RelationshipDoc, doc)
    return { type, id, change: 'changed', doc, superseded, reason }
  }
  const wasShown = 'type' in before.doc
  if (after.merged_into !== null) {
    if (before.merged_into === after.merged_into || !wasShown) return undefined
    return { type, id, change: 'merged', doc: { merged_into: after.merged_into }, reason }
  }
  const wasKnown = before.is_shown || (before.merged_into !== null && wasShown)
  return wasKnown ? { type, id, change: 'left', doc: null, reason } : undefined
}

/** What is denied connects nothing. */
function countEnds(
  counts: Map<string, number>,
  {
    is_shown,
    from_entity,
    to_entity,
    certainty,
  }: Pick<StoredRelationshipRow, 'is_shown' | 'from_entity' | 'to_entity' | 'certainty'>,
  sign: 1 | -1,
): void {
  if (!is_shown || certainty === 'denied') return
  for (const id of [from_entity, to_entity]) counts.set(id, (counts.get(id) ?? 0) + sign)
}
