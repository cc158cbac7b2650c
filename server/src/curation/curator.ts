import { countCurated } from '../domains/domains.ts'
import type { Moment } from '../graph/read/moment/graph-at.ts'
import { type DecisionChange, decide, decisionKey } from '../graph/store/decide/decide.ts'
import type { Cause } from '../graph/store/show/show-entities.ts'
import type { Transaction } from '../platform/db/database.ts'
import { actorOf, type ProjectCaller } from '../platform/http/caller.ts'
import type { LoadedDomain } from '../platform/http/handlers.ts'
import { newId } from '../platform/ids.ts'
import { insertAudit, type NewAuditEntry } from './queries.ts'

// One change by a person: decisions are applied, the graph follows, and the audit keeps what was decided before and after.
// All of it is one transaction that holds the domain.

export interface Curator {
  tx: Transaction
  moment: Moment
  actor: string
  reason: string | null
  request_id: string
  if_match: string | undefined
}

interface CurationCall {
  tx: Transaction
  domain: LoadedDomain
  caller: ProjectCaller
  request_id: string
  if_match: string | undefined
}

export function curatorOf(call: CurationCall, reason: string | null | undefined): Curator {
  const { tx, domain, caller, request_id, if_match } = call
  const moment = { domain_id: domain.id, as_of: undefined, graph_seq: domain.graph_seq }
  return { tx, moment, actor: actorOf(caller), reason: reason || null, request_id, if_match }
}

/** The entity or relationship that a call names was merged into another: the caller is sent there. */
export class MergedInto {
  readonly merged_into: string

  constructor(id: string) {
    this.merged_into = id
  }
}

export type AuditedChange = Pick<NewAuditEntry, 'action' | 'target' | 'entity_ids' | 'before' | 'after'> & {
  undoes?: string
  /** Changes of one batch are undone by one call. */
  batch_id?: string
}

/** Part of the answer to every change: the audit entry by which it is undone. */
export interface Audited {
  audit_id: string
}

export async function commit(
  { tx, moment: { domain_id }, actor, reason, request_id }: Curator,
  changes: DecisionChange[],
  entry: AuditedChange,
  merge?: Cause['merge'],
): Promise<Audited> {
  await decide(tx, domain_id, changes, { actor, reason, ...(merge && { merge }) })
  const id = newId()
  const audited = {
    id,
    actor,
    request_id,
    reason,
    ...entry,
    undoes: entry.undoes ?? null,
    batch_id: entry.batch_id ?? null,
  }
  const decisions = changes.map((change) => ({ key: decisionKey(change), before: change.before, after: change.after }))
  const seq = await countCurated(tx, domain_id, Buffer.byteLength(JSON.stringify([audited, decisions])))
  await insertAudit(tx, domain_id, { ...audited, seq }, decisions)
  return { audit_id: id }
}
