import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@polegraph/contract/limits.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'
import { forwardFeedbackJob } from './forward.ts'

// A receiver of feedback, as an operator would run one.

interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  body: any
}

const received: Received[] = []
let answer: (response: ServerResponse, received: Received) => void = (response) => response.end('thank you')

const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, url, headers } = request
  const one = { method, path: url, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  received.push(one)
  answer(response, one)
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const forwarding = await startTestService({ environment: { FEEDBACK_WEBHOOK_URL: `${address}/inbox?token=t` } })
const plain = await startTestService()

const sendTo = ({ call, key }: TestService, body: object, withKey = key) =>
  call('POST', '/v1/feedback', { key: withKey, body })
const idea = (message: string) => ({ kind: 'idea', message })
const receivedOf = (id: string) => received.filter(({ body }) => body.id === id)
const jobsOf = (test: TestService) =>
  test.service.db.query<{ state: string; data: { id: string } }>(
    `select state, data from pgboss.job where name = 'forward-feedback' order by created_on`,
  )

describe('feedback', () => {
  const { call, key, makeProject, makeMember } = plain

  it('is kept as it was sent, with who sent it', async () => {
    const other = await makeProject('talkative')
    const domain = (await call('POST', '/v1/domains', { key: other.key, body: { name: 'ports' } })).body.id
    const context = { page: '/map', nested: { zoom: [1, 2.5, null, 'ü'] }, empty: {} }
    const full = { kind: 'problem', message: 'The map is\nempty. 🗺', domain_id: domain, context }
    const first = await sendTo(plain, full, other.key)
    expect([first.status, first.body]).toEqual([201, { id: expect.any(String) }])
    const second = await sendTo(plain, idea('Show ports.'), other.key)
    const { body } = await call('GET', '/v1/feedback', { key: other.key })
    const [theirKey] = (await call('GET', '/v1/project/keys', { key: other.key })).body.keys
    const common = { created_at: expect.any(String), created_by: `key:${theirKey.id}` }
    expect(body).toEqual({
      feedback: [
        { id: second.body.id, ...idea('Show ports.'), domain_id: null, context: null, ...common },
        { id: first.body.id, ...full, ...common },
      ],
      next_cursor: null,
    })
  })

  it('may come from a read key and from a viewer, who are named', async () => {
    const other = await makeProject('readers')
    const reader = (await call('POST', '/v1/project/keys', { key: other.key, body: { scope: 'read' } })).body
    const viewer = await makeMember(other.key, 'viewer')
    expect((await sendTo(plain, idea('one'), reader.key)).status).toBe(201)
    expect((await call('POST', '/v1/feedback', { cookie: viewer.cookie, body: idea('two') })).status).toBe(201)
    const { body } = await call('GET', '/v1/feedback', { key: reader.key })
    const listed = body.feedback.map((one: { message: string; created_by: string }) => [one.message, one.created_by])
    expect(listed).toEqual([
      ['two', `user:${viewer.id}`],
      ['one', `key:${reader.id}`],
    ])
  })

  it("is the project's own, and page by page stays right while some is added", async () => {
    const [mine, theirs] = [await makeProject('mine'), await makeProject('theirs')]
    await sendTo(plain, idea('theirs'), theirs.key)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await sendTo(plain, idea(`${n}`), mine.key)).body.id)
    const first = (await call('GET', '/v1/feedback?limit=3', { key: mine.key })).body
    await sendTo(plain, idea('late'), mine.key)
    const second = (await call('GET', `/v1/feedback?limit=3&cursor=${first.next_cursor}`, { key: mine.key })).body
    expect([...first.feedback, ...second.feedback].map(({ id }: { id: string }) => id)).toEqual(made)
    expect(second.next_cursor).toBeNull()
  })

  it('may be about a domain of the project, and of no other', async () => {
    const other = await makeProject('elsewhere')
    const foreign = (await call('POST', '/v1/domains', { key: other.key, body: { name: 'theirs' } })).body.id
    for (const domain_id of [foreign, newId()]) {
      const refused = await sendTo(plain, { ...idea('x'), domain_id })
      expect([refused.status, refused.body.error]).toEqual([404, 'domain not found'])
    }
    const own = (await call('POST', '/v1/domains', { key, body: { name: 'mine' } })).body.id
    const { id } = (await sendTo(plain, { ...idea('x'), domain_id: own })).body
    await call('DELETE', `/v1/domains/${own}?confirm=mine`, { key })
    const [newest] = (await call('GET', '/v1/feedback?limit=1', { key })).body.feedback
    expect(newest).toMatchObject({ id, domain_id: own })
  })

  it('is refused when it says nothing, too much or the wrong thing', async () => {
    const { feedback_max, feedback_context_bytes: bytes } = limits
    const room = bytes - JSON.stringify({ a: '' }).length
    const contextRule = `context must be an object of at most ${bytes} bytes of JSON`
    const cases: [object, string][] = [
      [{ message: 'x' }, 'kind is required'],
      [{ kind: 'praise', message: 'x' }, 'kind must be one of problem, idea'],
      [{ kind: 'idea' }, 'message is required'],
      [idea(''), `message must be a string of 1 to ${feedback_max} characters`],
      [idea('x'.repeat(feedback_max + 1)), `message must be a string of 1 to ${feedback_max} characters`],
      [{ ...idea('x'), domain_id: 7 }, 'domain_id must be a UUID'],
      [{ ...idea('x'), context: 'x' }, contextRule],
      [{ ...idea('x'), context: ['x'] }, contextRule],
      [{ ...idea('x'), context: { a: 'x'.repeat(room + 1) } }, contextRule],
      [{ ...idea('x'), context: { a: 'ü'.repeat(room / 2 + 1) } }, contextRule],
      [{ ...idea('x'), id: newId() }, 'id is not a known field'],
    ]
    for (const [body, error] of cases) {
      const refused = await sendTo(plain, body)
      expect([refused.status, refused.body.error]).toEqual([400, error])
    }
    const most = { ...idea('x'.repeat(feedback_max)), context: { a: 'x'.repeat(room) } }
    expect((await sendTo(plain, most)).status).toBe(201)
  })

  it('is not sent on when nobody is named for it', async () => {
    expect((await sendTo(plain, idea('quiet'))).status).toBe(201)
    expect(await jobsOf(plain)).toEqual([])
  })
})

