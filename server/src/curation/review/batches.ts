import type { reviewRoutes } from '@polegraph/contract/graph/review.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { fail } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { undoAudit } from '../audit.ts'
import type { Curator } from '../curator.ts'
import { type DuplicateRow, selectDuplicates } from '../list-queries.ts'
import { withoutToldApart } from '../lists.ts'
import { judgeDuplicates } from '../merges.ts'
import { selectBatch } from './review-queries.ts'

// Judging many pairs by what they have in common. A call takes one bite of them in one transaction; all bites of a batch share
// its id in the audit, and are undone by it.

type Rule = z.output<(typeof reviewRoutes)['judgeByReason']['body']>
type Judged = z.output<(typeof reviewRoutes)['judgeByReason']['answer']>

export async function judgeByReason(curator: Curator, rule: Rule): Promise<Judged> {
  const { tx, moment, actor } = curator
  if (rule.batch_id !== undefined) {
    const entries = await selectBatch(tx, moment.domain_id, rule.batch_id)
    if (!entries.some((entry) => entry.actor === actor)) throw fail('batch_not_found')
  }
  const batch_id = rule.batch_id ?? newId()
  const { pairs, has_more } = await nextBite(curator, rule)
  if (pairs.length === 0) return { batch_id, audit_id: null, judged: 0, has_more: false }
  const given = pairs.map(({ id }) => ({ id, judgement: rule.judgement }))
  const { audit_id } = await judgeDuplicates(curator, given, batch_id)
  return { batch_id, audit_id, judged: pairs.length, has_more }
}

/**
 * The next pairs to judge. An entity is in one of them at most: what a judgement makes of it is known only when the bite is
 * done, and may tell it apart from others.
 */
async function nextBite({ tx, moment }: Curator, rule: Rule) {
  const pairs: DuplicateRow[] = []
  const taken = new Set<string>()
  let has_more = false
  let after: { score: number; id: string } | undefined
  for (;;) {
    const { rows, is_cut } = await selectDuplicates(tx, moment.domain_id, 'pending', rule, after, limits.list_max)
    for (const pair of await withoutToldApart(tx, moment.domain_id, rows)) {
      if (pairs.length === limits.bulk_targets) return { pairs, has_more: true }
      if (taken.has(pair.a.id) || taken.has(pair.b.id)) {
        has_more = true
        continue
      }
      taken.add(pair.a.id).add(pair.b.id)
      pairs.push(pair)
    }
    after = rows.at(-1)
    if (!after || (rows.length < limits.list_max && !is_cut)) return { pairs, has_more }
  }
}

export async function undoBatch(curator: Curator, batchId: string) {
  const entries = await selectBatch(curator.tx, curator.moment.domain_id, batchId)
  if (entries.length === 0) throw fail('batch_not_found')
  const [latest, ...others] = entries.filter(({ holds }) => holds)
  if (!latest) return { batch_id: batchId, audit_id: null, has_more: false }
  const { audit_id } = await undoAudit(curator, latest.id)
  return { batch_id: batchId, audit_id, has_more: others.length > 0 }
}
