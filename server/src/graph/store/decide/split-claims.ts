import { linkedClaims, moveEntityClaims, moveRelationshipClaims } from '../../../claims/claims.ts'
import type { ChangedClaim } from '../../../claims/stored-claim.ts'
import { newId } from '../../../platform/ids.ts'
import { FactDeltas } from '../facts/fact-values.ts'
import { findMentions } from '../facts/mentions.ts'
import type { GraphState } from '../state/graph-state.ts'
import {
  insertRelationships,
  type RelationshipKey,
  type StoredRelationshipRow,
  selectRelationships,
  selectRelationshipsByKey,
} from '../state/relationship-queries.ts'
import { deleteSplitMentions, insertSplitMentions } from '../update/split-queries.ts'
import { linkPages } from '../update/write-pages.ts'

// Moves claims between a subject and a part that a person split off from it. Mentions of the same name on the same pages
// go to the part from then on; relationships that the pages state follow.

/** The claims and mentions that belong to a part. */
export interface Part {
  /** The subject that it was split off from. */
  from: string
  claims: string[]
  mentions: { page_id: string; name_key: string }[]
}

export interface MovedClaims {
  subjects: string[]
  relationships: string[]
}

/** `after` is null when the part goes back to where it came from. */
export async function moveClaims(
  state: GraphState,
  partId: string,
  before: Part | null,
  after: Part | null,
): Promise<MovedClaims> {
  const { tx, domain_id } = state
  const part = (after ?? before) as Part
  const [source, target] = after ? [part.from, partId] : [partId, part.from]
  const pages = after && [...new Set(part.mentions.map(({ page_id }) => page_id))]
  await deleteSplitMentions(tx, domain_id, partId)
  if (after) await insertSplitMentions(tx, domain_id, partId, part.mentions)
  const deltas = new FactDeltas()
  const note = (claims: ChangedClaim[], before: string, after: string, column: 'entity_id' | 'relationship_id') => {
    for (const claim of claims) {
      deltas.add({ ...claim, [column]: before }, -1)
      deltas.add({ ...claim, [column]: after }, 1)
    }
  }
  const claims = await moveEntityClaims(tx, domain_id, source, target, after && part.claims)
  note(claims, source, target, 'entity_id')
  const subjects = new Set([source, target])
  const relationships: string[] = []
  if (pages === null || pages.length > 0) {
    for (const row of await selectRelationships(tx, domain_id, [], [source])) {
      const twin = await twinOf(state, row, source, target)
      const moved = await moveRelationshipClaims(tx, domain_id, row.id, twin, pages)
      note(moved, row.id, twin, 'relationship_id')
      if (moved.length > 0) relationships.push(row.id, twin)
    }
  }
  if (!after) {
    for (const { ids, pages, from, to, column } of await findMislinked(state, claims)) {
      const moved =
        column === 'entity_id'
          ? await moveEntityClaims(tx, domain_id, from, to, ids)
          : await moveRelationshipClaims(tx, domain_id, from, to, pages)
      note(moved, from, to, column)
      if (column === 'entity_id') subjects.add(from).add(to)
      else relationships.push(from, to)
    }
  }
  await state.loadEntities(subjects)
  await state.applyFacts(deltas)
  return { subjects: [...subjects], relationships }
}

interface Mislinked {
  column: 'entity_id' | 'relationship_id'
  from: string
  to: string
  ids: string[]
  pages: string[]
}

/** Claims that pages have made since a split, where they name another subject than the one that the part came from. */
async function findMislinked(state: GraphState, moved: ChangedClaim[]): Promise<Mislinked[]> {
  const pageIds = [...new Set(moved.map(({ page_id }) => page_id))]
  const rows = await linkedClaims(state.tx, state.domain_id, pageIds)
  const ofPages = Map.groupBy(rows, ({ page_id }) => page_id)
  const pages = [...ofPages].map(([page_id, claims]) =>
    findMentions({ page_id, host: claims[0]?.host ?? '', run_id: null, gate_version: 1, claims }),
  )
  const before = new Map(rows.map((row) => [`${row.page_id} ${row.fact_key}`, row]))
  const found = new Map<string, Mislinked>()
  for (const { page_id, claims } of await linkPages(state, pages)) {
    for (const { fact_key, entity_id, relationship_id } of claims) {
      const row = before.get(`${page_id} ${fact_key}`)
      if (!row) continue
      const column = row.entity_id === null ? 'relationship_id' : 'entity_id'
      const [from, to] = [row[column], column === 'entity_id' ? entity_id : relationship_id]
      if (from === null || to === null || from === to) continue
      const one = found.get(`${from} ${to}`) ?? { column, from, to, ids: [], pages: [] }
      one.ids.push(row.id)
      one.pages.push(page_id)
      found.set(`${from} ${to}`, one)
    }
  }
  return [...found.values()]
}

/** The relationship that has the other subject in place of one. */
async function twinOf(state: GraphState, row: StoredRelationshipRow, source: string, target: string): Promise<string> {
  const { tx, domain_id } = state
  const swap = (id: string) => (id === source ? target : id)
  const { word, type, certainty } = row
  const key: RelationshipKey = { from_id: swap(row.from_id), to_id: swap(row.to_id), word, certainty }
  const [known] = await selectRelationshipsByKey(tx, domain_id, [key])
  if (known) return known.id
  const id = newId()
  await insertRelationships(tx, domain_id, [{ ...key, id, type, split_from: row.id }])
  state.noteNewRelationship(id)
  return id
}
