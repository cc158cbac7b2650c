import { errors } from '@polegraph/contract/errors.ts'
import type { curationRoutes } from '@polegraph/contract/graph/curation.ts'
import type { z } from 'zod'
import { getEntity } from '../graph/read/entities/entities.ts'
import { invalidField } from '../graph/read/entities/invalid-field.ts'
import { type DecisionChange, decisionKey, decisionOf, reversed } from '../graph/store/decide/decide.ts'
import { requirePairs } from '../graph/store/decide/plan-judgement.ts'
import { planJudgements, planMerge, planRevert, planSame } from '../graph/store/decide/plan-merge.ts'
import { planSplit } from '../graph/store/decide/plan-split.ts'
import { isMachine } from '../graph/store/facts/machine.ts'
import { fail } from '../platform/http/errors.ts'
import { requireMatch } from '../platform/http/etags.ts'
import { newId } from '../platform/ids.ts'
import { componentsOf } from '../resolution/components.ts'
import { type Audited, type Curator, commit, MergedInto } from './curator.ts'
import { selectEditsSince } from './queries.ts'
import { type NamedTarget, requireEntities } from './targets.ts'

// Merges, reverts, splits and judgements: people say which entities are one.

export async function mergeEntities(
  curator: Curator,
  { target, sources }: { target: string; sources: string[] },
): Promise<{ merge_id: string } & Audited> {
  const { tx, moment, actor } = curator
  if (sources.includes(target)) throw invalidField('sources', 'must not contain the target')
  const fields = ['target', ...sources.map((_, at) => `sources.${at}`)]
  const [into, ...merged] = (await requireEntities(curator, [target, ...sources], fields)) as [
    NamedTarget,
    ...NamedTarget[],
  ]
  if (curator.if_match !== undefined) requireMatch(curator, await getEntity(tx, moment, target))
  const merge_id = newId()
  const plan = await planMerge(tx, moment.domain_id, target, sources, actor)
  const audited = await commit(
    curator,
    plan.changes,
    {
      ...{ action: 'entity.merge', target: { type: 'entity', id: target, name: into.name } },
      ...{ entity_ids: [target, ...sources], before: { target: into, sources: merged }, after: { merge_id } },
    },
    { id: merge_id, sources: plan.sources },
  )
  return { merge_id, ...audited }
}

export async function revertMerge(curator: Curator, mergeId: string): Promise<{ ok: true } & Audited> {
  const { tx, moment, actor } = curator
  const plan = await planRevert(tx, moment.domain_id, mergeId, actor)
  if (!plan) throw fail('merge_not_found')
  if (plan === 'reverted') throw fail('merge_reverted')
  if ('later' in plan) throw fail('later_merge', { text: `a later merge builds on it: ${plan.later}` })
  const { target, name, sources, merged_by } = plan
  // Values that people set on the merged entity were about both.
  const edits = isMachine(merged_by) ? [] : await selectEditsSince(tx, moment.domain_id, { target, sources }, mergeId)
  const judged = new Set([...plan.changes.map(decisionKey), ...plan.kept])
  const restored = edits.flatMap(({ key, before, after }) =>
    judged.has(key) ? [] : [reversed(decisionOf(key, before, after))],
  )
  const audited = await commit(curator, [...plan.changes, ...restored], {
    ...{ action: 'merge.revert', target: { type: 'merge', id: mergeId, name }, entity_ids: [target, ...sources] },
    ...{ before: { merge_id: mergeId }, after: { edits_taken_back: editedFields(restored) } },
  })
  return { ok: true, ...audited }
}

const editedFields = (changes: DecisionChange[]) =>
  changes.flatMap((change) => (change.type === 'pin' && change.field !== '' ? [change.field] : []))

type SplitBody = z.output<(typeof curationRoutes)['splitEntity']['body']>

