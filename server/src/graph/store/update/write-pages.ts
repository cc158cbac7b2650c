import { type ClaimsChange, type PageClaims, replaceClaims, retractClaims } from '../../../claims/claims.ts'
import type { ClaimLink, StoredClaim } from '../../../claims/stored-claim.ts'
import { certaintyOf } from '../../../facts/claim.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { FactDeltas } from '../facts/fact-values.ts'
import {
  findMentions,
  keyOnAnySite,
  type MentionedPage,
  mentionKey,
  type RelationshipFact,
  type Subject,
  shortKey,
} from '../facts/mentions.ts'
import { selectPairedSubjects, selectWithPairs } from '../resolve/pair-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import {
  insertEntities,
  newSubject,
  selectEntitiesByKey,
  selectOwnSubjects,
  updateEntityKeys,
} from '../state/queries.ts'
import { selectUnsureEnds } from '../state/related-queries.ts'
import { insertRelationships, type RelationshipKey, selectRelationshipsByKey } from '../state/relationship-queries.ts'
import { countBlocked } from '../state/tombstone-queries.ts'
import { selectSplitMentions } from './split-queries.ts'
import { type GraphWritten, updateGraph } from './update-graph.ts'

// Writes the claims of pages into the graph, in the transaction that settles the pages: claims, subjects, clusters,
// documents, and the log of changes. The caller holds the domain.

/**
 * `pageClaims` are all claims of these pages; `silentPageIds` are pages that have no claims any more; `unchangedPageIds` are
 * pages whose claims are as they were.
 */
export async function writePages(
  tx: Transaction,
  domainId: string,
  pageClaims: PageClaims[],
  silentPageIds: string[],
  unchangedPageIds: string[] = [],
): Promise<GraphWritten> {
  const statingIds = [...pageClaims.map(({ page_id }) => page_id), ...unchangedPageIds]
  const isRead = pageClaims.length > 0 || silentPageIds.length > 0
  const written = isRead ? await writeClaims(tx, domainId, pageClaims, silentPageIds) : nothingWritten
  if (statingIds.length > 0) await countBlocked(tx, domainId, statingIds)
  return written
}

async function writeClaims(
  tx: Transaction,
  domainId: string,
  pageClaims: PageClaims[],
  silentPageIds: string[],
): Promise<GraphWritten> {
  const state = new GraphState(tx, domainId)
  const pages = pageClaims.map(findMentions)
  await renameSubjects(state, pages)
  const linked = await linkPages(state, pages)
  const replaced = await replaceClaims(tx, domainId, linked)
  const retracted = await retractClaims(tx, domainId, silentPageIds)
  return applyClaims(state, { added: replaced.added, removed: [...replaced.removed, ...retracted.removed] })
}

/** Links the claims of pages to subjects and relationships, which are made where there are none. */
export async function linkPages(
  state: GraphState,
  pages: MentionedPage[],
): Promise<PageClaims<StoredClaim & ClaimLink>[]> {
  const subjects = await ensureSubjects(state, pages)
  const subjectOf = await subjectsOfMentions(state, pages, subjects)
  const relationships = await ensureRelationships(state, pages, subjectOf)
  return pages.map((page) => linkClaims(page, subjectOf, relationships))
}

async function applyClaims(state: GraphState, { added, removed }: ClaimsChange): Promise<GraphWritten> {
  const { tx, domain_id } = state
  if (added.length === 0 && removed.length === 0) return nothingWritten
  const deltas = new FactDeltas()
  for (const claim of added) deltas.add(claim, 1)
  for (const claim of removed) deltas.add(claim, -1)
  const isEntity = new Set([...added, ...removed].flatMap(({ entity_id }) => entity_id ?? []))
  const telling = await state.applyFacts(deltas)
  const owners = [...deltas.byOwner.keys()]
  const touched = new Set(owners.filter((id) => isEntity.has(id)))
  const relationships = new Set(owners.filter((id) => !isEntity.has(id)))
  await state.loadEntities(touched)
  const changed = new Set([...telling].filter((id) => isEntity.has(id)))
  const listed = new Set(
    [...added, ...removed].flatMap(({ list, entity_id }) => (list === null ? [] : (entity_id ?? []))),
  )
  if (listed.size > 0) for (const id of await selectWithPairs(tx, domain_id, [...listed])) changed.add(id)
  if (relationships.size > 0) {
    // An end of which nothing is said plainly comes and goes with its relationships.
    for (const id of await selectUnsureEnds(tx, domain_id, [...relationships])) touched.add(id)
    await state.loadEntities(touched)
    // Subjects are compared by their neighbours too.
    for (const id of await selectPairedSubjects(tx, domain_id, [...relationships])) changed.add(id)
    await state.loadEntities(changed)
    await state.loadFacts(changed)
  }
  return updateGraph(state, { touched, relationships, changed })
}

const nothingWritten: GraphWritten = { entities_added: 0, merged: [] }

