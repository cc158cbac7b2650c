import { isDeepStrictEqual } from 'node:util'
import { foldName } from '../../../language/fold-name.ts'
import { newId } from '../../../platform/ids.ts'
import { dayOf } from '../facts/day-of.ts'
import { supersededState } from '../facts/differences.ts'
import { countFacts, entityDocument } from '../facts/document-of.ts'
import type { EntityDoc } from '../facts/documents.ts'
import type { Membership } from '../resolve/cluster-components.ts'
import type { GraphState } from '../state/graph-state.ts'
import type { ChangeEntry, EntityChange, SubjectRow } from '../state/queries.ts'
import { selectNeeded } from '../state/related-queries.ts'
import { insertMerges, type NewMerge, restoreMerges, updateMergesReverted } from './merge-queries.ts'

// Makes the documents of the entities whose facts or clusters have changed.

/** The actor of a change of the graph, and its reason. */
export interface Cause {
  /** The pipeline, or a person. */
  actor: string
  reason?: string | null
  /** The merge that a person made of these subjects. */
  merge?: { id: string; sources: Set<string> }
}

export interface ShownEntities {
  changes: ChangeEntry[]
  /** Rows to write, when it is known how many relationships they have. */
  rows: EntityChange[]
  /** Subjects that changed their head, or that entered or left the graph. */
  moved: Set<string>
  /** The confidence of an entity that is shown has changed. */
  has_new_confidence: boolean
  entered: number
  left: number
}

export async function showEntities(
  state: GraphState,
  touched: Set<string>,
  memberships: Membership[],
  leastConfidence: number,
  cause: Cause,
): Promise<ShownEntities> {
  const membershipOf = new Map(memberships.map((membership) => [membership.id, membership]))
  await state.loadClusters([...touched, ...membershipOf.keys(), ...memberships.map(({ head }) => head)])
  const headOf = ({ id, merged_into }: SubjectRow) => membershipOf.get(id)?.head ?? merged_into ?? id
  // The heads of all clusters that the touched subjects were in, or are in now.
  const heads = new Set<string>()
  for (const id of [...touched, ...membershipOf.keys()]) heads.add(state.headOf(id)).add(headOf(state.entity(id)))
  const members = Map.groupBy(state.entities.values(), headOf)
  const affected = [...state.entities.values()].filter((row) => heads.has(headOf(row)) || heads.has(row.id))
  await state.loadFacts(affected.map(({ id }) => id))
  await recordMerges(state, affected, headOf, membershipOf, cause)
  const related = await findRelated(state, affected)

  const result: ShownEntities = {
    ...{ changes: [], rows: [], moved: new Set<string>() },
    ...{ has_new_confidence: false, entered: 0, left: 0 },
  }
  for (const row of affected) {
    const head = headOf(row)
    // A member that stays one shows nothing of its own.
    if (row.merged_into === head) continue
    const next =
      head === row.id
        ? shownOf(state, row, members.get(row.id) ?? [row], { leastConfidence, related })
        : mergedOf(state, row, head)
    const entry = changeOf(row, next, cause.reason ?? membershipOf.get(row.id)?.reasons[0] ?? null)
    if (entry) result.changes.push(entry)
    if (row.merged_into !== next.merged_into || row.is_shown !== next.is_shown) {
      result.moved.add(row.id)
      // Relationships belong to the members of a cluster.
      for (const member of members.get(row.id) ?? []) result.moved.add(member.id)
    }
    if (!row.is_shown && next.is_shown) result.entered++
    if (row.is_shown && !next.is_shown) result.left++
    const has_new_confidence = next.is_shown && (!row.is_shown || row.confidence !== next.confidence)
    if (has_new_confidence) result.has_new_confidence = true
    result.rows.push({ ...next, is_changed: entry !== undefined, has_new_confidence })
    const { merged_into, is_shown, doc, confidence } = next
    Object.assign(row, { merged_into, is_shown, doc, confidence })
  }
  return result
}

/** What is only reported or denied of something shows it where a relationship needs it: those that one is stated of. */
async function findRelated(state: GraphState, affected: SubjectRow[]): Promise<ReadonlySet<string>> {
  const unsure = affected.filter(({ id }) => state.isLive(id) && !state.isSaid(id)).map(({ id }) => id)
  return unsure.length === 0 ? new Set() : selectNeeded(state.tx, state.domain_id, unsure)
}

