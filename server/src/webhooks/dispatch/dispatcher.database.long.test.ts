import type { ServerResponse } from 'node:http'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { answerWith, hang, startReceiver } from '../../../test/support/web/receiver.ts'
import { finished, startWebhookService } from '../../../test/support/webhook-service.ts'
import { createLog } from '../../platform/log.ts'
import { startService } from '../../service/start.ts'
import { readConfig } from '../../settings/config.ts'
import { connectTcp } from '../../web/fetch/guarded-agent.ts'
import {
  type Settlement,
  selectWaiting,
  updateDeliveriesClaimed,
  updateDeliveriesReleased,
  updateDeliveriesSettled,
} from '../delivery-queries.ts'

const test = await startWebhookService()
const { call, key, clock, service, makeDomain, makeWebhook, append, attempts, expectAttempts } = test
const { db, events } = service

const many = (count: number) => Array.from({ length: count }, (_, n) => finished(n))

/** Creates `count` webhooks, each with a path of its own. */
async function makeDead(domainId: string, url: string, count: number): Promise<void> {
  await db.query(
    `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
     select $1, id, $2 || '/' || id, '{crawl.finished}', 'whsec_', true, now()
     from (select gen_random_uuid() as id from generate_series(1, $3)) as made`,
    [domainId, url, count],
  )
}

/** Takes due deliveries, like a process that is killed a moment later. */
async function appendAndClaim(domainId: string, webhookId: string) {
  return db.transaction(async (tx) => {
    await events.append(tx, domainId, [finished(1)])
    const leaseEnds = new Date(tx.now.getTime() + 20_000)
    const portion = { domain_id: domainId, webhook_id: webhookId, count: 10 }
    return updateDeliveriesClaimed(tx, domainId, [portion], { now: tx.now, lease_ends: leaseEnds })
  })
}

describe('one dead receiver', () => {
  it('does not delay the others, however much waits for it', async () => {
    const dead = await startReceiver(hang)
    const healthy = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, dead.url)
    await append(domainId, ...many(300))
    await expect.poll(() => dead.open()).toBeGreaterThan(0)
    const hooks = await Promise.all(healthy.map(async ({ url }) => makeWebhook(domainId, url)))
    await append(domainId, ...many(30))
    for (const receiver of healthy) await expect.poll(() => receiver.received.length).toBe(30)
    // No request to the dead receiver has ended meanwhile.
    expect(dead.open()).toBe(dead.received.length)
    expect(dead.received.length).toBeLessThanOrEqual(16)
    expect((await attempts(path)).every(({ status }) => status === 'pending')).toBe(true)
    for (const hook of hooks) await expect.poll(async () => (await attempts(hook.path))[0]?.status).toBe('delivered')
    await call('DELETE', path, { key })
    clock.advance(10_000)
    await expect.poll(() => dead.open()).toBe(0)
  })

  it('nor do a hundred', async () => {
    const dead = await startReceiver(hang)
    const healthy = await startReceiver()
    const domainId = await makeDomain()
    await makeDead(domainId, dead.url, 99)
    await append(domainId, ...many(10))
    await expect.poll(() => dead.open()).toBe(99)
    await makeWebhook(domainId, healthy.url)
    await append(domainId, finished(11))
    await expect.poll(() => healthy.received.length).toBe(1)
    expect(dead.open()).toBe(dead.received.length)
    await call('DELETE', `/v1/domains/${domainId}?confirm=watched`, { key })
    clock.advance(10_000)
    await expect.poll(() => dead.open()).toBe(0)
  })

  it('nor do two hundred of two domains, where the healthy one is on the same host', async () => {
    const openThen: number[] = []
    const receiver = await startReceiver((response, { path }) => {
      if (path !== '/hook/healthy') return
      openThen.push(receiver.received.length - 1)
      response.end()
    })
    const domains = [await makeDomain(), await makeDomain()]
    for (const domainId of domains) {
      await makeDead(domainId, receiver.url, 100)
      await append(domainId, ...many(3))
    }
    await expect.poll(() => receiver.open()).toBeGreaterThan(150)
    const domainId = await makeDomain()
    await makeWebhook(domainId, `${receiver.url}/healthy`)
    await append(domainId, finished(1))
    await expect.poll(() => openThen).toHaveLength(1)
    // The dead receivers had all the slots that they may have, and none of their requests had ended.
    expect(openThen[0]).toBe(receiver.open())
    for (const gone of [...domains, domainId]) await call('DELETE', `/v1/domains/${gone}?confirm=watched`, { key })
    clock.advance(10_000)
    await expect.poll(() => receiver.open()).toBe(0)
  })

  it('nor is one of them forgotten behind the others', async () => {
    const receiver = await startReceiver(hang)
    const domains = [await makeDomain(), await makeDomain(), await makeDomain()]
    for (const domainId of domains) await makeDead(domainId, receiver.url, 100)
    await db.transaction(async (tx) => {
      for (const domainId of domains) await events.append(tx, domainId, many(20))
    })
    const reached = () => new Set(receiver.received.map(({ path }) => path)).size
    for (const atLeast of [180, 300]) {
      await expect.poll(reached).toBeGreaterThanOrEqual(atLeast)
      clock.advance(10_000)
    }
    for (const gone of domains) await call('DELETE', `/v1/domains/${gone}?confirm=watched`, { key })
    clock.advance(10_000)
    await expect.poll(() => receiver.open()).toBe(0)
  })

  it('gets what has waited for it when it is back', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    await makeWebhook(domainId, receiver.url)
    await append(domainId, ...many(100))
    await expect.poll(() => receiver.received.length).toBe(100)
    receiver.answer = answerWith(200)
    clock.advance(5_000)
    await expect.poll(() => receiver.received.length).toBe(200)
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(100)
  })
})