/** Gives a subject that only one page mentions its new key when that page changes: the subject keeps its id. */
async function renameSubjects(state: GraphState, pages: MentionedPage[]): Promise<void> {
  const { tx, domain_id } = state
  const keys = new Map<string, string>()
  for (const { page, subjects } of pages) {
    for (const [ref, { key }] of subjects) keys.set(`${page.page_id} ${ref}`, key)
  }
  const pageIds = pages.map(({ page }) => page.page_id)
  const before = await selectOwnSubjects(tx, domain_id, pageIds)
  const moved = before.flatMap(({ id, key, tombstone_id, page_id, ref }) => {
    const next = keys.get(`${page_id} ${ref}`)
    // A deleted subject of which the page now says something else may be somebody else: it is compared anew.
    const isOther = tombstone_id !== null && !keyOnAnySite(key).endsWith('|')
    return next === undefined || next === key || isOther ? [] : [{ id, key: next }]
  })
  if (moved.length === 0) return
  // Each row gets one key, and each key goes to one row.
  const byKey = new Map(moved.map((one) => [one.key, one]))
  for (const { key } of await selectEntitiesByKey(tx, domain_id, [...byKey.keys()])) byKey.delete(key)
  const renamed = [...new Map([...byKey.values()].map((one) => [one.id, one])).values()]
  if (renamed.length > 0) await updateEntityKeys(tx, domain_id, renamed)
}

async function ensureSubjects(state: GraphState, pages: MentionedPage[]): Promise<Map<string, string>> {
  const wanted = new Map<string, Subject>()
  for (const { subjects } of pages) for (const subject of subjects.values()) wanted.set(subject.key, subject)
  const ids = new Map<string, string>()
  if (wanted.size === 0) return ids
  for (const row of await selectEntitiesByKey(state.tx, state.domain_id, [...wanted.keys()])) {
    state.entities.set(row.id, row)
    ids.set(row.key, row.id)
  }
  const added = [...wanted.values()].flatMap(({ key, kind }) => (ids.has(key) ? [] : [{ id: newId(), key, kind }]))
  if (added.length > 0) await insertEntities(state.tx, state.domain_id, added)
  for (const { id, key } of added) {
    ids.set(key, id)
    state.noteNew(newSubject(id, key))
  }
  return ids
}

type SubjectOf = (page: MentionedPage, ref: string) => string

/** Mentions that a person gave to a part of a split entity belong to that part. */
async function subjectsOfMentions(
  state: GraphState,
  pages: MentionedPage[],
  subjects: Map<string, string>,
): Promise<SubjectOf> {
  const split = new Map<string, string>()
  const pageIds = pages.map(({ page }) => page.page_id)
  for (const { page_id, name_key, entity_id } of await selectSplitMentions(state.tx, state.domain_id, pageIds)) {
    split.set(`${page_id} ${name_key}`, entity_id)
  }
  await state.loadEntities(split.values())
  return ({ page, subjects: mentioned }, ref) => {
    const subject = mentioned.get(ref) as Subject
    const part = split.size > 0 ? split.get(`${page.page_id} ${mentionKey(subject)}`) : undefined
    return part ?? (subjects.get(subject.key) as string)
  }
}

const keyName = ({ from_id, to_id, word, certainty }: RelationshipKey) => `${from_id} ${to_id} ${word} ${certainty}`

const typeChars = 80
const relationOf = (relation: string) => shortKey(relation).slice(0, typeChars)

async function ensureRelationships(
  state: GraphState,
  pages: MentionedPage[],
  subjectOf: SubjectOf,
): Promise<Map<string, string>> {
  const wanted = new Map<string, RelationshipKey>()
  for (const page of pages) {
    for (const { fact } of page.page.claims) {
      if (!('relation' in fact)) continue
      const key = relationshipKey(page, fact, subjectOf)
      wanted.set(keyName(key), key)
    }
  }
  const ids = new Map<string, string>()
  if (wanted.size === 0) return ids
  for (const row of await selectRelationshipsByKey(state.tx, state.domain_id, [...wanted.values()])) {
    ids.set(keyName(row), row.id)
  }
  const types = await state.loadTypes()
  const added = [...wanted].flatMap(([name, key]) =>
    ids.has(name) ? [] : [{ ...key, id: newId(), type: types.typeOf(key.word) }],
  )
  if (added.length > 0) await insertRelationships(state.tx, state.domain_id, added)
  for (const row of added) {
    ids.set(keyName(row), row.id)
    state.noteNewRelationship(row.id)
  }
  return ids
}

function relationshipKey(page: MentionedPage, fact: RelationshipFact, subjectOf: SubjectOf): RelationshipKey {
  const [from_id, to_id] = [subjectOf(page, fact.from.ref), subjectOf(page, fact.to.ref)]
  return { from_id, to_id, word: relationOf(fact.relation), certainty: certaintyOf(fact) }
}

function linkClaims(
  mentioned: MentionedPage,
  subjectOf: SubjectOf,
  relationships: Map<string, string>,
): PageClaims<StoredClaim & ClaimLink> {
  const { page } = mentioned
  const claims = page.claims.map((claim) => {
    if ('relation' in claim.fact) {
      const key = keyName(relationshipKey(mentioned, claim.fact, subjectOf))
      return { ...claim, entity_id: null, relationship_id: relationships.get(key) as string }
    }
    return { ...claim, entity_id: subjectOf(mentioned, claim.fact.ref), relationship_id: null }
  })
  return { ...page, claims }
}
