import type { Comparison } from '../../../resolution/profile.ts'
import type { GraphState } from '../state/graph-state.ts'
import { type ListedRow, selectListedRows, selectRelatedApart } from './apart-queries.ts'

// Pages tell some subjects apart by where they put them: two rows of one list, or the two ends of a relation, are two,
// however alike their names are.

export interface Apart {
  a: string
  b: string
  reason: string
  /** One sentence may call a thing by two names, so that a person has to decide. */
  isDoubt: boolean
}

/** Relations that say that two names are of one thing. */
const ofOne = ['same_as', 'also_known_as', 'known_as', 'alias_of', 'formerly_known_as']
/** This relation says only that one sentence names both. */
const together = 'mentioned_with'

/** The pairs that pages tell apart. */
export async function findApart(state: GraphState, pairs: [string, string][]): Promise<Apart[]> {
  if (pairs.length === 0) return []
  const { tx, domain_id } = state
  const found = new Map<string, Apart>()
  for (const { a, b, type } of await selectRelatedApart(tx, domain_id, pairs, ofOne)) {
    const key = `${a} ${b}`
    const isDoubt = type === together
    if (!isDoubt || !found.has(key)) found.set(key, { a, b, reason: `the two ends of one ${type}`, isDoubt })
  }
  for (const [a, b] of listedApart(
    pairs,
    await selectListedRows(tx, domain_id, [...new Set(pairs.flat())], rowsMost),
  )) {
    found.set(`${a} ${b}`, { a, b, reason: 'in two rows of one list', isDoubt: false })
  }
  return [...found.values()]
}

/** How many of the rows that name a subject are looked at. */
const rowsMost = 200

function listedApart(pairs: [string, string][], rows: ListedRow[]): [string, string][] {
  if (rows.length === 0) return []
  const rowsOf = new Map<string, Map<string, Set<string>>>()
  for (const { id, page_id, list, block_hash } of rows) {
    const ofId = rowsOf.get(id) ?? new Map<string, Set<string>>()
    rowsOf.set(id, ofId)
    const key = `${page_id} ${list}`
    ofId.set(key, (ofId.get(key) ?? new Set()).add(block_hash))
  }
  return pairs.filter(([a, b]) => {
    const ofB = rowsOf.get(b)
    if (!ofB) return false
    // A row that names both says nothing against one.
    for (const [list, inA] of rowsOf.get(a) ?? []) if (ofB.get(list)?.isDisjointFrom(inA)) return true
    return false
  })
}

/** The score of a pair that is kept for the explanation alone, and of one that somebody has to look at. */
const scores = { apart: 0.05, doubt: 0.8 }

export function keptApart({ reason, isDoubt }: Apart, comparison: Comparison): Comparison {
  return {
    ...comparison,
    decision: isDoubt ? 'unsure' : 'different',
    score: Math.min(comparison.score, isDoubt ? scores.doubt : scores.apart),
    reasons: [reason, ...comparison.reasons],
    against: [reason, ...comparison.against],
    is_veto: !isDoubt,
    is_contrary: true,
    is_by_name: false,
  }
}
