import { beforeAll, expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { keepLog } from '../../../test/support/log-lines.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'
import { monthSpend } from '../../budget/budget.ts'
import { createModel } from '../../model/model.ts'
import type { LoadedDomain } from '../../platform/http/handlers.ts'
import { Asker, type AskParts } from './ask.ts'

// A question does not wait for a model that does not answer.

const { call, key, service, clock } = await startTestService()
const { db } = service
const server = await startModelServer({ answer: () => 'hang' })
const model = createModel(
  { MODEL: 'openai-compatible:x', MODEL_BASE_URL: server.url, MODEL_PRICE: { input: 1, output: 2 } },
  { clock },
)
const { log, lines } = keepLog()

let domain: LoadedDomain
beforeAll(async () => {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'slow', max_spend_usd: 100 } })
  domain = {
    ...{ id: body.id, project_id: '', archived: false, graph_seq: 0, history_since: null, history_seq: 0 },
    readers_may_spend: true,
  }
})

const passage = { url: 'https://example.org/', quote: 'Ada Berg founded the Harbour Society.', entity_ids: [] }
const plain = { answer: 'Ada Berg founded the Harbour Society [1].', citations: [passage] }

function makeAsker(parts: Partial<AskParts>) {
  const asker = new Asker({
    model,
    clock,
    log,
    stopping: new AbortController().signal,
    find_names: async () => [],
    find_passages: async () => [passage],
    ...parts,
  })
  const moment = () => ({ domain_id: domain.id, graph_seq: 0, as_of: undefined })
  return (q: string) => asker.ask(db, { ...domain, may_spend: true }, moment(), q)
}

// The first call also loads the model's client.
it('when the process stops', async () => {
  const stopping = new AbortController()
  const asked = makeAsker({ stopping: stopping.signal })('Who founded the Harbour Society?')
  await expect.poll(() => server.isAsked()).toBe(true)
  stopping.abort()
  expect(await asked).toEqual(plain)
})

it('longer than it may take', async () => {
  const ask = makeAsker({ within_ms: 500 })
  const before = await monthSpend(db, domain.id, clock.now())
  expect(await ask('Who founded the Harbour Society?')).toEqual(plain)
  expect(lines.at(-1)).toMatchObject({ msg: 'a question was answered without the model', domain_id: domain.id })
  // The call may have been billed, so it is in the budget; nothing stays reserved.
  expect((await monthSpend(db, domain.id, clock.now())).spent_usd).toBeGreaterThan(before.spent_usd)
  expect((await monthSpend(db, domain.id, clock.now())).reserved_usd).toBe(0)
})

it('when four others of the domain wait already', async () => {
  const ask = makeAsker({ within_ms: 2_000 })
  const before = server.calls.length
  const waiting = Array.from({ length: 4 }, (_, n) => ask(`Who founded society ${n} in the harbour?`))
  await expect.poll(() => server.calls.length - before).toBe(4)
  expect(await ask('Who founded the Harbour Society?')).toEqual(plain)
  expect(server.calls.length - before).toBe(4)
  await Promise.all(waiting)
  // Then further calls are possible again, for the same question too: what was answered meanwhile is not kept.
  server.answer = () => ({ text: '{"sentences":[{"text":"Ada Berg founded it.","citations":[1]}]}' })
  expect((await ask('Who founded the Harbour Society?')).answer).toBe('Ada Berg founded it [1].')
})

it('and a failure of ours is not kept as an answer', async () => {
  let fails = true
  const ask = makeAsker({
    model: undefined,
    find_passages: async () => {
      if (fails) throw new Error('broken')
      return [passage]
    },
  })
  await expect(ask('Who founded the Harbour Society?')).rejects.toThrow('broken')
  fails = false
  expect(await ask('Who founded the Harbour Society?')).toEqual(plain)
})
