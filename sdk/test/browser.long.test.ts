import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { EventLog } from '../../server/src/events/event-log.ts'
import { pageUpdate } from '../../server/test/support/event-entries.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { startGateway } from './support/gateway.ts'
import { findProgram, root } from './support/pack.ts'

// The client on a page of the service's own origin, in a real browser, with the cookie of a session and without a key.

const chromium = findProgram('chromium') ?? findProgram('chromium-browser')

const page = `<!doctype html><script type="module">
  import { Polegraph, PolegraphError } from '/client/index.js'
  const polegraph = new Polegraph()
  const seen = {}
  try {
    const token = new URLSearchParams(location.search).get('invite')
    const person = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
    seen.before = await polegraph.session.get().catch((error) => error instanceof PolegraphError && error.code)
    seen.user = (await polegraph.invites.accept(token, person)).user.name
    const { id } = await polegraph.domains.create({ name: 'of a browser' })
    seen.names = []
    for await (const { name } of polegraph.domains.list()) seen.names.push(name)
    const { response } = await polegraph.graph.getStats(id).withResponse()
    seen.hasEtag = response.headers.has('etag')
    seen.file = (await (await polegraph.graph.export(id, { format: 'turtle' })).text()).includes('@prefix')
    const onLive = (isLive) => isLive && fetch('/live?domain=' + id)
    for await (const event of polegraph.events(id, { onLive })) {
      seen.event = event
      break
    }
    await polegraph.session.signOut()
    seen.after = await polegraph.session.get().catch((error) => error.code)
  } catch (error) {
    seen.error = String(error)
  }
  fetch('/seen?' + encodeURIComponent(JSON.stringify(seen)))
</script>`

const { url, key, call, service } = await startTestService()
const folder = await mkdtemp(join(tmpdir(), 'polegraph-browser-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

it.runIf(chromium)('works in a browser', { timeout: 120_000 }, async () => {
  const gateway = await startGateway(url)
  const html = { 'content-type': 'text/html' }
  const script = { 'content-type': 'text/javascript' }
  const { body: invite } = await call('POST', '/v1/project/invites', { key, body: { role: 'owner' } })
  gateway.pages.set(`/?invite=${invite.token}`, { status: 200, headers: html, body: page })
  const built = join(folder, 'client')
  execFileSync(process.execPath, [join(root, 'sdk/pack/build.ts'), built])
  for (const name of readdirSync(built).filter((file) => file.endsWith('.js'))) {
    const body = readFileSync(join(built, name), 'utf8')
    gateway.pages.set(`/client/${name}`, { status: 200, headers: script, body })
  }
  const profile = join(folder, 'profile')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`]
  const browser = spawn(chromium as string, [...flags, `${gateway.url}/?invite=${invite.token}`], { stdio: 'ignore' })
  onTestFinished(async () => {
    const exited = new Promise((resolve) => browser.once('exit', resolve))
    browser.kill('SIGKILL')
    await exited
  })
  const asked = (prefix: string) => gateway.passed.find(({ path }) => path.startsWith(prefix))?.path

  await expect.poll(() => asked('/live?') ?? asked('/seen?'), { timeout: 60_000 }).toBeDefined()
  const domainId = new URLSearchParams(asked('/live?')?.split('?')[1]).get('domain')
  if (domainId) await service.db.transaction((tx) => new EventLog([]).append(tx, domainId, [pageUpdate(1)]))
  await expect.poll(() => asked('/seen?'), { timeout: 60_000 }).toBeDefined()
  expect(JSON.parse(decodeURIComponent(asked('/seen?')?.slice('/seen?'.length) ?? ''))).toEqual({
    before: 'invalid_api_key',
    user: 'Ada',
    names: ['of a browser'],
    hasEtag: true,
    file: true,
    event: { id: 1, type: 'page.update', data: pageUpdate(1).payload },
    after: 'invalid_api_key',
  })
  expect(gateway.passed.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
})