export async function splitEntity(curator: Curator, id: string, { groups }: SplitBody) {
  const { tx, moment, actor } = curator
  const shown = await getEntity(tx, moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const all = groups.flatMap(({ evidence_ids }) => evidence_ids)
  if (new Set(all).size < all.length) throw invalidField('groups', 'must not name evidence twice')
  const plan = await planSplit(tx, moment.domain_id, id, groups, actor)
  if ('unknown' in plan) throw unknownEvidence(groups, plan.unknown)
  const parts = groups.map(({ name }, at) => ({ id: plan.entities[at] as string, name }))
  const audited = await commit(curator, plan.changes, {
    ...{ action: 'entity.split', target: { type: 'entity', id, name: shown.name } },
    entity_ids: [...new Set([id, ...plan.entities])],
    ...{ before: { id, name: shown.name }, after: { parts } },
  })
  return { entities: plan.entities, ...audited }
}

function unknownEvidence(groups: SplitBody['groups'], id: string) {
  const [path = ''] = groups.flatMap(({ evidence_ids }, at) => {
    const within = evidence_ids.indexOf(id)
    return within < 0 ? [] : [`groups.${at}.evidence_ids.${within}`]
  })
  return fail('evidence_not_found', { details: [{ path, message: errors.evidence_not_found.error }] })
}

export interface GivenJudgement {
  id: string
  judgement: 'same' | 'different' | 'unsure'
}

export async function judgeDuplicates(
  curator: Curator,
  given: GivenJudgement[],
  batch_id?: string,
): Promise<{ ok: true } & Audited> {
  const { tx, moment, actor } = curator
  const ids = given.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalidField('judgements', 'must not judge a pair twice')
  const pairs = await requirePairs(tx, moment.domain_id, ids)
  const pairsOf = new Map<GivenJudgement['judgement'], [string, string][]>()
  const called: string[][] = []
  for (const [at, { id, judgement }] of given.entries()) {
    const pair = pairs.get(id)
    if (!pair) {
      const details = [{ path: `judgements.${at}.id`, message: errors.duplicate_not_found.error }]
      throw fail('duplicate_not_found', given.length > 1 ? { details } : {})
    }
    pairsOf.set(judgement, [...(pairsOf.get(judgement) ?? []), [pair.a_id, pair.b_id]])
    // Of two that are one already the judgement is about these alone, not about all that the entity consists of.
    if (judgement === 'same' && new Set(pair.entity_ids).size > 1) called.push(pair.entity_ids)
  }
  const changes: DecisionChange[] = []
  for (const [judgement, judged] of pairsOf) {
    changes.push(...(await planJudgements(tx, moment.domain_id, judged, judgement, actor)))
  }
  // Entities that several judgements call the same are one.
  const links = called.map(([a_id = '', b_id = '']) => ({ a_id, b_id }))
  for (const entityIds of componentsOf(called.flat(), links)) {
    changes.push(...(await planSame(tx, moment.domain_id, entityIds, actor)))
  }
  const judged = given.map(({ id, judgement }) => ({ id, judgement, entities: pairs.get(id)?.entities }))
  const before = given.map(({ id }) => ({ id, judgement: pairs.get(id)?.judgement ?? null }))
  const audited = await commit(curator, onlyFirst(changes), {
    ...{ action: 'duplicate.judge', target: { type: 'duplicate', id: ids[0] as string, name: null } },
    entity_ids: [...new Set([...pairs.values()].flatMap(({ entity_ids }) => entity_ids))],
    ...{ before: { judgements: before }, after: { judgements: judged } },
    ...(batch_id && { batch_id }),
  })
  return { ok: true, ...audited }
}

/** Two judgements of one call may be about the same subjects: the first of each pair holds. */
function onlyFirst(changes: DecisionChange[]): DecisionChange[] {
  const byKey = new Map<string, DecisionChange>()
  for (const change of changes) if (!byKey.has(decisionKey(change))) byKey.set(decisionKey(change), change)
  return [...byKey.values()]
}
