import type { Transaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { plain } from '../facts/fact-values.ts'
import { mentionKey, shortKey } from '../facts/mentions.ts'
import { insertMadeEntity, type JudgedPair, selectJudged, selectJudgedSame } from '../state/decision-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import { type EvidenceClaim, selectClaimsOf } from '../update/split-queries.ts'
import type { DecisionChange } from './decide.ts'
import { planEdit } from './plan-edit.ts'
import { inOrder, isCalledSame, planJudgements, starOf, uniquePairs } from './plan-merge.ts'
import type { Part } from './split-claims.ts'

// Finds the decisions that split an entity. A subject whose claims all go to one part goes there itself; of a subject whose claims
// are divided, each part gets a new subject. What no part asks for stays; if nothing would stay, the first part does.

export interface SplitGroup {
  name: string
  evidence_ids: string[]
}

export interface SplitPlan {
  changes: DecisionChange[]
  /** The entities that the groups become, in their order. */
  entities: string[]
}

/** `unknown` is an id that is no evidence of the entity. */
export async function planSplit(
  tx: Transaction,
  domainId: string,
  entityId: string,
  groups: SplitGroup[],
  by: string,
): Promise<SplitPlan | { unknown: string }> {
  const state = new GraphState(tx, domainId)
  await state.loadClusters([entityId])
  const members = [...state.entities.keys()]
  await state.loadFacts(members)
  const claims = await selectClaimsOf(tx, domainId, members)
  const live = new Map(claims.filter(({ is_live }) => is_live).map((claim) => [claim.id, claim]))
  const groupOf = new Map<string, number>()
  for (const [at, { evidence_ids }] of groups.entries()) {
    for (const id of evidence_ids) {
      if (!live.has(id)) return { unknown: id }
      groupOf.set(id, at)
    }
  }
  const isAllTaken = live.size === groupOf.size && members.every((id) => !state.isVouched(id))
  const stays = isAllTaken ? 0 : -1
  const sets = new Map<number, string[]>([[-1, []], ...groups.map((_, at): [number, string[]] => [at, []])])
  const changes: DecisionChange[] = []
  const ofSubject = Map.groupBy(live.values(), ({ entity_id }) => entity_id)
  for (const subject of members) {
    const own = ofSubject.get(subject) ?? []
    const shares = Map.groupBy(own, ({ id }) => groupOf.get(id) ?? -1)
    const [only, ...others] = shares.keys()
    if (others.length === 0) {
      // A subject without claims stays with what a person has set.
      sets.get(only ?? stays)?.push(subject)
      continue
    }
    const keeps = shares.has(stays) ? stays : Math.min(...shares.keys())
    sets.get(keeps)?.push(subject)
    for (const [at, share] of shares) {
      if (at === keeps) continue
      const part = await makePart(state, subject)
      sets.get(at)?.push(part)
      changes.push({ type: 'split', id: part, before: null, after: partOf(subject, share, own) })
    }
  }
  changes.push(...(await planParts(tx, domainId, sets, by)))
  const entities: string[] = []
  for (const [at, { name }] of groups.entries()) {
    const ids = sets.get(at) as string[]
    const head = ids.includes(entityId) ? entityId : ids.reduce((least, id) => (id < least ? id : least))
    entities.push(head)
    const chosen = state.entities.get(head)?.chosen_at ?? null
    changes.push({ type: 'head', id: head, before: chosen, after: tx.now.toISOString() })
    const shown = { kind: state.kindOf(entityId), name }
    changes.push(...(await planEdit(tx, domainId, 'entity', head, new Map([['name', [plain('name', name)]]]), shown)))
  }
  return { changes, entities }
}

/**
 * Judges each part to be one, and the parts to be different. What people have called the same before must not hold two
 * parts together, be it directly or through a subject that has no claims now.
 */
async function planParts(
  tx: Transaction,
  domainId: string,
  sets: Map<number, string[]>,
  by: string,
): Promise<DecisionChange[]> {
  const filled = [...sets.values()].filter((ids) => ids.length > 0)
  const together = filled.flatMap(starOf)
  // One pair of each two parts tells them apart, since each part is judged to be one.
  const apart = filled.flatMap(([a = ''], n) => filled.slice(n + 1).map(([b = '']) => inOrder(a, b)))
  const known = await selectJudged(tx, domainId, await selectJudgedSame(tx, domainId, filled.flat()))
  const same = known.filter(isCalledSame)
  const partOf = placeAll(filled, same)
  const across = same.filter(({ a_id, b_id }) => partOf.get(a_id) !== partOf.get(b_id))
  const different = [...apart, ...across.map(({ a_id, b_id }) => inOrder(a_id, b_id))]
  return [
    ...(await planJudgements(tx, domainId, together, 'same', by)),
    ...(await planJudgements(tx, domainId, uniquePairs(different), 'different', by)),
  ]
}

/** By subject its part. A subject of none goes to the first part that it was called the same as. */
function placeAll(parts: string[][], same: JudgedPair[]): Map<string, number> {
  const partOf = new Map(parts.flatMap((ids, at) => ids.map((id) => [id, at])))
  const linked = Map.groupBy(
    same.flatMap(({ a_id: a, b_id: b }) => [
      { id: a, other: b },
      { id: b, other: a },
    ]),
    ({ id }) => id,
  )
  for (const [at, ids] of parts.entries()) {
    const reached = [...ids]
    for (const id of reached) {
      for (const { other } of linked.get(id) ?? []) {
        if (partOf.has(other)) continue
        partOf.set(other, at)
        reached.push(other)
      }
    }
  }
  return partOf
}

async function makePart(state: GraphState, subject: string): Promise<string> {
  const { tx, domain_id } = state
  const { key } = state.entity(subject)
  const [kind = '', name = ''] = key.split('|')
  const id = newId()
  await insertMadeEntity(tx, domain_id, { id, key: shortKey(`${kind}|${name}|part:${id}`), kind, split_from: subject })
  return id
}

/** Mentions of a page go to the part when all claims of the page do. */
function partOf(from: string, share: EvidenceClaim[], own: EvidenceClaim[]): Part {
  const taken = new Set(share.map(({ id }) => id))
  const torn = new Set(own.filter(({ id }) => !taken.has(id)).map(({ page_id }) => page_id))
  const mentions = new Map<string, { page_id: string; name_key: string }>()
  for (const { page_id, kind, name } of share) {
    if (torn.has(page_id)) continue
    const mention = { page_id, name_key: mentionKey({ kind, name }) }
    mentions.set(`${page_id} ${mention.name_key}`, mention)
  }
  return { from, claims: [...taken], mentions: [...mentions.values()] }
}
