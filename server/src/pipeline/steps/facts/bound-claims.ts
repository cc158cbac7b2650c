import { limits } from '@polegraph/contract/limits.ts'
import type { StoredClaim } from '../../../claims/stored-claim.ts'

export interface BoundClaims {
  claims: StoredClaim[]
  /** For the page's `mode_reason`; empty when nothing is left out. */
  note: string
}

/**
 * The claims about the first entities of a page, as many as a page may name: a transaction writes all of them, while
 * others wait.
 */
export function boundClaims(claims: StoredClaim[]): BoundClaims {
  const named = new Set<string>()
  const left = new Set<string>()
  const kept = claims.filter(({ fact }) => {
    const added = refsOf(fact).filter((ref) => !named.has(ref))
    const isKept = named.size + added.length <= limits.page_entities_max
    for (const ref of added) (isKept ? named : left).add(ref)
    return isKept
  })
  const first = kept.slice(0, limits.page_claims_max)
  const notes = []
  if (left.size > 0)
    notes.push(`; only the first ${named.size} of ${new Set([...named, ...left]).size} entities are kept`)
  if (first.length < kept.length) notes.push(`; only the first ${first.length} of ${kept.length} claims are kept`)
  return { claims: first, note: notes.join('') }
}

const refsOf = (fact: StoredClaim['fact']): string[] =>
  'relation' in fact ? [...new Set([fact.from.ref, fact.to.ref])] : [fact.ref]
