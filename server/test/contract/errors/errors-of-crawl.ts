import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'

/** Provocations of errors that need something under way in the domain. */
export function provokeCrawl({ call, service }: TestService) {
  const { db } = service

  /** The domain of a place has a run. */
  async function cancelTwice() {
    const { domain, key } = await makePlace(db)
    const cancel = () => call('POST', `/v1/domains/${domain.id}/runs/cancel`, { key: key.secret })
    expect((await cancel()).status).toBe(200)
    return cancel()
  }

  async function discoverTwice() {
    const { domain, key } = await makePlace(db)
    // One whose process is at work for a long time.
    await db.query(
      `insert into discoveries (domain_id, id, status, started_at, lease_ends)
       values ($1, $2, 'running', now(), now() + interval '1 hour')`,
      [domain.id, newId()],
    )
    return call('POST', `/v1/domains/${domain.id}/discover-sources`, { key: key.secret })
  }

  async function planTwice() {
    const { domain, key } = await makePlace(db)
    // One of which a process takes a step for a long time.
    await db.query(
      `insert into plans (domain_id, id, status, started_at, due_at, lease_ends)
       values ($1, $2, 'running', now(), now(), now() + interval '1 hour')`,
      [domain.id, newId()],
    )
    return call('POST', `/v1/domains/${domain.id}/plan-frontier`, { key: key.secret })
  }

  /** The autopilot of a place has failed. */
  async function retryTwice() {
    const { domain, key } = await makePlace(db)
    const retry = () => call('POST', `/v1/domains/${domain.id}/autopilot/retry`, { key: key.secret })
    expect((await retry()).status).toBe(200)
    return retry()
  }

  type Provocation = [status: number, error: string, provoke: typeof cancelTwice]
  return {
    discovery_running: [409, 'a discovery is already running for this domain', discoverTwice],
    autopilot_not_failed: [409, 'autopilot is not in a failed state', retryTwice],
    plan_running: [409, 'a frontier plan is already running for this domain', planTwice],
    no_active_run: [400, 'no active run', cancelTwice],
  } satisfies Record<string, Provocation>
}
