import { defaultOntology } from '@polegraph/contract/domains.ts'
import { createDomain } from '../domains/domains.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openWork } from '../waiting/waiting-work.ts'
import { nameOfPrompt } from './brief/name-of-prompt.ts'
import { insertAutopilot, lockFailed, selectAutopilot } from './state/queries.ts'
import { firstEntry, moveTo } from './state/stages.ts'

export const autopilotJob = 'autopilot'

export interface AutopilotRequest {
  prompt: string
  max_pages: number
  max_spend_usd: number
  max_cycles: number
}

/** Makes a domain that is named by the prompt until the brief names it. */
export async function createAutopilot(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  owner: { project_id: string; created_by: string },
  { prompt, max_pages, max_spend_usd, max_cycles }: AutopilotRequest,
) {
  const { id } = await createDomain(tx, owner.project_id, owner.created_by, {
    ...{ name: nameOfPrompt(prompt), description: prompt, ontology: [...defaultOntology] },
    ...{ max_depth: 2, max_pages, max_spend_usd, readers_may_spend: false, recrawl_every: null },
  })
  await insertAutopilot(tx, { domain_id: id, prompt, max_cycles, history: [firstEntry(tx.now)] })
  await openWork(tx, 'autopilot', id, tx.now)
  await jobs.enqueue(tx, autopilotJob, {})
  return { id, stage: 'brief' as const }
}

export async function getAutopilot(db: Queryable, domainId: string) {
  return { autopilot: (await selectAutopilot(db, domainId)) ?? null }
}

/** The caller holds the domain. */
export async function retryAutopilot(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { project_id, domain_id }: { project_id: string; domain_id: string },
) {
  const failed = await lockFailed(tx, domain_id)
  if (!failed) throw fail('autopilot_not_failed')
  const note = failed.history.at(-1)?.note ?? ''
  await jobs.enqueue(tx, autopilotJob, {})
  await moveTo(tx, { ...failed, project_id, stage: 'failed' }, { to: failed.failed_stage, note })
  return { ok: true as const }
}
