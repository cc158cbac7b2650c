import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { finds, harbourPrompt, harbourSite } from '../../server/test/support/web/autopilot-web.ts'
import { plainPage } from '../../server/test/support/web/local-site.ts'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// The crawl as it goes on.

const test = await startConsoleTest({
  environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-1.example' },
})
const { url, owner, host, call, key, open } = test
let isSearchBroken = false
const found = test.open((request, response) =>
  isSearchBroken ? { status: 403 } : finds(`http://${harbours}/`)(request, response),
)
const harbours = open(harbourSite('Odd', { pages: 3 }))
expect(found).toBe('site-1.example')

/** A site whose pages wait until somebody lets them go. */
function openSlowSite() {
  const held: ServerResponse[] = []
  let isOpen = false
  const send = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage('A slow page').body)
  const paths = ['/anchor', '/beacon', '/canal', '/dock', '/estuary', '/ferry']
  const slow = open(({ path }, response) => {
    if (!paths.includes(path)) return undefined
    if (isOpen) return plainPage(`The page ${path}`)
    held.push(response)
    return 'by hand'
  })
  return {
    urls: paths.map((path) => `http://${slow}${path}`),
    letGo: () => {
      isOpen = true
      for (const response of held) send(response)
    },
  }
}

/** The shades of the parts of the bar and of their words, which have the same titles. */
const shadesByTitle = `(() => {
  const shades = {}
  for (const part of document.querySelectorAll('.mantine-Progress-section')) {
    const dot = document.querySelector('li[title="' + part.title + '"] .mantine-ColorSwatch-colorOverlay')
    shades[part.title] = [part, dot].map((one) => getComputedStyle(one).backgroundColor)
  }
  return shades
})()`

it('teaches to add a source, and shows the run until its end', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const domainId = await test.makeDomain({ name: 'New ports' })
  await page.goto(`/d/${domainId}/crawl`)
  await page.getByRole('heading', { name: 'No page was read yet' }).waitFor()
  await page.getByText('No model is configured').waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-empty')
  await page.getByRole('textbox', { name: 'Addresses' }).fill(`http://${host}/`)
  await page.getByRole('button', { name: 'Add the source' }).click()
  await page.getByRole('heading', { name: 'This run' }).waitFor()
  await test.finish(domainId)
  await page.getByRole('heading', { name: 'The last run' }).waitFor()
  await page.getByText('All pages that it could reach are read.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Read by rules 2\d pages/ })
    .waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const shades = (await page.evaluate(shadesByTitle)) as Record<string, string[]>
    // Six parts of the bar, and each has the shade of its words.
    expect(Object.values(shades).map((both) => [both.length, new Set(both).size])).toEqual(Array(6).fill([2, 1]))
    expect(new Set(Object.values(shades).flat()).size).toBe(6)
  }
  await page.getByRole('region', { name: 'Pages as they are finished' }).getByText('/people').first().waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-live')
  await page.getByRole('button', { name: 'Read all again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Read all again' }).click()
  await page.getByRole('heading', { name: 'Earlier runs' }).waitFor()
  expect(mistakes).toEqual([])
})

it('pauses, resumes and cancels a run', async () => {
  const slow = openSlowSite()
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const domainId = await test.makeDomain({ name: 'Slow ports' })
  await call('POST', `/v1/domains/${domainId}/sources/bulk`, { key, body: { urls: slow.urls } })
  await page.goto(`/d/${domainId}/crawl`)
  await page.getByRole('heading', { name: 'This run' }).waitFor()
  await page.getByText('of 6').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused by owner.').waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Crawling', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel the run…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('still wait and will not be read').waitFor()
  await dialog.getByRole('button', { name: 'Cancel the run' }).click()
  await page.getByText('It was cancelled.').waitFor()
  slow.letGo()
  await page.getByRole('button', { name: 'Crawl what is left' }).click()
  await page.getByText('6 pages queued').waitFor()
  await test.finish(domainId)
  await page.getByText('All pages that it could reach are read.').waitFor()
  expect(mistakes).toEqual([])
})