type NextEntity = Omit<EntityChange, 'is_changed' | 'has_new_confidence'>

function shownOf(
  state: GraphState,
  row: SubjectRow,
  members: SubjectRow[],
  { leastConfidence, related }: { leastConfidence: number; related: ReadonlySet<string> },
): NextEntity {
  const withFacts = members
    .map(({ id }) => ({ kind: state.kindOf(id), facts: state.factsOf(id) }))
    .filter(({ facts }) => facts.length > 0)
  const counted = countFacts(withFacts.flatMap(({ facts }) => facts))
  const isVouched = members.some(({ id }) => state.isVouched(id))
  const isMeant = members.some(({ id }) => state.isSaid(id) || related.has(id))
  const isSure = isMeant && counted.evidence_count > 0 && counted.confidence >= leastConfidence
  const is_shown = row.tombstone_id === null && (isVouched || isSure)
  const doc = is_shown ? entityDocument(withFacts, row.id) : row.doc
  return { id: row.id, merged_into: null, is_shown, doc, ...counted, ...columnsOf(doc, state.kindOf(row.id)) }
}

const nothing = { confidence: 0, evidence_count: 0, source_count: 0, first_seen_at: null, last_seen_at: null }

function mergedOf(state: GraphState, row: SubjectRow, head: string): NextEntity {
  const { id, doc } = row
  return { id, merged_into: head, is_shown: false, doc, ...nothing, ...columnsOf(doc, state.kindOf(id)) }
}

function columnsOf(doc: EntityDoc | Record<string, never>, kind: string) {
  const { name = '', when, where } = doc as Partial<EntityDoc>
  return {
    kind: doc.kind ?? kind,
    name_sort: foldName(name).slice(0, 300),
    when_start: when?.start ? dayOf(when.start) : null,
    when_end: when?.end ? dayOf(when.end) : null,
    lat: where?.lat ?? null,
    lon: where?.lon ?? null,
  }
}

function changeOf(before: SubjectRow, after: NextEntity, reason: string | null): ChangeEntry | undefined {
  const { id } = before
  const type = 'entity' as const
  if (after.is_shown) {
    if (!before.is_shown) return { type, id, change: 'entered', doc: after.doc as EntityDoc, reason }
    if (isDeepStrictEqual(before.doc, after.doc)) return undefined
    const superseded = supersededState(before.doc as EntityDoc, after.doc as EntityDoc)
    return { type, id, change: 'changed', doc: after.doc as EntityDoc, superseded, reason }
  }
  if (after.merged_into !== null) {
    // An entity that was never shown has no change to record.
    if (before.merged_into === after.merged_into || !('name' in before.doc)) return undefined
    return { type, id, change: 'merged', doc: { merged_into: after.merged_into }, reason }
  }
  const wasKnown = before.is_shown || (before.merged_into !== null && 'name' in before.doc)
  return wasKnown ? { type, id, change: 'left', doc: null, reason } : undefined
}

async function recordMerges(
  state: GraphState,
  affected: SubjectRow[],
  headOf: (row: SubjectRow) => string,
  membershipOf: Map<string, Membership>,
  { actor, merge }: Cause,
): Promise<void> {
  const added: NewMerge[] = []
  const ended: string[] = []
  for (const row of affected) {
    const head = headOf(row)
    if ((row.merged_into ?? row.id) === head) continue
    if (row.merged_into !== null) ended.push(row.id)
    const { score = 0, reasons = [], against = [] } = membershipOf.get(row.id) ?? {}
    if (head === row.id) continue
    const id = newId()
    const merge_id = merge?.sources.has(row.id) ? merge.id : id
    added.push({ id, merge_id, target_id: head, source_id: row.id, score, reasons, against })
  }
  const { tx, domain_id } = state
  if (ended.length > 0) await updateMergesReverted(tx, domain_id, actor, ended)
  if (added.length === 0) return
  const restored = new Set(await restoreMerges(tx, domain_id, added))
  const made = added.filter(({ source_id }) => !restored.has(source_id))
  if (made.length > 0) await insertMerges(tx, domain_id, actor, made)
}
