import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from '../support/browser.ts'
import { type ConsoleTest, startConsoleTest } from '../support/console.ts'

// Saved views of a graph, and filters that only light up.

let test: ConsoleTest
let domainId: string

beforeAll(async () => {
  test = await startConsoleTest()
  domainId = await test.makeGraph()
})

const open = async (search = '', options: Partial<Parameters<typeof openBrowser>[1]> = {}) => {
  const visitor = await openBrowser(test.url, { member: test.owner, ...options })
  await visitor.page.goto(`/d/${domainId}${search}`)
  return visitor
}

describe('a saved view', () => {
  it('keeps filters and the look for whoever opens its address, is shared, and its end is undone', async () => {
    const { page, mistakes } = await open('?kind=person,event&color=group')
    await page.getByRole('list', { name: 'Groups' }).waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByText('No view is saved yet.').waitFor()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Who came when')
    await page.getByRole('checkbox', { name: 'Everybody in the project may see it' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/saved=/)
    const saved = new URL(page.url()).searchParams.get('saved')
    const editor = await test.makeMember(test.key, 'editor', 'grace@example.org')
    const other = await open(`?saved=${saved}`, { member: editor })
    await other.page.getByRole('list', { name: 'Groups' }).waitFor()
    await other.page.getByRole('button', { name: 'Remove the filter person' }).waitFor()
    expect(other.page.url()).toContain('color=group')
    await other.page.getByRole('button', { name: 'Who came when' }).click()
    await other.page.getByRole('menuitem', { name: /Who came when/ }).waitFor()
    if (process.env.SHOTS) await shootAll(other.page, 'saved-views')
    expect(await other.page.getByRole('menuitem', { name: 'Delete this view' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Who came when' }).click()
    await page.getByRole('menuitem', { name: 'Delete this view' }).click()
    await page.getByText('The view is deleted').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Who came when' }).waitFor()
    expect([...mistakes, ...other.mistakes]).toEqual([])
  })

  it('that is not shared is said to be not there, and a failure keeps what was typed', async () => {
    const own = await test.call('POST', `/v1/domains/${domainId}/views`, {
      cookie: test.owner.cookie,
      body: { name: 'Mine', state: { search: { kind: 'person', view: 'table', at: 7, evil: {} }, places: 'x' } },
    })
    const editor = await test.makeMember(test.key, 'editor', 'edith@example.org')
    const { page } = await open(`?saved=${own.body.id}`, { member: editor, expected: /404/ })
    await page.getByText('This view is not there').waitFor()
    await page.getByRole('button', { name: 'Show the graph without it' }).click()
    await page.getByRole('img', { name: /^Picture of/ }).waitFor()
    const mine = await open(`?saved=${own.body.id}`, { expected: /500/ })
    await mine.page.getByRole('button', { name: 'Remove the filter person' }).waitFor()
    await mine.page.route('**/views', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: 'internal error', code: 'internal' } })
        : route.fallback(),
    )
    await mine.page.getByRole('button', { name: 'Mine' }).click()
    await mine.page.getByRole('menuitem', { name: 'Save this view…' }).click()
    const name = mine.page.getByRole('textbox', { name: 'Name' })
    await name.fill('Another')
    await mine.page.getByRole('button', { name: 'Save', exact: true }).click()
    await mine.page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await name.inputValue()).toBe('Another')
  })
})

it('filters light up what they find, in all views', async () => {
  const { page, mistakes } = await open('?view=table&kind=event')
  await page.getByRole('table', { name: 'Entities' }).waitFor()
  await page.getByRole('switch', { name: 'Only light up' }).check()
  await page.getByText('5 hits').waitFor()
  await page.getByRole('button', { name: 'Harbour Days 2022 (found)' }).waitFor()
  expect(await page.getByText('(found)').count()).toBe(5)
  await page.getByRole('button', { name: 'Karolina Nowak', exact: true }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'lit-table')
  await page.getByText('Timeline', { exact: true }).click()
  await page.getByRole('button', { name: /Harbour Days 2022 \(found\)/ }).waitFor()
  await page.getByText('Graph', { exact: true }).click()
  await page.locator('[data-settled=true]').waitFor()
  if (process.env.SHOTS) await shootAll(page, 'lit-graph')
  await page.getByText('Map', { exact: true }).click()
  await page.locator('canvas[data-drawn]').waitFor()
  if (process.env.SHOTS) await shootAll(page, 'lit-map')
  expect(page.url()).toContain('lit=1')
  expect(mistakes).toEqual([])
})
