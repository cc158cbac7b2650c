import type { reconciliationCandidate } from '@polegraph/contract/graph/reconcile.ts'
import type { z } from 'zod'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import { leastPairScore } from '../resolution/compare.ts'
import type { Compared } from './compare-query.ts'

export type ReconciledEntity = z.output<typeof reconciliationCandidate>

export interface ComparedEntity extends Compared {
  id: string
  doc: EntityDoc
  /** How alike the names are, 0 to 1. */
  name_score: number
  /** The caller gave its id. */
  isNamedById: boolean
}

const descriptionMax = 300

/** The best first. `match` is set on the only one that can be meant, or on none. */
export function rankCandidates(compared: ComparedEntity[], limit: number): ReconciledEntity[] {
  const meant = compared.filter((one) => isMeant(one))
  const doubted = compared.filter((one) => !isMeant(one) && mayBeMeant(one))
  const certain = compared.filter((one) => one.isNamedById || one.comparison.is_certain)
  // A namesake leaves a doubt, unless an id decides.
  const [match] = certain.length === 1 ? certain : meant.length === 1 && doubted.length === 0 ? meant : []
  return compared
    .map((one) => ({ one, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || (a.one.id < b.one.id ? -1 : 1))
    .slice(0, limit)
    .map(({ one, score }) => toCandidate(one, score, one === match))
}

const isMeant = ({ comparison }: ComparedEntity) => comparison.decision === 'same'
/** As likely as a pair that waits for a person in the graph. */
const mayBeMeant = ({ comparison }: ComparedEntity) => !comparison.is_veto && comparison.score >= leastPairScore

/** 0 to 100: the names, what the resolver thinks of the two, and how many of the given properties fit. */
function scoreOf({ name_score, comparison, agreements, isNamedById }: ComparedEntity): number {
  if (isNamedById || comparison.is_certain) return 100
  const fitting = agreements.filter(({ agrees }) => agrees).length
  const share = agreements.length === 0 ? undefined : fitting / agreements.length
  const sum =
    share === undefined
      ? 0.6 * name_score + 0.4 * comparison.score
      : 0.45 * name_score + 0.3 * comparison.score + 0.25 * share
  // What cannot be the same stays at the end of the list.
  return Math.round(1000 * sum * (comparison.is_veto ? 0.25 : 1)) / 10
}

function toCandidate({ id, doc, name_score, comparison, agreements }: ComparedEntity, score: number, match: boolean) {
  const candidate: ReconciledEntity = {
    id,
    name: doc.name,
    ...(doc.summary && { description: doc.summary.slice(0, descriptionMax).toWellFormed() }),
    type: [{ id: doc.kind, name: doc.kind }],
    score,
    features: [
      { id: 'name', value: Math.round(name_score * 100) },
      { id: 'same', value: Math.round(comparison.score * 1000) / 1000 },
      ...agreements.map(({ pid, agrees }) => ({ id: pid, value: agrees })),
    ],
    match,
  }
  return candidate
}
