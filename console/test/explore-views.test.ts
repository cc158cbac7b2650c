import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { type ConsoleTest, startConsoleTest } from './support/console.ts'

// The timeline and the map of the explore page.

let test: ConsoleTest
let domainId: string

beforeAll(async () => {
  test = await startConsoleTest()
  domainId = await test.makeGraph()
})

const open = async (search: string, options: Partial<Parameters<typeof openBrowser>[1]> = {}) => {
  const visitor = await openBrowser(test.url, { member: test.owner, ...options })
  await visitor.page.goto(`/d/${domainId}${search}`)
  return visitor
}

describe('the timeline', () => {
  it('shows when things were, and a bar leads into its time and back', async () => {
    const { page, mistakes } = await open('?view=timeline')
    const items = page.getByRole('region', { name: 'By time' })
    await items.getByRole('button', { name: /^1893 Port of Rostvik/ }).waitFor()
    await items.getByRole('button', { name: /^10\s–\s12 May 2019 Harbour Days 2019/ }).waitFor()
    await page.getByText('13 entities with a time, 10 without').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-timeline')
    await page.setViewportSize({ width: 360, height: 740 })
    const ends = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.histogram-axis span')].map((one) => {
          const { left, right } = one.getBoundingClientRect()
          return { left, right }
        }),
      )
    await expect.poll(async () => (await ends()).every(({ right }) => right <= 360)).toBe(true)
    const names = await ends()
    expect(names.length).toBeGreaterThan(0)
    names.slice(1).forEach(({ left }, at) => void expect(left).toBeGreaterThan(names[at]?.right ?? 0))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: '2020s: 4 entities' }).click()
    await expect.poll(() => items.getByRole('listitem').count()).toBe(4)
    expect(page.url()).toContain('from=2020')
    await page.getByRole('button', { name: 'Remove the filter from 2020-01-01' }).waitFor()
    await page.goBack()
    await items.getByRole('button', { name: /Port of Rostvik/ }).click()
    await page.getByRole('heading', { name: 'Port of Rostvik' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('is walked by the keyboard, bar by bar', async () => {
    const { page, mistakes } = await open('?view=timeline')
    const first = page.getByRole('button', { name: '1890s: 1 entity' })
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const items = page.getByRole('region', { name: 'By time' })
    await expect
      .poll(() => items.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining('Jonas Petersen')])
    expect(mistakes).toEqual([])
  })

  it('shows the graph of a day, in one step that can be taken back', async () => {
    const { page, mistakes } = await open('?view=timeline')
    await page.getByRole('button', { name: 'As of' }).click()
    await page.getByLabel('The graph as it was on').fill('2001-02-03')
    expect(page.url()).not.toContain('as_of')
    await page.getByRole('button', { name: 'Show that day' }).click()
    await page.getByText('The graph was empty then').waitFor()
    await page.goBack()
    await page.getByText('13 entities with a time, 10 without').waitFor()
    expect(mistakes).toEqual([])
  })

  it('says when nothing is known of a time', async () => {
    const { page, mistakes } = await open('?view=timeline&from=1700&to=1800')
    await page.getByText('Nothing is known of this time.').waitFor()
    await page.getByRole('button', { name: 'All of the time' }).click()
    await page.getByRole('button', { name: /Port of Rostvik/ }).waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('the map', () => {
  it('shows what has a place, as dots and as a list', async () => {
    const { page, mistakes } = await open('?view=map&list=1')
    await page.locator('canvas[data-drawn]').waitFor()
    await page.getByText('10 places, 13 without one').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-map')
    await page
      .getByRole('region', { name: 'What is on the map' })
      .getByRole('button', { name: /Tallinn/ })
      .click()
    await page.getByRole('heading', { name: 'Tallinn' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('lists what is at a place that is clicked, is moved by keys, and asks nobody else', async () => {
    const { page, mistakes } = await open('?view=map&kind=event&from=2021&to=2021')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    const canvas = page.getByRole('application', { name: /^Map with 1 place/ })
    await page.locator('canvas[data-drawn]').waitFor()
    const chosen = page.getByRole('heading', { name: 'Harbour Days 2021' })
    // The map moves down once more when the filters above it have their values.
    const click = async () => {
      const box = await canvas.boundingBox()
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      return chosen.count()
    }
    await expect.poll(click, { interval: 500 }).toBe(1)
    await page.getByRole('button', { name: 'Remove the filter from 2021' }).click()
    await page.getByRole('button', { name: 'Remove the filter to 2021' }).click()
    await page.getByRole('application', { name: /^Map with 5 places/ }).focus()
    for (const key of ['-', '-', '-', '-', '-', '-', 'ArrowLeft', '+']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Show all' }).click()
    expect(new Set(asked)).toEqual(new Set([test.url]))
    expect(mistakes).toEqual([])
  })

  it('says that nothing has a place', async () => {
    const { page, mistakes } = await open('?view=map&kind=person')
    await page.getByText('No entity that matches has a place, 8 without one').waitFor()
    expect(mistakes).toEqual([])
  })
})
