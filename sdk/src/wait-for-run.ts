import type { CallOptions } from './call-options.ts'
import type { CallGroups, Run } from './contract-types.ts'
import { PolegraphError } from './polegraph-error.ts'
import { pause } from './retries.ts'

export interface WaitOptions extends Pick<CallOptions, 'signal' | 'retries' | 'key'> {
  /** Id of the run; by default the newest one. */
  run_id?: string
  /** Told of the run whenever it was looked at. */
  onUpdate?: (run: Run) => void
  /** How often to look, after the first seconds; 5 seconds by default. */
  interval_ms?: number
}

const firstIntervalMs = 250
const defaultIntervalMs = 5000

/** The run as it is when it has ended or is paused; null when the domain has none. */
export async function waitForRun(calls: CallGroups, domainId: string, options: WaitOptions): Promise<Run | null> {
  const { signal, onUpdate, interval_ms = defaultIntervalMs } = options
  let runId = options.run_id
  for (let wait = Math.min(firstIntervalMs, interval_ms); ; wait = Math.min(wait * 2, interval_ms)) {
    const { runs } = await calls.runs.list(domainId, options)
    const run = runId === undefined ? runs[0] : runs.find(({ id }) => id === runId)
    if (!run && runId === undefined) return null
    if (!run) {
      const path = `/v1/domains/${domainId}/runs`
      throw new PolegraphError('run not found', { code: 'not_found', method: 'GET', path })
    }
    runId = run.id
    onUpdate?.(run)
    // A paused run waits for a person, and so does not end by itself.
    if (run.status !== 'running' || run.paused_reason !== null) return run
    await pause(wait, signal)
  }
}
