import { EventSource } from 'eventsource'
import { expect, inject, it } from 'vitest'
import { EventLog } from '../../src/events/event-log.ts'
import { createLog } from '../../src/platform/log.ts'
import { type Service, startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { callService, copyDatabase, TestClock } from '../support/harness.ts'

// A stock client that knows only the address and a key.

it('is followed by a stock client across two restarts without a gap', async () => {
  const copy = await copyDatabase()
  const { key } = inject('template')
  const log = new EventLog([])
  let port = 0
  let appended = 0
  const start = async () => {
    const config = readConfig({ PORT: String(port), RATE_LIMIT: '0', ...copy.environment })
    const service = await startService({ config, clock: new TestClock(), log: createLog({ level: 'silent' }) })
    await service.working
    port = Number(new URL(service.url as string).port)
    return service
  }
  const append = (service: Service, domainId: string) =>
    service.db.transaction((tx) =>
      log.append(tx, domainId, [{ type: 'run.update', payload: { run_id: 'r', n: ++appended } }]),
    )

  let service = await start()
  const url = service.url as string
  const { body: domain } = await callService(url, 'POST', '/v1/domains', { key, body: { name: 'ports' } })
  const seen: number[] = []
  let opened = 0
  const source = new EventSource(`${url}/v1/domains/${domain.id}/events`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
  })
  source.addEventListener('open', () => opened++)
  const payloads: number[] = []
  source.addEventListener('run.update', (message) => {
    seen.push(Number(message.lastEventId))
    payloads.push(JSON.parse(message.data).n)
  })
  const numbers = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
  try {
    await expect.poll(() => opened, { timeout: 10_000 }).toBe(1)
    for (let n = 0; n < 5; n++) await append(service, domain.id)
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(numbers(5))
    for (const restart of [1, 2]) {
      // Some events are not sent yet when the process stops, some come while nobody listens.
      await Promise.all([append(service, domain.id), append(service, domain.id)])
      await service.stop()
      service = await start()
      for (let n = 0; n < 3; n++) await append(service, domain.id)
      await expect.poll(() => opened, { timeout: 15_000 }).toBeGreaterThan(restart)
      await append(service, domain.id)
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual(numbers(appended))
    }
    expect(appended).toBe(17)
    expect(payloads.toSorted((a, b) => a - b)).toEqual(numbers(17))
  } finally {
    source.close()
    await service.stop()
    await copy.remove()
  }
})

it('is told to come back by a service that has no database yet', async () => {
  // Nothing listens there.
  const config = readConfig({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  const service = await startService({ config, clock: new TestClock(), log: createLog({ level: 'silent' }) })
  service.ready.catch(() => undefined)
  const path = `${service.url}/v1/domains/0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70/events`
  try {
    const stream = await fetch(path, { headers: { accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('content-type'), await stream.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'retry: 1000\n\n',
    ])
    const plain = await fetch(path)
    expect([plain.status, plain.headers.get('retry-after')]).toEqual([503, '1'])
  } finally {
    await service.stop()
  }
})
