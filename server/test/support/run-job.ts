import { GraphIndexes } from '../../src/graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../../src/graph/memory/search/search.ts'
import { createModel } from '../../src/model/model.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import { ParseThreads } from '../../src/reader/read-page/parse-threads.ts'
import { jobTable } from '../../src/service/worker.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createAddressGuard } from '../../src/web/address/address-guard.ts'
import type { TestService } from './harness.ts'

/** Runs a job of the service now, and waits for it. */
export async function runJob(
  { service, clock }: Pick<TestService, 'service' | 'clock'>,
  name: string,
  options: { environment?: Record<string, string>; log?: Log } = {},
): Promise<void> {
  const { environment = {}, log = createLog({ level: 'silent' }) } = options
  const stopping = new AbortController().signal
  const { db, events } = service
  const threads = new ParseThreads({ log })
  const config = readConfig(environment)
  const model = createModel(config, { clock })
  const elsewhere = { run: () => Promise.reject(new Error('this job needs the sites of a service')) }
  const { jobs } = service
  const guard = createAddressGuard({ allow: [] })
  const find_names = findNamesBy(new GraphIndexes({ max_bytes: 1024 * 1024 }))
  const parts = { find_names, config, db, clock, log, events, threads, model, jobs, guard, stopping }
  const job = jobTable({ ...parts, discoverer: elsewhere, planner: elsewhere })[name]
  if (!job) throw new Error(`there is no job ${name}`)
  try {
    await job.run({})
  } finally {
    await Promise.all([threads.close(), model?.close()])
  }
}
