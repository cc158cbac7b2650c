import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { type ConsoleTest, startConsoleTest } from './support/console.ts'

// A share link, opened by somebody who is not signed in.

let test: ConsoleTest
let domainId: string

/** A site of somebody else, whose page shows in a frame what its address names. By another name it is another origin. */
let friend = ''
const elsewhere = createServer(({ url = '' }, response) => {
  const shown = new URL(url, friend).searchParams.get('shows') ?? ''
  response.setHeader('content-type', 'text/html')
  response.end(
    `<!doctype html><title>Elsewhere</title><iframe title="it" width="800" height="500" src="${shown}"></iframe>`,
  )
})
afterAll(() => void elsewhere.close())

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  friend = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  test = await startConsoleTest({ environment: { EMBED_ORIGINS: friend } })
  domainId = await test.makeGraph()
})

const share = async (views: string[], show: string[] = []): Promise<{ id: string; token: string }> =>
  (await test.call('POST', `/v1/domains/${domainId}/share`, { key: test.key, body: { views, show } })).body

describe('a share link', () => {
  it('shows the granted views to a stranger, without relationships and sources', async () => {
    const { token } = await share(['graph', 'timeline', 'map', 'search'])
    const { page, mistakes } = await openBrowser(test.url)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/s/${token}`)
    await page.getByRole('heading', { name: 'Baltic ports' }).waitFor()
    await page.getByText('Read-only view').waitFor()
    await page.locator('[data-settled=true]').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'share-graph')
    await page.getByRole('region', { name: 'All entities' }).getByRole('button', { name: 'Tallinn location' }).click()
    await page.getByRole('heading', { name: 'Tallinn' }).waitFor()
    await page.getByRole('button', { name: 'Close the details' }).click()

    await page.getByRole('searchbox').fill('ingrid sorensn')
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Ingrid Sørensen/ })
      .click()
    await page.getByRole('complementary').getByText('12 April 1961').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()

    await page.getByText('Timeline', { exact: true }).click()
    await page
      .getByRole('region', { name: 'By time' })
      .getByRole('button', { name: /^1893 Port of Rostvik/ })
      .waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'share-timeline')
    await page.getByRole('group', { name: 'Filters' }).getByText('event').click()
    await expect.poll(() => page.getByRole('region', { name: 'By time' }).getByRole('listitem').count()).toBe(5)
    await page.getByText('Map', { exact: true }).click()
    await page.getByRole('application', { name: /^Map with 5 places/ }).waitFor()
    expect(asked.filter((path) => path.startsWith('/v1/') && !path.startsWith(`/v1/public/${token}`))).toEqual([])
    expect(await page.content()).not.toContain(test.host)
    expect(mistakes).toEqual([])
  })

  it('shows relationships, facts and quotes if its owner says so, in the picture and beside each entity', async () => {
    const { token } = await share(['graph', 'timeline', 'map', 'search'], ['relationships', 'facts', 'sources'])
    const { page, mistakes } = await openBrowser(test.url)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/s/${token}`)
    await page.locator('[data-settled=true]').waitFor()
    await page.getByText(/^\d+ entities, \d+ relationships$/).waitFor()
    expect(await page.getByText(/not part of this view/).count()).toBe(0)
    const details = page.getByRole('complementary')
    await page
      .getByRole('region', { name: 'All entities' })
      .getByRole('button', { name: /^Ingrid Sørensen/ })
      .click()
    const lines = details.getByRole('region', { name: 'Relationships' })
    await lines.getByRole('button').first().waitFor()
    const quotes = details.getByRole('region', { name: 'Quotes' })
    await quotes.getByRole('blockquote').first().waitFor()
    expect(await quotes.getByRole('link').first().getAttribute('href')).toContain(test.host)
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'share-parts')
    const other = await lines.getByRole('button').first().innerText()
    await lines.getByRole('button').first().click()
    await details.getByRole('heading', { name: other, exact: true }).waitFor()
    await lines.getByRole('button', { name: 'Ingrid Sørensen' }).first().click()
    await details.getByRole('heading', { name: 'Ingrid Sørensen' }).waitFor()
    await page.getByText('Timeline', { exact: true }).click()
    await lines.getByRole('button').first().waitFor()
    expect(asked.filter((path) => path.startsWith('/v1/') && !path.startsWith(`/v1/public/${token}`))).toEqual([])
    expect(mistakes).toEqual([])
  })

  it.each([
    ['relationships', 'Relationships', 'Sources are not part of this view.'],
    ['sources', 'Quotes', 'Relationships are not part of this view.'],
    ['facts', undefined, 'Relationships and sources are not part of this view.'],
  ])('shows %s alone beside entities', async (part, shown, kept) => {
    const { token } = await share(['graph'], [part])
    const { page, mistakes } = await openBrowser(test.url)
    await page.goto(`/s/${token}`)
    await page.getByText(kept).waitFor()
    await page
      .getByRole('region', { name: 'All entities' })
      .getByRole('button', { name: /^Ingrid Sørensen/ })
      .click()
    const details = page.getByRole('complementary')
    await details.getByRole('heading', { name: 'Ingrid Sørensen' }).waitFor()
    if (shown) await details.getByRole('region', { name: shown }).waitFor()
    const regions = await details.getByRole('region').count()
    expect(regions).toBe(shown ? 1 : 0)
    expect((await page.content()).includes(test.host)).toBe(part === 'sources')
    expect(mistakes).toEqual([])
  })

  it('shows nothing that was not granted', async () => {
    const { token } = await share(['timeline'])
    const { page, mistakes } = await openBrowser(test.url)
    await page.goto(`/s/${token}?view=map`)
    await page.getByRole('region', { name: 'By time' }).waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(mistakes).toEqual([])
  })

  it('with search alone waits for a name', async () => {
    const { token } = await share(['search'])
    const { page, mistakes } = await openBrowser(test.url)
    await page.goto(`/s/${token}`)
    await page.getByRole('heading', { name: 'Search this graph' }).waitFor()
    await page.getByRole('searchbox').fill('maarja')
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Maarja Tamm/ })
      .click()
    await page.getByRole('heading', { name: 'Maarja Tamm' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('that was revoked says so on a page of its own', async () => {
    const { id, token } = await share(['graph'])
    await test.call('DELETE', `/v1/domains/${domainId}/share/${id}`, { key: test.key })
    const { page, mistakes } = await openBrowser(test.url, { expected: /404/ })
    await page.goto(`/s/${token}`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await expectAccessible(page)
    await page.goto('/s/nonsense')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('that is revoked while it is open leads to that page', async () => {
    for (const view of ['graph', 'timeline', 'map']) {
      const { id, token } = await share(['graph', 'timeline', 'map', 'search'])
      const { page, mistakes } = await openBrowser(test.url, { expected: /404/ })
      await page.goto(`/s/${token}?view=${view}`)
      const kind = page
        .getByRole('group', { name: 'Filters' })
        .getByText(/^(?:event|location|person)$/)
        .first()
      await kind.waitFor()
      await test.call('DELETE', `/v1/domains/${domainId}/share/${id}`, { key: test.key })
      await kind.click()
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
      expect(mistakes, view).toEqual([])
    }
  })

  it('shows dates before our era on its timeline', async () => {
    const body = { kind: 'event', name: 'Founding of the old harbour', when: '-0043' }
    await test.call('POST', `/v1/domains/${domainId}/entities`, { key: test.key, body })
    const { token } = await share(['timeline'])
    const { page, mistakes } = await openBrowser(test.url)
    await page.goto(`/s/${token}`)
    const found = page
      .getByRole('region', { name: 'By time' })
      .getByRole('button', { name: '44 BC Founding of the old harbour' })
    await found.waitFor()
    await found.click()
    await page.getByRole('complementary').getByText('44 BC').waitFor()
    await expectAccessible(page)
    expect(mistakes).toEqual([])
  })

  it('is shown in pages of the sites that the operator names, and in no others', async () => {
    const { token } = await share(['graph', 'timeline', 'map', 'search'])
    const { page, mistakes } = await openBrowser(test.url, { expected: /frame-ancestors|ERR_BLOCKED_BY_RESPONSE/ })
    const stranger = friend.replace('127.0.0.1', 'localhost')
    const show = async (origin: string, path: string) => {
      await page.goto(`${origin}/?shows=${encodeURIComponent(test.url + path)}`)
      return page.frameLocator('iframe')
    }
    for (const view of ['graph', 'timeline', 'map']) {
      const frame = await show(friend, `/s/${token}?embed=1&view=${view}`)
      await frame.getByRole('link', { name: 'Baltic ports, the whole view' }).waitFor()
      await frame.getByRole('region', { name: 'View' }).waitFor()
      expect(await frame.getByRole('searchbox').count()).toBe(0)
    }
    if (process.env.SHOTS) await shootAll(page, 'share-embed')
    for (const [origin, path] of [
      [stranger, `/s/${token}?embed=1`],
      [friend, '/'],
      [friend, '/project'],
    ] as const) {
      const frame = await show(origin, path)
      await page.waitForTimeout(1_500)
      expect(await frame.locator('main, form').count()).toBe(0)
    }
    const { headers } = await fetch(`${test.url}/s/${token}`, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')?.endsWith(`frame-ancestors ${friend}`)).toBe(true)
    expect(headers.get('x-frame-options')).toBeNull()
    const home = await fetch(`${test.url}/`, { headers: { accept: 'text/html' } })
    expect(home.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/)
    expect(home.headers.get('x-frame-options')).toBe('DENY')
    expect(mistakes).toEqual([])
  })
})
