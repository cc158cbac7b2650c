import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { type ConsoleTest, startConsoleTest } from './support/console.ts'

// A share link, opened by somebody who is not signed in.

let test: ConsoleTest
let domainId: string

beforeAll(async () => {
  test = await startConsoleTest()
  domainId = await test.makeGraph()
})

const share = async (views: string[]): Promise<{ id: string; token: string }> =>
  (await test.call('POST', `/v1/domains/${domainId}/share`, { key: test.key, body: { views } })).body

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
})