it('shows the steps of an autopilot', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const body = { prompt: harbourPrompt, max_pages: 10, max_cycles: 1 }
  const { id } = (await call('POST', '/v1/domains/autopilot', { key, body })).body
  await page.goto(`/d/${id}/crawl`)
  await page.getByRole('heading', { name: 'Autopilot' }).waitFor()
  await page.getByText('Round 1 of 1', { exact: true }).waitFor()
  await page.getByText(/Score \d+ of 100/).waitFor()
  await expect.poll(() => page.locator('[aria-current="step"]').textContent()).toMatch(/Done/)
  await page.getByText('What it did so far').click()
  await page.getByRole('row', { name: /Find sources/ }).waitFor()
  await page.getByText('How the sentence was understood').click()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-autopilot')
  expect(mistakes).toEqual([])
})

it('shows over the growing graph what the autopilot does', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto('/?new=1')
  const dialog = page.getByRole('dialog', { name: 'New graph' })
  await dialog.getByRole('textbox', { name: 'What should the graph be about?' }).fill(harbourPrompt)
  await dialog.getByRole('button', { name: 'Make the graph' }).click()
  await page.waitForURL(/\/d\/[\w-]+$/)
  const strip = page.getByRole('region', { name: 'Autopilot' })
  await strip.getByText(/round 1 of \d/).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'autopilot-strip')
  await strip.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Crawl' }).click()
  await expect.poll(() => page.locator('[aria-current="step"]').textContent()).toMatch(/Done/)
  expect(mistakes).toEqual([])
})

it('says on the empty graph that its autopilot has failed', async () => {
  isSearchBroken = true
  const { id } = (await call('POST', '/v1/domains/autopilot', { key, body: { prompt: harbourPrompt } })).body
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await expect
    .poll(async () => (await call('GET', `/v1/domains/${id}/autopilot`, { key })).body.autopilot.stage)
    .toBe('failed')
  await page.goto(`/d/${id}`)
  await page.getByRole('heading', { name: 'The autopilot has failed' }).waitFor()
  await page.getByText(/No source was found\./).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try again, or add a source' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  isSearchBroken = false
  expect(mistakes).toEqual([])
})

it('keeps what was typed when the service does not answer', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /503/ })
  const domainId = await test.makeDomain({ name: 'Unlucky ports' })
  await page.goto(`/d/${domainId}/crawl?tab=sources`)
  await page.route('**/sources', (route) =>
    route.fulfill({ status: 503, json: { error: 'temporarily unavailable', code: 'unavailable' } }),
  )
  const text = `http://${host}/people\nhttp://${host}/events`
  await page.getByRole('textbox', { name: 'Addresses' }).fill(text)
  await page.getByRole('button', { name: 'Add 2 sources' }).click()
  await page.getByRole('alert').getByText('temporarily unavailable').waitFor()
  expect(await page.getByRole('textbox', { name: 'Addresses' }).inputValue()).toBe(text)
  expect(mistakes).toEqual([])
})

it('keeps the addresses that were refused, each with the reason, and says which were taken', async () => {
  const slow = openSlowSite()
  const [first = '', last = ''] = slow.urls
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /400/ })
  const domainId = await test.makeDomain({ name: 'Half of them' })
  await page.goto(`/d/${domainId}/crawl`)
  const box = page.getByRole('textbox', { name: 'Addresses' })
  await box.fill(`${first}\nftp://example.org/\nhttp://10.0.0.1/\n${last}`)
  // What is typed stays on the other way.
  await page.getByText('Sitemap or feed').click()
  await page.getByText('Addresses', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Add 4 sources' }).click()
  const refused = page.getByRole('alert', { name: 'Not added' })
  await refused.getByText('ftp://example.org/: valid http(s) url required').waitFor()
  await refused.getByText('http://10.0.0.1/: url must have a public address').waitFor()
  await page.getByText('2 sources added', { exact: true }).waitFor()
  expect(await page.getByRole('list', { name: 'Added' }).getByRole('listitem').allTextContents()).toEqual([first, last])
  // The run has begun, and the box is still there.
  await page.getByRole('heading', { name: 'This run' }).waitFor()
  expect(await box.inputValue()).toBe('ftp://example.org/\nhttp://10.0.0.1/')
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-refused')
  await box.fill('')
  await refused.waitFor({ state: 'detached' })
  slow.letGo()
  await test.finish(domainId)
  expect(mistakes).toEqual([])
})
