import { hash } from 'node:crypto'
import type { Claim } from '../facts/claim.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteClaimsRetractedBefore,
  type LinkedRow,
  type NewClaim,
  selectLinkedClaims,
  selectLinks,
  selectLiveClaims,
  updateClaimsRetracted,
  updateEntityOfClaims,
  updateRelationshipOfClaims,
  upsertClaims,
} from './queries.ts'
import type { ChangedClaim, ClaimLink, ClaimOrigin, ClaimRow, Fact, StoredClaim } from './stored-claim.ts'

// Claims of pages. The claims of a page are always replaced as a whole: current ones are kept or added, all others are
// retracted.

/** All current claims of one page. */
export interface PageClaims<One extends StoredClaim = StoredClaim> {
  page_id: string
  host: string
  run_id: string | null
  gate_version: number
  claims: One[]
}

export interface ClaimsChange {
  added: ChangedClaim[]
  removed: ChangedClaim[]
}

/** The live claims of these pages, in the order of their texts. */
export function knownClaims(db: Queryable, domainId: string, pageIds: string[]): Promise<ClaimRow[]> {
  return selectLiveClaims(db, domainId, pageIds)
}

/**
 * Returns what was added and removed. A claim whose entity, relationship, host or origin has changed, or that has come
 * into a list or left one, is removed and added.
 */
export async function replaceClaims(
  tx: Transaction,
  domainId: string,
  pages: PageClaims<StoredClaim & ClaimLink>[],
): Promise<ClaimsChange> {
  if (pages.length === 0) return { added: [], removed: [] }
  const now = new Map<string, NewClaim>()
  for (const { claims, ...page } of pages) {
    for (const claim of claims) {
      const key = `${page.page_id} ${claim.fact_key}`
      // The first claim of a fact wins.
      if (!now.has(key)) now.set(key, { ...claim, ...page, id: newId() })
    }
  }
  const pageIds = pages.map(({ page_id }) => page_id)
  const known = await selectLinks(tx, domainId, pageIds)
  const staying = new Set<string>()
  const gone: LinkedRow[] = []
  for (const claim of known) {
    const next = now.get(keyOf(claim))
    if (next && isSame(claim, next)) staying.add(keyOf(claim))
    else gone.push(claim)
  }
  const removed = await retract(tx, domainId, gone)
  const added = [...now].flatMap(([key, claim]) => (staying.has(key) ? [] : [{ ...claim, observed_at: tx.now }]))
  if (now.size > 0) await upsertClaims(tx, domainId, [...now.values()])
  return { added, removed }
}

const keyOf = ({ page_id, fact_key }: { page_id: string; fact_key: string }) => `${page_id} ${fact_key}`

type Linked = ClaimLink & { host: string; origin: ClaimOrigin; list: number | null }

const isSame = (a: Linked, b: Linked) =>
  a.entity_id === b.entity_id &&
  a.relationship_id === b.relationship_id &&
  a.host === b.host &&
  a.origin === b.origin &&
  (a.list === null) === (b.list === null)

/** Retracts the claims of pages that are gone or no longer relevant. */
export async function retractClaims(tx: Transaction, domainId: string, pageIds: string[]): Promise<ClaimsChange> {
  if (pageIds.length === 0) return { added: [], removed: [] }
  return { added: [], removed: await retract(tx, domainId, await selectLinks(tx, domainId, pageIds)) }
}

/** The live claims of these pages, with the rows that they are linked to. */
export function linkedClaims(tx: Transaction, domainId: string, pageIds: string[]) {
  return selectLinkedClaims(tx, domainId, pageIds)
}

/** Gives claims of one entity, these or all, to another. Returns the live ones. */
export function moveEntityClaims(tx: Transaction, domainId: string, from: string, to: string, ids: string[] | null) {
  return updateEntityOfClaims(tx, domainId, from, to, ids)
}

/** The same for a relationship, by pages. */
export function moveRelationshipClaims(
  tx: Transaction,
  domainId: string,
  from: string,
  to: string,
  pageIds: string[] | null,
) {
  return updateRelationshipOfClaims(tx, domainId, from, to, pageIds)
}

/** Deletes at most `limit` claims that were retracted before a time, and returns how many. No graph since then counts them. */
export function forgetRetracted(tx: Transaction, domainId: string, before: Date, limit: number): Promise<number> {
  return deleteClaimsRetractedBefore(tx, domainId, before, limit)
}

async function retract(tx: Transaction, domainId: string, claims: { id: string }[]): Promise<ChangedClaim[]> {
  if (claims.length === 0) return []
  return updateClaimsRetracted(
    tx,
    domainId,
    claims.map(({ id }) => id),
  )
}

export function toStored(
  claim: Claim,
  source: Pick<StoredClaim, 'block_hash' | 'list' | 'origin' | 'mode' | 'model'>,
): StoredClaim {
  const { type, quote, ...fact } = claim
  return {
    fact_key: factKey(type, fact, source.origin),
    type,
    fact,
    quote: quote.text,
    quote_start: quote.start,
    quote_end: quote.end,
    ...source,
  }
}

/**
 * The same for the same fact, whatever the order of its fields and however likely it is. Structured data and visible text have keys of their
 * own: one may disappear while the other stays.
 */
function factKey(type: Claim['type'], { confidence, ...fact }: Fact, origin: ClaimOrigin): string {
  const audience = origin === 'structured' ? 'machines' : 'readers'
  return hash('sha256', `${audience} ${type} ${JSON.stringify(sorted(fact))}`, 'base64url').slice(0, 22)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
