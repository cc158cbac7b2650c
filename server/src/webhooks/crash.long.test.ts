import { describe, expect, it, onTestFinished } from 'vitest'
import { closedNetwork, copyDatabase, TestClock } from '../../test/support/harness.ts'
import { runProgram, waitFor } from '../../test/support/spawn-service.ts'
import { answerWith, hang, type Receiver, startReceiver } from '../../test/support/web/receiver.ts'
import { createDomain } from '../domains/domains.ts'
import { EventLog } from '../events/event-log.ts'
import { createLog } from '../platform/log.ts'
import { createProject } from '../projects/projects.ts'
import { startService } from '../service/start.ts'
import { readConfig } from '../settings/config.ts'
import { openDatabase } from '../settings/open-database.ts'
import { openSecretBox } from '../settings/open-secret-box.ts'
import { createAddressGuard } from '../web/address/address-guard.ts'
import { queueDeliveries } from './deliveries.ts'
import { createWebhook } from './webhooks.ts'

// The whole program, killed between the commit of an event and its delivery.

const log = createLog({ level: 'silent' })
const allow = { CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' }

/** A database in which one event waits for the receiver. */
async function databaseWithDelivery(receiver: Receiver): Promise<Record<string, string>> {
  const copy = await copyDatabase()
  onTestFinished(copy.remove)
  const environment = { ...copy.environment, ...allow }
  const config = readConfig(environment)
  const clock = new TestClock()
  const db = await openDatabase({ config, clock, log })
  const { projectId, domainId } = await db.transaction(async (tx) => {
    const project = await createProject(tx, { name: 'crash' })
    const settings = {
      name: 'd',
      description: '',
      ontology: ['person'],
      max_depth: 1,
      max_pages: 1,
      max_spend_usd: null,
      readers_may_spend: false,
      recrawl_every: null,
    }
    const domain = await createDomain(tx, project.id, 'test', settings)
    return { projectId: project.id, domainId: domain.id }
  })
  const guard = createAddressGuard({ allow: config.CRAWL_ALLOW_PRIVATE })
  const scope = { project_id: projectId, domain_id: domainId }
  await createWebhook({ guard, box: openSecretBox({ config, log }) }, db, scope, {
    url: receiver.url,
    events: ['crawl.finished'],
  })
  const events = new EventLog([queueDeliveries])
  await db.transaction((tx) => events.append(tx, domainId, [{ type: 'crawl.finished', payload: { runId: 'r' } }]))
  await db.close()
  return environment
}

/** Starts the service again, in this process, with a clock that is ahead. */
async function startAgain(environment: Record<string, string>, aheadMs: number): Promise<void> {
  const clock = new TestClock()
  clock.advance(aheadMs)
  const config = readConfig({ ...environment, PORT: '0' })
  const service = await startService({ config, clock, log, network: closedNetwork })
  onTestFinished(() => service.stop())
  await service.ready
}

describe('a delivery under way', () => {
  it('when the process is killed is sent again after its lease', { timeout: 60_000 }, async () => {
    const receiver = await startReceiver(hang)
    const environment = await databaseWithDelivery(receiver)
    const program = runProgram(environment)
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
    program.child.kill('SIGKILL')
    expect(await program.ended).toBe('SIGKILL')
    receiver.answer = answerWith(200)
    await startAgain(environment, 20_000)
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  })

  it('when the process is told to stop is given back, and sent at once by the next', { timeout: 60_000 }, async () => {
    const receiver = await startReceiver(hang)
    const environment = await databaseWithDelivery(receiver)
    const program = runProgram(environment)
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
    await waitFor(program, /"msg":"(ready)"/)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.output()).not.toContain('"level":"error"')
    receiver.answer = answerWith(200)
    // At the current time the lease would not have ended yet.
    await startAgain(environment, 0)
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  })
})
