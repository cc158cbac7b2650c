import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, expectFitsPhone, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// What hands do on every page: keys, forms, toasts and words.

const test = await startConsoleTest()
const { url, key, owner, host, call } = test
const domainId = await test.makeGraph()
const shots = process.env.SHOTS

it('leads everywhere by two keys, and says on a sheet which there are', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/review`)
  await page.getByText('1 of 1 to judge').waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('row', { name: 'Judge many at once m' }).waitFor()
  await sheet.getByRole('row', { name: 'Go to Settings g s' }).waitFor()
  await expectAccessible(page)
  if (shots) await shootAll(page, 'shortcuts')
  await expectFitsPhone(page)
  // Keys do nothing behind the sheet.
  await page.keyboard.press('d')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByText('1 of 1 to judge').waitFor()
  for (const [second, title] of [
    ['s', 'Settings'],
    ['c', 'Crawl'],
    ['t', 'Gate'],
    ['r', 'Review'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(second)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  await page.getByText('1 of 1 to judge').waitFor()
  await page.keyboard.press('d')
  await page.getByText('No pairs to judge').waitFor()
  await page.keyboard.press('z')
  await page.getByText('1 of 1 to judge').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Graphs', level: 1 }).waitFor()
  await page.getByRole('button', { name: /project default/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByRole('row', { name: 'New graph n' }).waitFor()
  expect(await sheet.getByRole('row', { name: /Go to Settings/ }).count()).toBe(0)
  expect(mistakes).toEqual([])
})

it('has single keys for the views, the picture, the chosen entity and its page', async () => {
  const { body } = await call('GET', `/v1/domains/${domainId}/entities?q=Port%20of%20Rostvik`, { key })
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}?at=${body.entities[0].id}`)
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
  await page.locator('[data-settled=true]').waitFor()
  // The search has the keys first; Escape leaves it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Show the timeline 2', 'Zoom in +', 'Hide the chosen entity h', 'Lasso l']) {
    await sheet.getByRole('row', { name }).waitFor()
  }
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.keyboard.press('h')
  const hidden = page.getByRole('button', { name: 'Show 1 hidden' })
  await hidden.waitFor()
  await page.keyboard.press('u')
  await hidden.waitFor({ state: 'hidden' })
  await page.keyboard.press('v')
  await page.getByRole('region', { name: 'What is drawn' }).waitFor()
  for (const [pressed, view] of [
    ['2', 'Timeline'],
    ['3', 'Map'],
    ['4', 'Table'],
    ['1', 'Graph'],
  ] as const) {
    await page.keyboard.press(pressed)
    await page.getByRole('region', { name: view, exact: true }).waitFor()
  }
  await page.keyboard.press('p')
  await page.getByRole('heading', { name: 'Path between two' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('heading', { name: 'Port of Rostvik', level: 2 }).waitFor()
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Port of Rostvik', level: 1 }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit' }).waitFor()
  expect(mistakes).toEqual([])
})

it('keeps the button that saves in sight, clear of toasts, and sends a form by Ctrl-Enter', async () => {
  const { page, mistakes } = await openBrowser(url, {
    member: owner,
    context: { viewport: { width: 900, height: 420 } },
  })
  await page.goto(`/d/${domainId}/settings`)
  const covers = page.getByRole('textbox').nth(1)
  await covers.fill(`Ports and pilots, ${Date.now()}.`)
  const save = page.getByRole('button', { name: 'Save' })
  await page.mouse.wheel(0, -2_000)
  await expect.poll(() => isInSight(save)).toBe(true)
  await page.keyboard.press('Control+Enter')
  await page.locator('.mantine-Notification-root').waitFor()
  expect((await call('GET', `/v1/domains/${domainId}`, { key })).body.description).toMatch(/^Ports and pilots/)
  await covers.fill('Ports.')
  const gap = async () => {
    const toast = await page.locator('.mantine-Notification-root').boundingBox()
    const button = await save.boundingBox()
    return toast && button ? toast.y - (button.y + button.height) : -1
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await page.getByRole('textbox', { name: 'Page limit' }).waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  expect(mistakes).toEqual([])
})

async function isInSight(one: Locator): Promise<boolean> {
  const [box, size] = [await one.boundingBox(), one.page().viewportSize()]
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height
}

it('finds a town by its name, and fills in where something is', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /503/ })
  const { body } = await call('GET', `/v1/domains/${domainId}/entities?q=Museum+of+the+Amber+Road`, { key })
  const { id } = body.entities[0]
  await page.goto(`/d/${domainId}/e/${id}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  const busy = { status: 503, json: { error: 'the database is busy', code: 'unavailable' } }
  await page.route('**/v1/places?*', (route) => route.fulfill(busy))
  await dialog.getByRole('textbox', { name: 'Find a town' }).fill('Gdans')
  await dialog.getByText('The service could not answer').waitFor()
  await page.unroute('**/v1/places?*')
  await dialog.getByRole('textbox', { name: 'Find a town' }).fill('Gdan')
  await page.getByRole('option', { name: /Gdańsk, Poland/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Place id' }).inputValue()).toBe('geonames:3099434')
  await expectAccessible(page)
  if (shots) await shootAll(page, 'place-search')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await call('GET', `/v1/domains/${domainId}/entities/${id}`, { key })).body.where?.place_id)
    .toBe('geonames:3099434')
  expect(mistakes).toEqual([])
})

it('takes each line for one address, and says of a graph whose pages failed that none was read', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /4\d\d/ })
  const emptyId = await test.makeDomain({ name: 'Nothing there' })
  await page.goto(`/d/${emptyId}/crawl?tab=sources`)
  const box = page.getByRole('textbox', { name: 'Addresses' })
  await box.fill(`not a url\n\nhttp://${host}/gone`)
  await page.getByRole('button', { name: 'Add 2 sources' }).click()
  await page.getByRole('alert').filter({ hasText: 'Not added' }).getByText('not a url').waitFor()
  await expect.poll(() => box.inputValue(), { timeout: 10_000 }).toBe('not a url')
  const { body } = await call('GET', `/v1/domains/${emptyId}/sources`, { key })
  expect(body.sources.map((one: { url: string }) => one.url)).toEqual([`http://${host}/gone`])
  await test.finish(emptyId)
  await page.goto(`/d/${emptyId}`)
  await page.getByText('No page was read yet').waitFor()
  expect(await page.getByText('name no person').count()).toBe(0)
  expect(mistakes).toEqual([])
})

it('says who made a draft of the gate', async () => {
  await call('POST', `/v1/domains/${domainId}/gate/versions`, {
    cookie: owner.cookie,
    body: { rules: { exclude_terms: ['casino'] } },
  })
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/gate`)
  await page.getByText(/^Made .* by owner/).waitFor()
  await expectAccessible(page)
  if (shots) await shootAll(page, 'gate-draft')
  expect(mistakes).toEqual([])
})
