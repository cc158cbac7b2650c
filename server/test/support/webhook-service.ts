import type { EventType } from '@polegraph/contract/events/events.ts'
import { expect } from 'vitest'
import type { EventEntry } from '../../src/events/logged-event.ts'
import type { Log } from '../../src/platform/log.ts'
import { connectTcp } from '../../src/web/fetch/guarded-agent.ts'
import { startTestService, type TestService } from './harness.ts'

// A service whose webhooks reach servers on this machine, with a network that the test controls: it resolves names, and
// records every address that is dialled.

export interface AttemptSeen {
  id: string
  event_type: string
  attempt: number
  status: string
  response_status: number | null
  error: string | null
  duration_ms: number | null
  attempted_at: string | null
}

type Addresses = string[] | (() => Promise<string[]>)

export interface WebhookService extends TestService {
  /** Addresses by name, or a function that finds them; other names do not exist. */
  names: Map<string, Addresses>
  dialled: string[]
  makeDomain(): Promise<string>
  makeWebhook(
    domainId: string,
    url: string,
    events?: EventType[],
  ): Promise<{ id: string; secret: string; path: string }>
  append(domainId: string, ...entries: EventEntry[]): Promise<void>
  attempts(path: string): Promise<AttemptSeen[]>
  /** Waits until the attempts, newest first, are as given. */
  expectAttempts(path: string, expected: Partial<AttemptSeen>[]): Promise<AttemptSeen[]>
}

export async function startWebhookService(
  options: { environment?: Record<string, string>; log?: Log } = {},
): Promise<WebhookService> {
  const names = new Map<string, Addresses>()
  const dialled: string[] = []
  const test = await startTestService({
    environment: { CRAWL_ALLOW_PRIVATE: '127.0.0.0/8', ...options.environment },
    ...(options.log && { log: options.log }),
    network: {
      resolve: async (name) => {
        const addresses = names.get(name)
        if (!addresses) throw Object.assign(new Error(`no address for ${name}`), { code: 'ENOTFOUND' })
        return typeof addresses === 'function' ? addresses() : addresses
      },
      connect: (target) => {
        dialled.push(target.address)
        if (!target.address.startsWith('127.')) throw new Error(`a test dialled ${target.address}`)
        return connectTcp(target)
      },
    },
  })
  const { call, key, service } = test
  const attempts = async (path: string) => {
    const { body } = await call('GET', `${path}/deliveries`, { key })
    return body.deliveries as AttemptSeen[]
  }
  return {
    ...test,
    names,
    dialled,
    attempts,
    makeDomain: async () => (await call('POST', '/v1/domains', { key, body: { name: 'watched' } })).body.id,
    makeWebhook: async (domainId, url, events = ['crawl.finished']) => {
      const { status, body } = await call('POST', `/v1/domains/${domainId}/webhooks`, { key, body: { url, events } })
      expect(status, JSON.stringify(body)).toBe(201)
      return { id: body.id, secret: body.secret, path: `/v1/domains/${domainId}/webhooks/${body.id}` }
    },
    append: (domainId, ...entries) => service.db.transaction((tx) => service.events.append(tx, domainId, entries)),
    expectAttempts: async (path, expected) => {
      const pattern = expected.map((attempt) => expect.objectContaining(attempt))
      await expect.poll(() => attempts(path)).toEqual(pattern)
      return attempts(path)
    },
  }
}

export const finished = (n: number): EventEntry => ({
  type: 'crawl.finished',
  payload: { runId: `run-${n}`, pages: n },
})
