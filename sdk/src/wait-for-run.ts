import type { CallOptions } from './call-options.ts'
import type { CallGroups, Run } from './contract-types.ts'
import { makeError, PolegraphError } from './polegraph-error.ts'
import { backOff, isPassing, longestPatienceMs, pause } from './retries.ts'

export interface WaitOptions extends Pick<CallOptions, 'signal' | 'retries' | 'key'> {
  /** Id of the run; by default the newest one. */
  run_id?: string
  /** Told of the run whenever it was looked at. */
  onUpdate?: (run: Run) => void
  /** Told when the run could not be looked at, and will be again. */
  onFailure?: (error: PolegraphError) => void
  /** How often to look, after the first seconds; 5 seconds by default. */
  interval_ms?: number
}

const firstIntervalMs = 250
const defaultIntervalMs = 5000

/**
 * The run as it is when it has ended or is paused; null when the domain has none. Once the service has answered, whatever fails
 * for the moment is looked at again until the signal ends it, as a stream of events is.
 */
export async function waitForRun(calls: CallGroups, domainId: string, options: WaitOptions): Promise<Run | null> {
  const { signal, onUpdate, onFailure, interval_ms = defaultIntervalMs } = options
  let runId = options.run_id
  let wasReached = false
  let failures = 0
  for (let wait = Math.min(firstIntervalMs, interval_ms); ; wait = Math.min(wait * 2, interval_ms)) {
    const looked = await calls.runs.list(domainId, options).catch((error: unknown) => {
      if (!wasReached || !(error instanceof PolegraphError) || !isPassing(error)) throw error
      return error
    })
    if (looked instanceof PolegraphError) {
      onFailure?.(looked)
      const askedMs = (looked.retry_after ?? 0) * 1000
      await pause(Math.max(askedMs, backOff(failures++, wait, longestPatienceMs)), signal)
      continue
    }
    wasReached = true
    failures = 0
    const run = runId === undefined ? looked.runs[0] : looked.runs.find(({ id }) => id === runId)
    if (!run && runId === undefined) return null
    if (!run) {
      const path = `/v1/domains/${domainId}/runs`
      throw makeError('run not found', { code: 'not_found', status: 404, method: 'GET', path })
    }
    runId = run.id
    onUpdate?.(run)
    // A paused run waits for a person, and so does not end by itself.
    if (run.status !== 'running' || run.paused_reason !== null) return run
    await pause(wait, signal)
  }
}
