import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { callService, cookieOf, copyDatabase } from '../../server/test/support/harness.ts'
import { type SpawnedService, spawnService } from '../../server/test/support/spawn-service.ts'
import { openBrowser } from './support/browser.ts'

// The service as another process, which is stopped and started again while somebody looks at a page of it.

const { key } = inject('template')
const email = 'ada@example.org'
const password = 'correct horse battery'
const database = await copyDatabase()
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
let service: SpawnedService
let domainId = ''
let entityId = ''

const start = async () => {
  service = await spawnService({ ...database.environment, PORT: String(port) })
}
const stop = async () => {
  service.child.kill('SIGTERM')
  await service.ended
}

/** A session of its own for each visitor. */
async function signIn() {
  const answer = await callService(url, 'POST', '/v1/session', { body: { email, password } })
  return { id: answer.body.user.id as string, email, password, cookie: cookieOf(answer) }
}

beforeAll(async () => {
  await start()
  const invite = await callService(url, 'POST', '/v1/project/invites', { key, body: { role: 'owner' } })
  await callService(url, 'POST', invite.body.accept_path, { body: { email, name: 'Ada', password } })
  domainId = (await callService(url, 'POST', '/v1/domains', { key, body: { name: 'One person' } })).body.id
  const body = { kind: 'person', name: 'Ada Lovelace' }
  entityId = (await callService(url, 'POST', `/v1/domains/${domainId}/entities`, { key, body })).body.id
})

afterAll(async () => {
  await stop()
  await database.remove()
})

it('says of a graph of one node that nothing is connected, and draws it when it is chosen', async () => {
  const { page, mistakes } = await openBrowser(url, { member: await signIn() })
  await page.goto(`/d/${domainId}`)
  await page.getByText('1 entity without a relationship to draw.').waitFor()
  await page.getByRole('button', { name: 'Show them in the table' }).click()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await page.goto(`/d/${domainId}?at=${entityId}`)
  await page.getByRole('img', { name: 'Picture of 1 entity and 0 relationships' }).waitFor()
  await page.locator('[data-settled="true"]').waitFor()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(mistakes).toEqual([])
})

it('says that it is not live while the service is away, keeps what was typed, and goes on by itself', async () => {
  const { page, mistakes } = await openBrowser(url, {
    member: await signIn(),
    expected: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|503/,
  })
  await page.goto(`/d/${domainId}?view=table`)
  await page.getByText('live', { exact: true }).waitFor()
  const search = page.getByLabel(/^Search people/)
  await stop()
  await page.getByText('not live', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await search.fill('Grace')
  await start()
  await page.getByText('live', { exact: true }).waitFor()
  expect(await search.inputValue()).toBe('Grace')
  await page.getByText('Nothing sounds like this.').waitFor()
  await search.fill('')
  await page.getByRole('button', { name: /^Name/ }).click()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  expect(mistakes).toEqual([])
})

it('tells a page that is opened while the service is away, and shows it when asked again', async () => {
  const { page, mistakes } = await openBrowser(url, { member: await signIn(), expected: /ERR_|503|preload CSS|import/ })
  await page.goto('/')
  await page.getByRole('link', { name: 'One person' }).waitFor()
  await stop()
  await page.getByRole('link', { name: 'One person' }).click()
  await page.getByText('The service cannot be reached').first().waitFor()
  await start()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('button', { name: 'Load it again' }).click()
  await page.getByText('1 entity without a relationship to draw.').waitFor()
  expect(mistakes).toEqual([])
})

it('keeps what is typed on an invite and on a reset while the service is away, and goes on when it is back', async () => {
  const visitor = { expected: /ERR_|503/ }
  const calls = /\/v1\/(?:invites|resets)\//
  const invite = (await callService(url, 'POST', '/v1/project/invites', { key, body: { role: 'viewer' } })).body
  const owner = await signIn()
  const joined = await callService(url, 'POST', '/v1/project/invites', { key, body: { role: 'viewer' } })
  const mate = { email: 'mate@example.org', name: 'Mate', password }
  const { body } = await callService(url, 'POST', joined.body.accept_path, { body: mate })
  const reset = await callService(url, 'POST', `/v1/project/members/${body.user.id}/reset`, { cookie: owner.cookie })
  const [inviting, resetting] = [await openBrowser(url, visitor), await openBrowser(url, visitor)]
  for (const [{ page }, path] of [
    [inviting, `/invite/${invite.token}`],
    [resetting, `/reset/${reset.body.token}`],
  ] as const) {
    // A page that comes without its answer says that the service is away, not that the link is used.
    await page.route(calls, (route) => route.abort('connectionrefused'))
    await page.goto(path)
    await page.getByText('The service cannot be reached').waitFor()
    expect(await page.getByText('does not work').count()).toBe(0)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await inviting.page.getByLabel('Your name').fill('Grace')
  await inviting.page.getByLabel('Email').fill('grace@example.org')
  await inviting.page.getByLabel(/^Password/).fill(password)
  await resetting.page.getByLabel(/^New password/).fill('another horse battery')
  await stop()
  for (const { page } of [inviting, resetting]) {
    // Coming back to the tab asks for the link again.
    let failed = 0
    page.on('requestfailed', (request) => request.method() === 'GET' && failed++)
    const comeBack = () => page.evaluate(`void window.dispatchEvent(new Event('visibilitychange'))`)
    await expect.poll(() => comeBack().then(() => failed)).toBeGreaterThan(2)
    await page.getByRole('button', { name: /^(?:Accept|Set)/ }).click()
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
  }
  await start()
  await inviting.page.getByRole('button', { name: 'Accept and sign in' }).click()
  await inviting.page.getByRole('heading', { name: 'Graphs' }).waitFor()
  await resetting.page.getByRole('button', { name: 'Set the password' }).click()
  await resetting.page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  expect([...inviting.mistakes, ...resetting.mistakes]).toEqual([])
})

it('asks for the password when the session is ended while the stream is open', async () => {
  const member = await signIn()
  const { page, mistakes } = await openBrowser(url, { member, expected: /401/ })
  await page.goto(`/d/${domainId}?view=table`)
  await page.getByText('live', { exact: true }).waitFor()
  await callService(url, 'DELETE', '/v1/session', { cookie: member.cookie })
  await stop()
  await start()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel(/^Password/).fill(password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.waitFor({ state: 'hidden' })
  await page.getByText('live', { exact: true }).waitFor()
  expect(mistakes.filter((text) => !/ERR_|503/.test(text))).toEqual([])
})

it('says that an answer is slow, and shows it when it comes', async () => {
  const { page, mistakes } = await openBrowser(url, { member: await signIn() })
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/v1/domains/*/entities?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/d/${domainId}?view=table`)
  await page.getByText('The service takes long to answer.').waitFor()
  answerNow()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await page.getByText('The service takes long to answer.').waitFor({ state: 'detached' })
  expect(mistakes).toEqual([])
})