describe('a receiver that answers', () => {
  it('gets more at a time, up to 16', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    await makeWebhook(domainId, receiver.url)
    const held: ServerResponse[] = []
    receiver.answer = (response) => {
      if (receiver.received.length <= 100) response.end()
      else held.push(response)
    }
    await append(domainId, ...many(200))
    await expect.poll(() => held.length).toBe(16)
    // A delivery elsewhere gives the dispatcher time to begin one more, which it must not.
    const other = await startReceiver()
    const elsewhere = await makeDomain()
    await makeWebhook(elsewhere, other.url)
    await append(elsewhere, finished(1))
    await expect.poll(() => other.received.length).toBe(1)
    expect(held).toHaveLength(16)
    receiver.answer = answerWith(200)
    for (const response of held) response.end()
    await expect.poll(() => receiver.received.length).toBe(200)
  })
})

describe('what a killed process had taken', () => {
  it('is sent when its lease ends', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { id, path } = await makeWebhook(domainId, receiver.url)
    const [claimed] = await appendAndClaim(domainId, id)
    // Another event is delivered meanwhile.
    await append(domainId, finished(2))
    await expect.poll(() => receiver.received.map(({ json }) => json.data.runId)).toEqual(['run-2'])
    const waiting = async () => (await attempts(path)).filter(({ status }) => status === 'pending').map(({ id }) => id)
    await expect.poll(waiting).toEqual([claimed?.id])
    clock.advance(20_000)
    await expect.poll(() => receiver.received.map(({ json }) => json.data.runId)).toEqual(['run-2', 'run-1'])
    expect(receiver.received[1]?.body).toBe(claimed?.body)
  })

  it('is settled by one only', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { id, path } = await makeWebhook(domainId, receiver.url)
    const [delivery] = await appendAndClaim(domainId, id)
    if (!delivery) throw new Error('nothing was claimed')
    clock.advance(20_000)
    const seen = await expectAttempts(path, [{ attempt: 2 }, { attempt: 1, error: 'HTTP 500' }])
    // The first process was only slow: it comes back and settles the delivery, or releases it.
    const late: Settlement = {
      delivery,
      outcome: { status: 'delivered', response_status: 200, error: null, duration_ms: 1, attempted_at: clock.now() },
      next_due_at: null,
    }
    await updateDeliveriesSettled(db, domainId, [late])
    await updateDeliveriesReleased(db, domainId, [delivery], new Date(0))
    expect(await attempts(path)).toEqual(seen)
    const [row] = await db.query('select 1 from webhook_deliveries where domain_id = $1 and due_at = $2', [
      domainId,
      new Date(0),
    ])
    expect(row).toBeUndefined()
  })

  it('is taken by nobody before that', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { id } = await makeWebhook(domainId, receiver.url)
    expect(await appendAndClaim(domainId, id)).toHaveLength(1)
    const times = { now: clock.now(), lease_ends: clock.now() }
    expect(
      await updateDeliveriesClaimed(db, domainId, [{ domain_id: domainId, webhook_id: id, count: 10 }], times),
    ).toEqual([])
  })
})

