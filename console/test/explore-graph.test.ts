import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { type ConsoleTest, startConsoleTest } from './support/console.ts'

// The graph of the explore page: the picture, the list beside it, neighbours, paths, questions.

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

const entityId = async (name: string): Promise<string> => {
  const answer = await test.call('GET', `/v1/domains/${domainId}/entities?q=${encodeURIComponent(name)}&limit=1`, {
    key: test.key,
  })
  return answer.body.entities[0].id
}

describe('the graph', () => {
  it('is drawn, settles, and its list leads to what is known about a node', async () => {
    const { page, mistakes } = await open()
    await page.getByRole('img', { name: /^Picture of 23 entities and \d+ relationships$/ }).waitFor()
    await page.locator('[data-settled=true]').waitFor()
    await page.getByRole('list', { name: 'Kinds' }).getByText('event 5').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-graph')
    await page.getByRole('button', { name: 'As a list' }).click()
    await page
      .getByRole('region', { name: 'What is drawn' })
      .getByRole('button', { name: /Karolina Nowak/ })
      .click()
    await page.getByRole('heading', { name: 'Karolina Nowak' }).waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-graph-list')
    await page.reload()
    await page.getByRole('heading', { name: 'Karolina Nowak' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('draws neighbours and takes them away, hides a node and shows it again', async () => {
    const { page, mistakes } = await open('?show=3')
    const drawn = (count: number) => page.getByRole('img', { name: new RegExp(`^Picture of ${count} entit`) })
    const idsOf = async (path: string): Promise<string[]> => {
      const { body } = await test.call('GET', `/v1/domains/${domainId}${path}`, { key: test.key })
      return body.nodes.map(({ id }: { id: string }) => id)
    }
    const first = await idsOf('/graph?sample=neighborhoods&limit=3')
    const near = await idsOf(`/entities/${await entityId('Karolina Nowak')}/neighbors`)
    const both = new Set([...first, ...near]).size
    expect([first.length, both > 3]).toEqual([3, true])
    await drawn(3).waitFor()
    await page.getByRole('searchbox').fill('Karolina')
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Karolina Nowak/ })
      .click()
    // A find is drawn with its neighbours.
    await drawn(both).waitFor()
    await page.getByRole('button', { name: 'Hide' }).click()
    await drawn(both - 1).waitFor()
    await page.getByRole('button', { name: 'Show 1 hidden' }).click()
    await drawn(both).waitFor()
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Karolina Nowak/ })
      .click()
    await page.getByRole('button', { name: 'Take neighbours away' }).waitFor()
    await page.getByRole('button', { name: 'Start over' }).click()
    await drawn(3).waitFor()
    await page.getByRole('button', { name: 'Draw more' }).click()
    await drawn(6).waitFor()
    expect(mistakes).toEqual([])
  })

  it('is chosen and opened by the mouse', async () => {
    const { page, mistakes } = await open(`?show=1`)
    await page.locator('[data-settled=true]').waitFor()
    const picture = page.getByRole('img', { name: 'Picture of 1 entity and 0 relationships' })
    const box = await picture.boundingBox()
    if (!box) throw new Error('nothing is drawn')
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
    await page.mouse.click(...middle)
    await page
      .getByRole('complementary')
      .getByRole('button', { name: 'Open' })
      .or(page.getByRole('link', { name: 'Open' }))
      .waitFor()
    await page.mouse.dblclick(...middle)
    await page.getByRole('img', { name: /^Picture of 1[0-9] entities/ }).waitFor()
    await page.mouse.dblclick(...middle)
    await picture.waitFor()
    expect(mistakes).toEqual([])
  })

  it('says of a hub how large it is before it unfolds', async () => {
    const { page, mistakes } = await open(`?at=${await entityId('Port of Rostvik')}`)
    await page.route(/\/entities\/[0-9a-f-]{36}$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), relationship_count: 640 } })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Draw neighbours…' }).click()
    await page.getByText('This one has 640 relationships').waitFor()
    await page.getByRole('menuitem', { name: 'The 50 best connected' }).click()
    await page.getByRole('button', { name: 'Take neighbours away' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('is a list where the browser cannot draw', async () => {
    const { page, context, mistakes } = await openBrowser(test.url, { member: test.owner })
    await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
    await page.goto(`/d/${domainId}`)
    await page.getByText('This browser cannot draw the graph').waitFor()
    await page
      .getByRole('region', { name: 'What is drawn' })
      .getByRole('button', { name: /Rostock/ })
      .click()
    await page.getByRole('heading', { name: 'Rostock' }).waitFor()
    await expectAccessible(page)
    expect(mistakes).toEqual([])
  })

  it('grows while the site is crawled', async () => {
    const growing = await test.makeDomain({ name: 'Growing', max_depth: 4 })
    const { page, mistakes } = await openBrowser(test.url, { member: test.owner })
    await page.goto(`/d/${growing}`)
    await page.getByRole('heading', { name: 'Add the first source' }).waitFor()
    await test.call('POST', `/v1/domains/${growing}/sources`, {
      key: test.key,
      body: { url: `http://${test.host}/` },
    })
    await test.finish(growing)
    await page.getByRole('img', { name: /^Picture of 23 entities/ }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('shows a failure with a way on', async () => {
    const { page, mistakes } = await openBrowser(test.url, { member: test.owner, expected: /500/ })
    await page.route('**/graph?*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Broken' } } }),
    )
    await page.goto(`/d/${domainId}`)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/graph?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: /^Picture of 23 entities/ }).waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('a path', () => {
  it('is found between two that are searched for, and told in sentences', async () => {
    const { page, mistakes } = await open()
    await page.getByRole('button', { name: 'Path', exact: true }).click()
    await page.getByRole('combobox', { name: 'From' }).fill('karolna nowk')
    await page.getByRole('option', { name: /Karolina Nowak/ }).click()
    await page.getByRole('combobox', { name: 'To' }).fill('Maarja')
    await page.getByRole('option', { name: /Maarja Tamm/ }).click()
    const paths = page.getByRole('list', { name: 'Paths' })
    await paths
      .getByRole('button', {
        name: /Karolina Nowak – (performer|speaker) at → Harbour Days 2022 ← (performer|speaker) at – Maarja Tamm/,
      })
      .click()
    expect(page.url()).toContain('path_from=')
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-path')
    await page.reload()
    await paths.getByRole('button', { pressed: true, name: /Harbour Days 2022/ }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('that is not there is said plainly', async () => {
    const [from, to] = [await entityId('Karolina Nowak'), await entityId('Maarja Tamm')]
    const { page, mistakes } = await openBrowser(test.url, { member: test.owner })
    await page.route('**/paths?*', (route) => route.fulfill({ json: { paths: [], truncated: false } }))
    await page.goto(`/d/${domainId}?tool=path&path_from=${from}&path_to=${to}`)
    await page.getByText('There is no path within 4 steps.').waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('a question', () => {
  it('is answered by the best passages, each with its page', async () => {
    const { page, mistakes } = await open('?view=table')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('No language model is configured').waitFor()
    await page.getByRole('textbox', { name: 'Your question' }).fill('Who is the harbour master of the Port of Rostvik?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Source 1' }).first().waitFor()
    const source = page.getByRole('complementary').getByRole('listitem').first().getByRole('link')
    expect(await source.getAttribute('href')).toContain(':~:text=')
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'explore-ask')
    expect(page.url()).toContain('ask=Who')
    expect(mistakes).toEqual([])
  })

  it('keeps its words when the service fails', async () => {
    const { page, mistakes } = await openBrowser(test.url, { member: test.owner, expected: /500/ })
    await page.route('**/ask?*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Broken' } } }),
    )
    await page.goto(`/d/${domainId}?view=table&tool=ask`)
    const box = page.getByRole('textbox', { name: 'Your question' })
    await box.fill('Who came?')
    await box.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await box.inputValue()).toBe('Who came?')
    expect(mistakes).toEqual([])
  })
})