describe('feedback with FEEDBACK_WEBHOOK_URL', () => {
  const { call, key, service } = forwarding
  const { db } = service

  it('is sent on once, with what the receiver needs and nothing of the caller', async () => {
    const project = (await call('GET', '/v1/project', { key })).body.id
    const domain = (await call('POST', '/v1/domains', { key, body: { name: 'ports' } })).body.id
    const full = { kind: 'problem', message: 'Größe?', domain_id: domain, context: { a: [1] } }
    const { id } = (await sendTo(forwarding, full)).body
    await expect.poll(() => receivedOf(id).length).toBe(1)
    const [first] = receivedOf(id)
    expect(first).toMatchObject({ method: 'POST', path: '/inbox?token=t' })
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(first?.body).toEqual({ id, ...full, project_id: project, created_at: expect.any(String) })
    await expect.poll(async () => (await jobsOf(forwarding)).map(({ state }) => state)).toEqual(['completed'])
    expect(receivedOf(id)).toHaveLength(1)
  })

  it('is not sent on when it is refused, nor twice for one Idempotency-Key', async () => {
    const before = (await jobsOf(forwarding)).length
    expect((await sendTo(forwarding, { ...idea('x'), domain_id: newId() })).status).toBe(404)
    const options = { key, body: idea('once'), headers: { 'idempotency-key': 'one' } }
    const [first, second] = [await call('POST', '/v1/feedback', options), await call('POST', '/v1/feedback', options)]
    expect(second.body).toEqual(first.body)
    expect((await jobsOf(forwarding)).slice(before).map(({ data }) => data.id)).toEqual([first.body.id])
    await expect.poll(() => receivedOf(first.body.id).length).toBe(1)
  })

  it('is kept while the receiver fails, and comes again', async () => {
    answer = (response, { body }) => response.writeHead(receivedOf(body.id).length === 1 ? 500 : 200).end()
    const { id } = (await sendTo(forwarding, idea('stubborn'))).body
    expect((await call('GET', '/v1/feedback?limit=1', { key })).body.feedback).toMatchObject([{ id }])
    await expect.poll(() => receivedOf(id).length).toBe(2)
    await expect.poll(async () => (await jobsOf(forwarding)).at(-1)).toMatchObject({ state: 'completed', data: { id } })
  })

  const job = (url: string) => forwardFeedbackJob(db, url)
  const named = async () => {
    const project_id: string = (await call('GET', '/v1/project', { key })).body.id
    return { project_id, id: (await call('GET', '/v1/feedback?limit=1', { key })).body.feedback[0].id as string }
  }

  it('is tried again after whatever is no 2xx', async () => {
    const data = await named()
    for (const status of [301, 302, 304, 307, 400, 404, 410, 503]) {
      answer = (response) => response.writeHead(status, { location: `${address}/elsewhere` }).end()
      await expect(job(address).run(data)).rejects.toThrow(`FEEDBACK_WEBHOOK_URL answered ${status}`)
    }
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere')
    answer = (response) => response.destroy()
    await expect(job(address).run(data)).rejects.toThrow()
    answer = (response) => response.writeHead(204).end()
    await job(address).run(data)
    expect(job(address).retries).toBeGreaterThanOrEqual(5)
  })

  it('fails, and stays, while the receiver is down', async () => {
    const down = createServer().listen(0, '127.0.0.1')
    await once(down, 'listening')
    const { port } = down.address() as AddressInfo
    down.close()
    await once(down, 'close')
    await expect(job(`http://127.0.0.1:${port}`).run(await named())).rejects.toThrow('ECONNREFUSED')
  })

  it('does not read an endless answer', async () => {
    const data = await named()
    let written = 0
    const closed = Promise.withResolvers<void>()
    answer = (response) => {
      response.on('close', closed.resolve)
      const chunk = Buffer.alloc(64 * 1024)
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', pour)
      pour()
    }
    await job(address).run(data)
    await closed.promise
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  it('waits for a slow receiver until its deadline, and not for the end of an answer', async () => {
    const data = await named()
    answer = () => undefined
    await expect(forwardFeedbackJob(db, address, { deadlineMs: 300 }).run(data)).rejects.toThrow('timeout')
    answer = (response) => response.writeHead(200).write('and so on')
    await forwardFeedbackJob(db, address, { deadlineMs: 2_000 }).run(data)
  })

  it('is not sent on when its project is gone by then', async () => {
    const { id } = await named()
    const before = receivedOf(id).length
    answer = (response) => response.end()
    await job(address).run({ project_id: newId(), id: newId() })
    await job(address).run({ project_id: newId(), id })
    expect(receivedOf(id)).toHaveLength(before)
  })
})

it('an api node only leaves it for the workers', async () => {
  const api = await startTestService({ environment: { ROLE: 'api', FEEDBACK_WEBHOOK_URL: address } })
  const { id } = (await sendTo(api, idea('later'))).body
  await sleep(1000)
  expect(await jobsOf(api)).toMatchObject([{ state: 'created', data: { id } }])
  expect(receivedOf(id)).toEqual([])
})
