import { expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// Search in the panel of the graph and in the one box: who was meant comes first, and passages stand by their page.

const test = await startConsoleTest()
const { url, key, owner, call } = test

const filler = 'Nobody who lives beside the water has forgotten how the winters of those years were.'
const site = test.open(({ path }) =>
  path === '/'
    ? {
        body: `<html lang="en"><head><title>The channel</title></head><body><main><h1>The channel</h1>
          <p>The dredging of the channel began in 1890. ${filler}</p><p>${filler} ${filler}</p>
          <p>The dredging of the channel ended in 1893, after three years. ${filler}</p></main></body></html>`,
      }
    : undefined,
)
const domainId = await test.makeGraph()
await test.crawl(domainId, `http://${site}/`)
const make = async (kind: string, name: string): Promise<string> =>
  (await call('POST', `/v1/domains/${domainId}/entities`, { key, body: { kind, name } })).body.id
await make('person', 'Henrik Solberg')
await make('object', 'Solberg, letter to the harbour master')

it('lists a person before the letters that name them, and passages by their page', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}?q=solberg`)
  const results = page.locator('[data-result]')
  await expect.poll(() => results.first().innerText()).toContain('Henrik Solberg')
  await page.goto(`/d/${domainId}?q=${encodeURIComponent('dredging of the channel')}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  const ofPage = details.getByRole('listitem').filter({ has: page.getByRole('link', { name: site, exact: true }) })
  await ofPage.waitFor()
  expect(await ofPage.count()).toBe(1)
  await ofPage.getByText('The dredging of the channel began in 1890.').waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'search-passages')
  await ofPage.getByText('The dredging of the channel ended in 1893, after three years.').click()
  await page.getByRole('heading', { name: 'The channel', level: 1 }).waitFor()
  const live = page.getByRole('link', { name: 'Open the live page at these words' })
  expect(await live.getAttribute('href')).toBe(
    `http://${site}/#:~:text=The%20dredging%20of%20the%20channel%20ended%20in%201893%2C%20after%20three%20years.`,
  )
  expect(mistakes).toEqual([])
})

it('leads from a passage of the one box to its words', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/crawl`)
  await page.getByRole('button', { name: 'Find anything' }).click()
  await page.getByRole('textbox', { name: 'Find anything' }).fill('dredging channel')
  const found = page.getByRole('option').filter({ hasText: 'The dredging of the channel' })
  await expect.poll(() => found.count()).toBe(2)
  // The page is named once.
  expect(await found.filter({ hasText: site }).count()).toBe(1)
  await found.last().click()
  await page.getByRole('article', { name: 'Text of the page' }).waitFor()
  expect(page.url()).toMatch(/\/p\/[0-9a-f-]+\?(?:.*&)?at=\d+-\d+$/)
  expect(mistakes).toEqual([])
})

it('says that a search failed, and searches again when asked', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /500/ })
  const failing = '**/search?*'
  await page.route(failing, (route) =>
    route.fulfill({ status: 500, json: { error: 'it broke', code: 'internal_error' } }),
  )
  await page.goto(`/d/${domainId}?q=dredging`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('alert').filter({ hasText: 'it broke' }).waitFor()
  await page.unroute(failing)
  await details.getByRole('button', { name: 'Try again' }).click()
  await details.getByText('The dredging of the channel began in 1890.').waitFor()
  expect(mistakes).toEqual([])
})
