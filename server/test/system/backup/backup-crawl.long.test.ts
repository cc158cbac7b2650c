import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { backUp, type DatabaseKind, newDatabase, restore } from '../../support/backup-programs.ts'
import { callService, cookieOf } from '../../support/harness.ts'
import { type SpawnedService, spawnService } from '../../support/spawn-service.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'
import { startReceiver } from '../../support/web/receiver.ts'

// A backup in the midst of a crawl, on a server and embedded, restored on both: what was there is there, and the crawl goes on to
// the graph that it would have come to.

const key = `svc_${'b'.repeat(40)}`
const kinds: DatabaseKind[] = ['postgresql', 'embedded']
const pages = 16
/** Pages from this one on are not answered while the site is held. */
const heldFrom = 8

const firsts = ['Ada', 'Bruno', 'Clara', 'David']
const lasts = ['Berg', 'Carlsen', 'Dahl', 'Ekman']

const held: { isHeld: boolean; waiting: (() => void)[] } = { isHeld: false, waiting: [] }

function release(): void {
  held.isHeld = false
  for (const answer of held.waiting.splice(0)) answer()
}

const site: Site = ({ path }, response) => {
  const number = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? -1)
  if (path === '/') return { body: `<title>Staff</title><h1>Staff</h1>${links()}<p>All who work here are listed.</p>` }
  if (number < 0 || number >= pages) return undefined
  if (!held.isHeld || number < heldFrom) return { body: person(number) }
  held.waiting.push(() => answer(response, person(number)))
  return 'by hand'
}

const links = () => Array.from({ length: pages }, (_, n) => `<a href="/p/${n}">${nameOf(n)}</a>`).join(' ')
const nameOf = (n: number) => `${firsts[n % 4]} ${lasts[Math.floor(n / 4)]}`

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
}

function person(n: number): string {
  const said = { '@context': 'https://schema.org', '@type': 'Person', name: nameOf(n), jobTitle: 'captain' }
  const office = { '@type': 'Organization', name: `Harbour Office ${n % 3}` }
  const data = JSON.stringify({ ...said, worksFor: office })
  return `<title>${nameOf(n)}</title><script type="application/ld+json">${data}</script>
    <main><h1>${nameOf(n)}</h1><p>${nameOf(n)} is a captain who works for ${office.name}, and has done so for long.</p></main>`
}

const sites = await startLocalSites(new Map([['staff.example', site]]))
afterAll(() => sites.close())
const receiver = await startReceiver()
afterAll(() => receiver.close())
const folder = await mkdtemp(join(tmpdir(), 'polegraph-backups-'))
afterAll(() => rm(folder, { recursive: true }))

