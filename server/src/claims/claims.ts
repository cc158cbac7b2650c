import { hash } from 'node:crypto'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { Claim } from '../reader/claims.ts'
import { type ClaimRow, selectLiveClaims, updateClaimsRetracted, upsertClaims } from './queries.ts'

// What pages say. The claims of a page are written as a whole: what it says now stays or comes, the rest is retracted.

export type ClaimOrigin = 'structured' | 'recipe' | 'model' | 'text'

/** A claim without its quote: the fact alone. */
export type Fact = Claim extends infer One ? (One extends Claim ? Omit<One, 'type' | 'quote'> : never) : never

export interface StoredClaim {
  fact_key: string
  type: Claim['type']
  fact: Fact
  quote: string
  quote_start: number
  quote_end: number
  block_hash: string | null
  origin: ClaimOrigin
  mode: 'agentic' | 'deterministic'
  model: string | null
}

/** All that one page says now. */
export interface PageClaims {
  page_id: string
  run_id: string | null
  gate_version: number
  claims: StoredClaim[]
}

export type { ClaimRow }

/** What these pages are known to say, in the order of their texts. */
export function knownClaims(db: Queryable, domainId: string, pageIds: string[]): Promise<ClaimRow[]> {
  return selectLiveClaims(db, domainId, pageIds)
}

export async function replaceClaims(tx: Transaction, domainId: string, pages: PageClaims[]): Promise<void> {
  if (pages.length === 0) return
  const claims = pages.flatMap(({ page_id, run_id, gate_version, claims }) =>
    onePerFact(claims).map((claim) => ({ ...claim, id: newId(), page_id, run_id, gate_version })),
  )
  const pageIds = pages.map(({ page_id }) => page_id)
  await updateClaimsRetracted(tx, domainId, pageIds, claims)
  if (claims.length > 0) await upsertClaims(tx, domainId, claims)
}

/** Who says a fact first says it. */
function onePerFact(claims: StoredClaim[]): StoredClaim[] {
  const seen = new Set<string>()
  return claims.filter(({ fact_key }) => !seen.has(fact_key) && seen.add(fact_key))
}

/** For pages that are gone, or that nobody wants any more. */
export async function retractClaims(tx: Transaction, domainId: string, pageIds: string[]): Promise<void> {
  if (pageIds.length > 0) await updateClaimsRetracted(tx, domainId, pageIds, [])
}

export function toStored(
  claim: Claim,
  source: Pick<StoredClaim, 'block_hash' | 'origin' | 'mode' | 'model'>,
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
 * The same for the same fact, in whatever order its fields come. What a page says for machines and what it says to
 * readers are two things: one may go while the other stays.
 */
export function factKey(type: Claim['type'], fact: Fact, origin: ClaimOrigin): string {
  const audience = origin === 'structured' ? 'machines' : 'readers'
  return hash('sha256', `${audience} ${type} ${JSON.stringify(sorted(fact))}`, 'base64url').slice(0, 22)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