it('what waits for a webhook that is switched off is neither found nor claimed', async () => {
  const receiver = await startReceiver(answerWith(500))
  const domainId = await makeDomain()
  const { id, path } = await makeWebhook(domainId, receiver.url)
  await append(domainId, finished(1))
  await expectAttempts(path, [{ attempt: 2 }, { attempt: 1 }])
  const isFound = async () => (await selectWaiting(db, [domainId])).some(({ webhook_id }) => webhook_id === id)
  expect(await isFound()).toBe(true)
  await call('PATCH', path, { key, body: { enabled: false } })
  expect(await isFound()).toBe(false)
  const later = new Date(clock.now().getTime() + 60_000)
  const portion = { domain_id: domainId, webhook_id: id, count: 10 }
  expect(await updateDeliveriesClaimed(db, domainId, [portion], { now: later, lease_ends: later })).toEqual([])
})

it('what was claimed while its webhook changed goes by what the webhook is now', async () => {
  const [before, after] = [await startReceiver(), await startReceiver()]
  const domainId = await makeDomain()
  const { id, path } = await makeWebhook(domainId, before.url)
  const { query } = db
  let claims = 0
  db.query = async (text, values) => {
    const rows = await query.call(db, text, values)
    const isClaim = text.includes('as p (webhook_id, count)') && JSON.stringify(values).includes(id)
    // The claimed rows are on their way, with the old settings of the webhook.
    if (isClaim && claims++ === 0) await call('PATCH', path, { key, body: { url: after.url } })
    return rows as never
  }
  onTestFinished(() => {
    db.query = query
  })
  await append(domainId, finished(1))
  await expectAttempts(path, [{ attempt: 1, status: 'delivered' }])
  expect(claims).toBeGreaterThan(1)
  expect([before.received.length, after.received.length]).toEqual([0, 1])
})

it('a failure of the database loses nothing', async () => {
  const receiver = await startReceiver()
  const domainId = await makeDomain()
  const { path } = await makeWebhook(domainId, receiver.url)
  const { query } = db
  const faults = new Set(['from webhook_lanes l\n', 'as p (webhook_id, count)', 'insert into webhook_attempts'])
  db.query = async (text, values) => {
    const fault = [...faults].find((part) => text.includes(part))
    if (!fault) return query.call(db, text, values) as never
    faults.delete(fault)
    throw new Error('the database is away')
  }
  await append(domainId, finished(1))
  await expectAttempts(path, [{ attempt: 1, status: 'delivered' }])
  db.query = query
  expect(faults.size).toBe(0)
})

describe('two dispatchers on one database', () => {
  it('send each delivery once', async () => {
    const [row] = await db.query<{ name: string }>('select current_database() as name')
    const url = new URL(inject('template').serverUrl)
    url.pathname = `/${row?.name}`
    let dialledThere = 0
    const config = readConfig({ DATABASE_URL: url.href, ROLE: 'worker', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' })
    const there = await startService({
      config,
      clock: { now: () => clock.now() },
      log: createLog({ level: 'silent' }),
      network: {
        connect: (target) => {
          dialledThere++
          return connectTcp(target)
        },
      },
    })
    onTestFinished(() => there.stop())
    await there.working
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), 1))
    const domainId = await makeDomain()
    for (let n = 0; n < 4; n++) await makeWebhook(domainId, `${receiver.url}/${n}`)
    const before = test.dialled.length
    for (let n = 0; n < 20; n++) await append(domainId, ...many(20))
    const settled = async () => {
      const [sum] = await db.query<{ count: number }>(
        `select count(*) as count from webhook_deliveries where domain_id = $1 and status = 'delivered'`,
        [domainId],
      )
      return sum?.count
    }
    await expect.poll(settled).toBe(1600)
    expect(receiver.received).toHaveLength(1600)
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1600)
    expect(dialledThere).toBeGreaterThan(0)
    expect(test.dialled.length).toBeGreaterThan(before)
  })
})
