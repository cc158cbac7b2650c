import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Member } from '../../server/test/support/harness.ts'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { type ConsoleTest, startConsoleTest } from './support/console.ts'

// The explore page: search, filters, table, and its states without data.

let test: ConsoleTest
let domainId: string
let viewer: Member

beforeAll(async () => {
  test = await startConsoleTest()
  domainId = await test.makeGraph()
  viewer = await test.makeMember(test.key, 'viewer', 'viewer@example.org')
})

const open = async (path = '', options: Partial<Parameters<typeof openBrowser>[1]> = {}) => {
  const visitor = await openBrowser(test.url, { member: test.owner, ...options })
  await visitor.page.goto(`/d/${domainId}${path}`)
  return visitor
}

describe('the search', () => {
  it('finds a misspelt person by the keyboard alone, and shows what pages say', async () => {
    const { page, mistakes } = await open('?view=table')
    await expect.poll(() => page.locator('input[type=search]:focus').count()).toBe(1)
    await page.keyboard.type('ingrid sorensn')
    const found = page.getByRole('complementary').getByRole('button', { name: /Ingrid Sørensen/ })
    await found.waitFor()
    // The first letters find her too: the address has the rest a moment later.
    await expect.poll(() => page.url()).toContain('q=ingrid+sorensn')
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-results')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary')
    await details.getByRole('heading', { name: 'Ingrid Sørensen' }).waitFor()
    await details.getByText('works for').first().waitFor()
    const quote = details.getByRole('link', { name: /ingrid-sorensen/ }).first()
    expect(await quote.getAttribute('href')).toContain('#:~:text=')
    expect(await quote.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await expectAccessible(page)
    await details.getByRole('button', { name: 'Back to the results' }).click()
    await found.waitFor()
    await page.getByRole('link', { name: 'Merge with…: Ingrid Sørensen' }).click()
    await page.getByRole('dialog', { name: 'Merge with another' }).getByLabel('Which one is the same?').waitFor()
    expect(mistakes).toEqual([])
  })

  it('gets the focus by a slash, keeps its words on reload and on the way back', async () => {
    const { page, mistakes } = await open('?view=table&q=Tomasz')
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Tomasz Wieczorek/ })
      .click()
    await page.getByRole('heading', { name: 'Tomasz Wieczorek' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Tomasz Wieczorek' }).waitFor()
    await page.getByRole('heading', { name: 'Tomasz Wieczorek' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('Aino')
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Aino Virtanen/ })
      .waitFor()
    await page.goBack()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Tomasz')
    expect(mistakes).toEqual([])
  })

  it('says that nothing was found, and keeps what was typed when the service fails', async () => {
    const { page, mistakes } = await open('?view=table', { expected: /500/ })
    await page.getByRole('searchbox').fill('zzzzqqqq')
    await page.getByText('Nothing sounds like this').waitFor()
    await page.route('**/v1/domains/*/search*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } }),
    )
    await page.getByRole('searchbox').fill('Jonas')
    await page.getByRole('complementary').getByRole('alert').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Jonas')
    await page.unroute('**/v1/domains/*/search*')
    await page.getByRole('complementary').getByRole('button', { name: 'Try again' }).click()
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Jonas Petersen/ })
      .waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('the table', () => {
  it('shows all entities, sorted and filtered, with the filters in the address', async () => {
    const { page, mistakes } = await open('?view=table')
    const table = page.getByRole('table', { name: 'Entities' })
    await table.getByRole('button', { name: 'Port of Rostvik' }).waitFor()
    if (process.env.SHOTS) await shootAll(page, 'explore-table')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Kind', exact: true }).click()
    await page.getByRole('checkbox', { name: /^event/ }).check()
    await table.getByRole('button', { name: 'Harbour Days 2019' }).waitFor()
    await expect.poll(() => table.getByRole('button', { name: 'Ingrid Sørensen' }).count()).toBe(0)
    expect(page.url()).toContain('kind=event')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Time', exact: true }).click()
    await page.getByRole('textbox', { name: 'From' }).fill('2022')
    await page.getByRole('button', { name: 'Filter by time' }).click()
    await expect.poll(() => table.getByRole('button', { name: 'Harbour Days 2019' }).count()).toBe(0)
    await table.getByText(/^12\s–\s14 May 2022$/).waitFor()
    await page.getByRole('button', { name: 'Remove the filter from 2022' }).click()
    await table.getByRole('button', { name: 'Harbour Days 2019' }).waitFor()
    await table.getByRole('button', { name: 'Name' }).click()
    await expect.poll(() => table.getByRole('row').nth(1).innerText()).toContain('Harbour Days 2019')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => table.getByRole('row').nth(1).innerText()).toContain('Aino Virtanen')
    expect(mistakes).toEqual([])
  })

  it('leads from two rows to their comparison, and exports by plain links', async () => {
    const { page, mistakes } = await open('?view=table&q=Erik')
    await page.getByRole('checkbox', { name: 'Choose Erik Lindqvist' }).check()
    await page.getByText('Choose another one to merge them').waitFor()
    await page.getByRole('checkbox', { name: 'Choose Erik Lindquist' }).check()
    const link = page.getByRole('link', { name: 'Compare and merge' })
    expect(await link.getAttribute('href')).toMatch(/\/e\/[0-9a-f-]{36}\?merge=[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Entities as CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.entities\.csv$/)
    // What the page searches for, with the mark that Excel needs.
    const exported = new URL(download.url()).searchParams
    expect([exported.get('q'), exported.get('bom'), exported.get('format')]).toEqual(['Erik', '1', 'entities.csv'])
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain('Erik Lindqvist')
    expect(file).not.toContain('Aino Virtanen')
    expect(mistakes).toEqual([])
  })

  it('is read-only for a viewer', async () => {
    const { page, mistakes } = await open('?view=table&q=Erik', { member: viewer })
    await page.getByRole('table').getByRole('button', { name: 'Erik Lindqvist' }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist' }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: /Merge/ }).count()).toBe(0)
    expect(mistakes).toEqual([])
  })
})

describe('a graph without entities', () => {
  it('takes the first source right there, and fills while it is crawled', async () => {
    const empty = await test.makeDomain({ name: 'Empty', max_depth: 4 })
    const { page, mistakes } = await openBrowser(test.url, { member: test.owner, expected: /422|400/ })
    await page.goto(`/d/${empty}?view=table`)
    await page.getByRole('heading', { name: 'Add the first source' }).waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-empty')
    const address = page.getByRole('textbox', { name: 'Address of a page' })
    await address.fill('ftp://example.org/')
    await page.getByRole('button', { name: 'Add and crawl' }).click()
    await page.getByRole('alert').waitFor()
    expect(await address.inputValue()).toBe('ftp://example.org/')
    await address.fill(`http://${test.host}/`)
    await page.getByRole('button', { name: 'Add and crawl' }).click()
    await page.getByRole('table').getByRole('button', { name: 'Port of Rostvik' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('says to a viewer that it is empty, without a form', async () => {
    const empty = await test.makeDomain({ name: 'Empty' })
    const { page, mistakes } = await openBrowser(test.url, { member: viewer })
    await page.goto(`/d/${empty}`)
    await page.getByRole('heading', { name: 'This graph is empty' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add and crawl' }).count()).toBe(0)
    expect(mistakes).toEqual([])
  })
})