const settings = {
  ...{ ...sites.environment, BOOTSTRAP_KEY: key, CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
}

const caller =
  ({ url }: SpawnedService) =>
  (method: string, path: string, body?: object) =>
    callService(url, method, path, { key, ...(body && { body }) })
type Call = ReturnType<typeof caller>

async function crawl(call: Call, name: string): Promise<string> {
  const { id } = (await call('POST', '/v1/domains', { name })).body
  await call('POST', `/v1/domains/${id}/sources`, { url: 'http://staff.example/' })
  return id
}

const runOf = async (call: Call, id: string) => (await call('GET', `/v1/domains/${id}/runs`)).body.runs[0]

const finished = (call: Call, id: string) =>
  expect.poll(async () => (await runOf(call, id)).status, { interval: 100, timeout: 120_000 }).toBe('finished')

const hashOf = async (call: Call, id: string) =>
  hash('sha256', (await call('GET', `/v1/domains/${id}/export?format=ndjson`)).body as string)

/** Without ids and times, which two crawls do not share. */
async function pictureOf(call: Call, id: string) {
  const { entities } = (await call('GET', `/v1/domains/${id}/entities?limit=500`)).body
  const { relationships } = (await call('GET', `/v1/domains/${id}/relationships?limit=500`)).body
  type Entity = { kind: string; name: string; attributes: object; evidence_count: number }
  type Edge = { from: { name: string }; to: { name: string }; type: string }
  return [
    ...entities.map((one: Entity) => `${one.kind} ${one.name} ${JSON.stringify(one.attributes)} ${one.evidence_count}`),
    ...relationships.map((one: Edge) => `${one.from.name} ${one.type} ${one.to.name}`),
  ].toSorted()
}

const member = { email: 'owner@example.org', name: 'Owner', password: 'correct horse battery' }

describe.each(kinds)('a backup of %s', { timeout: 240_000 }, (kind) => {
  const file = join(folder, `${kind}.backup`)
  let made: Awaited<ReturnType<typeof prepare>>

  async function prepare(call: Call) {
    release()
    const done = await crawl(call, 'done')
    await finished(call, done)
    const webhook = (await call('POST', `/v1/domains/${done}/webhooks`, { url: receiver.url, events: ['budget.hit'] }))
      .body
    const share = (await call('POST', `/v1/domains/${done}/share`, { views: ['graph'] })).body
    const invite = (await call('POST', '/v1/project/invites', { role: 'owner' })).body
    expect((await call('POST', invite.accept_path, member)).status).toBe(200)
    held.isHeld = true
    const running = await crawl(call, 'running')
    await expect.poll(() => held.waiting.length, { interval: 50 }).toBeGreaterThan(0)
    return { done, running, webhook, share, hash: await hashOf(call, done), picture: await pictureOf(call, done) }
  }

  it('is made in the midst of a crawl', async () => {
    const database = await newDatabase(kind)
    const source = await spawnService({ ...database.environment, ...settings })
    made = await prepare(caller(source))
    const { code, done } = await backUp(database.environment, file)
    expect([code, done]).toEqual([0, expect.objectContaining({ database: kind, unreadable_secrets: 0 })])
    source.child.kill('SIGKILL')
    await source.ended
    await database.remove()
    held.waiting.length = 0
  })

  it.each(kinds)('is restored on %s, and the crawl goes on', async (target) => {
    held.isHeld = true
    const database = await newDatabase(target)
    onTestFinished(database.remove)
    expect(await restore(database.environment, file)).toMatchObject({ code: 0, done: { unreadable_secrets: 0 } })
    const service = await spawnService({ ...database.environment, ...settings })
    onTestFinished(async () => {
      service.child.kill('SIGTERM')
      await service.ended
    })
    const call = caller(service)
    expect(await hashOf(call, made.done)).toBe(made.hash)
    // Neither begun anew nor over.
    const run = await runOf(call, made.running)
    expect(run.status).toBe('running')
    expect(run.pages_done).toBeGreaterThan(0)
    expect(run.pages_done).toBeLessThan(run.pages_total)
    await expectSecrets(call, service.url)
    release()
    await finished(call, made.running)
    expect(await pictureOf(call, made.running)).toEqual(made.picture)
    expect(await hashOf(call, made.done)).toBe(made.hash)
  })

  async function expectSecrets(call: Call, url: string): Promise<void> {
    const { email, password } = member
    const signedIn = await callService(url, 'POST', '/v1/session', { body: { email, password } })
    expect(signedIn.status).toBe(200)
    const session = await callService(url, 'GET', '/v1/session', { cookie: cookieOf(signedIn) })
    expect(session.body.user.email).toBe(email)
    expect((await call('GET', `/v1/domains/${made.done}/share`)).body.shares).toMatchObject([made.share])
    expect((await callService(url, 'GET', made.share.public_base)).status).toBe(200)
    const tested = (await call('POST', `/v1/domains/${made.done}/webhooks/${made.webhook.id}/test`)).body
    expect(tested.status).toBe('delivered')
    const received = receiver.received.at(-1)
    expect(received?.headers['x-service-signature']).toBe(hash('sha256', `${made.webhook.secret}.${received?.body}`))
  }
})
