import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertGraph } from '../../../server/test/support/graph/graph-rows.ts'
import { expectAccessible, expectAccessibleEverywhere, openBrowser, shootAll } from '../support/browser.ts'
import { type ConsoleTest, startConsoleTest } from '../support/console.ts'

// Working with the picture of a graph: what is seen is read from the drawing that it saves.

let test: ConsoleTest
let domainId: string

const uuid = (at: number) => `0199aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`

/** Hubs with their members, each member tied to the hub and to the next one, and some entities without ties. */
async function makeHubs(hubs: number, members: number, alone: number): Promise<string> {
  const id = await test.makeDomain({ name: `Hubs ${hubs}` })
  await test.call('PATCH', `/v1/domains/${id}`, { key: test.key, body: { attributes: [{ key: 'role' }] } })
  const entities = []
  const relationships = []
  for (let hub = 0; hub < hubs; hub++) {
    const hubId = uuid(1000 * hub)
    entities.push({ id: hubId, kind: 'event', name: `Hub ${hub}` })
    for (let at = 1; at <= members; at++) {
      const own = uuid(1000 * hub + at)
      const attributes = { role: at % 2 ? 'captain' : 'pilot' }
      entities.push({ id: own, kind: 'person', name: `Member ${at} of hub ${hub}`, attributes })
      relationships.push({ from: own, to: hubId, type: 'speaker_at' })
      if (at === 1) relationships.push({ from: own, to: hubId, type: 'organizer_of' })
      if (at > 1) relationships.push({ from: own, to: uuid(1000 * hub + at - 1), type: 'knows' })
    }
  }
  for (let at = 0; at < alone; at++) entities.push({ id: uuid(900_000 + at), kind: 'location', name: `Alone ${at}` })
  await insertGraph(test.service.db, id, { entities, relationships })
  return id
}

beforeAll(async () => {
  test = await startConsoleTest()
  domainId = await makeHubs(4, 9, 3)
})

const open = async (path = `/d/${domainId}`, options: Partial<Parameters<typeof openBrowser>[1]> = {}) => {
  const visitor = await openBrowser(test.url, { member: test.owner, ...options })
  await visitor.page.goto(path)
  if (!options.expected) await visitor.page.locator('[data-settled=true]').waitFor()
  return visitor
}

async function save(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Save as…' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return readFile(await download.path())
}

interface Dot {
  name: string
  x: number
  y: number
}

/** The dots of the picture, by their names, and the words in it with their boxes. */
async function seen(page: Page) {
  const svg = (await save(page, 'Drawing as SVG')).toString()
  const dots = [...svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)"[^>]*><title>([^<]*)</g)].map(
    ([, x, y, name]): Dot => ({ name: name as string, x: Number(x), y: Number(y) }),
  )
  const words = (await page.evaluate(
    `(() => {
      const shown = new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').documentElement
      document.body.append(shown)
      const all = [...shown.querySelectorAll('[data-label]')].map((text) => {
        const { x, y, width, height } = text.getBBox()
        return { text: text.textContent, kind: text.dataset.label, box: [x, y + height * 0.15, x + width, y + height * 0.85] }
      })
      shown.remove()
      return all
    })()`,
  )) as { text: string; kind: string; box: [number, number, number, number] }[]
  return { svg, dots, words, at: (name: string) => dots.find((dot) => dot.name === name) as Dot }
}

async function placeOf(page: Page, { x, y }: Dot): Promise<[number, number]> {
  const box = await page.getByRole('img', { name: /^Picture of/ }).boundingBox()
  return [(box?.x ?? 0) + x, (box?.y ?? 0) + y]
}

describe('the picture', () => {
  it('shows hubs with their neighbours at the same places for everybody, names the largest, and no name on another', async () => {
    const { page, mistakes } = await open()
    await page.getByRole('img', { name: 'Picture of 40 entities and 72 relationships' }).waitFor()
    await page.getByRole('button', { name: '3 without ties' }).waitFor()
    const first = await seen(page)
    expect(first.dots).toHaveLength(40)
    const names = first.words.filter(({ kind }) => kind === 'node')
    for (const hub of [0, 1, 2, 3]) expect(names.map(({ text }) => text)).toContain(`Hub ${hub}`)
    expect(names.length).toBeGreaterThanOrEqual(15)
    first.words.forEach(({ box: a, text }, at) => {
      for (const { box: b, text: other } of first.words.slice(at + 1)) {
        const isOver = a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
        expect(isOver && `${text} on ${other}`).toBe(false)
      }
    })
    await expectAccessibleEverywhere(page)
    if (process.env.SHOTS) await shootAll(page, 'picture')
    // Somebody with an empty browser sees the same.
    const other = await open()
    expect((await seen(other.page)).dots).toEqual(first.dots)
    expect([...mistakes, ...other.mistakes]).toEqual([])
  })

  it('tells parallel relationships apart, and names their types when there is room', async () => {
    const { page, mistakes } = await open(`/d/${domainId}?only=${uuid(0)},${uuid(1)}`)
    const { svg, words } = await seen(page)
    await page.getByRole('img', { name: 'Picture of 2 entities and 2 relationships' }).waitFor()
    const strong = [...svg.matchAll(/<path d="M([\d. -]+)Q([\d. -]+) /g)].map(([, from, bend]) => `${from} ${bend}`)
    expect([strong.length, new Set(strong).size]).toEqual([2, 2])
    const types = words.filter(({ kind }) => kind === 'line').map(({ text }) => text)
    expect(types.toSorted()).toEqual(['organizer of', 'speaker at'])
    expect(mistakes).toEqual([])
  })

  it('shows the relationship of which the panel of a path speaks, and not the one beside it', async () => {
    for (const [from, to] of [
      [uuid(1), uuid(0)],
      [uuid(0), uuid(1)],
    ]) {
      const { page, mistakes } = await open(
        `/d/${domainId}?only=${uuid(0)},${uuid(1)}&tool=path&path_from=${from}&path_to=${to}`,
      )
      await page.getByRole('img', { name: 'Picture of 2 entities and 2 relationships' }).waitFor()
      const shown = page.getByRole('list', { name: 'Paths' }).getByRole('button', { pressed: true })
      const said = /[–←] (organizer of|speaker at) [–→]/.exec((await shown.textContent()) ?? '')?.[1]
      expect(said).toBeDefined()
      await expect
        .poll(async () => (await seen(page)).words.flatMap(({ kind, text }) => (kind === 'line' ? text : [])))
        .toEqual([said])
      expect(mistakes).toEqual([])
    }
  })

  it('keeps a node where it was dragged, and takes that back', async () => {
    const { page, mistakes } = await open()
    const before = (await seen(page)).at('Hub 2')
    const [x, y] = await placeOf(page, before)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y + 20, { steps: 4 })
    await page.mouse.move(x - 90, y + 40, { steps: 4 })
    await page.mouse.up()
    const moved = (await seen(page)).at('Hub 2')
    expect(Math.hypot(moved.x - before.x + 90, moved.y - before.y - 40)).toBeLessThan(2)
    await page.reload()
    await page.locator('[data-settled=true]').waitFor()
    const reloaded = (await seen(page)).at('Hub 2')
    const others = (await seen(page)).at('Hub 0')
    expect(Math.hypot(reloaded.x - others.x, reloaded.y - others.y)).toBeGreaterThan(5)
    const [again] = await Promise.all([placeOf(page, reloaded)])
    await page.mouse.move(...again)
    await page.mouse.down()
    await page.mouse.move(again[0] + 70, again[1], { steps: 5 })
    await page.mouse.up()
    expect((await seen(page)).at('Hub 2').x).toBeGreaterThan(reloaded.x + 40)
    await page.keyboard.press('Escape')
    await page.locator('body').press('Control+z')
    const back = (await seen(page)).at('Hub 2')
    expect([back.x, back.y]).toEqual([reloaded.x, reloaded.y])
    expect(mistakes).toEqual([])
  })

  it('keeps a node that a finger rested on where it was dragged, and moves the picture otherwise', async () => {
    const { page, context, mistakes } = await open(undefined, { context: { hasTouch: true } })
    const finger = await context.newCDPSession(page)
    const touch = (type: string, ...points: [x: number, y: number][]) =>
      finger.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: points.map(([x, y]) => ({ x: Math.round(x), y: Math.round(y) })),
      })
    const drag = async ([x, y]: [number, number], restMs: number) => {
      await touch('touchStart', [x, y])
      await page.waitForTimeout(restMs)
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [x - 80 * part, y + 40 * part])
      await touch('touchEnd')
    }
    const undo = page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Undo' })
    const first = await seen(page)
    // Beside all nodes: on a slow machine a finger rests longer than it means to.
    const box = await page.getByRole('img', { name: /^Picture of/ }).boundingBox()
    await drag([(box?.x ?? 0) + 100, (box?.y ?? 0) + (box?.height ?? 0) - 60], 0)
    await expect
      .poll(async () => Math.round((await seen(page)).at('Hub 0').x))
      .not.toBe(Math.round(first.at('Hub 0').x))
    expect(await undo.isDisabled()).toBe(true)
    const before = await seen(page)
    await drag(await placeOf(page, before.at('Hub 2')), 600)
    await expect.poll(() => undo.isDisabled()).toBe(false)
    const after = await seen(page)
    const by = (name: string) => Math.round(after.at(name).x - before.at(name).x)
    expect([by('Hub 2'), by('Hub 0')]).toEqual([-80, 0])
    expect(mistakes).toEqual([])
  })

  it('shows a way back from where nothing is', async () => {
    const { page, mistakes } = await open()
    const box = await page.getByRole('img', { name: /^Picture of/ }).boundingBox()
    const [left, top] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) - 30]
    for (let times = 0; times < 3; times++) {
      await page.mouse.move(left, top)
      await page.mouse.down()
      await page.mouse.move(left + 1200, top - 400, { steps: 5 })
      await page.mouse.up()
    }
    await page.getByText('Nothing is here.').waitFor()
    await page.getByText('Nothing is here.').locator('..').getByRole('button', { name: 'Show all' }).click()
    await page.getByText('Nothing is here.').waitFor({ state: 'detached' })
    expect((await seen(page)).dots).toHaveLength(40)
    expect(mistakes).toEqual([])
  })
})

describe('work with the picture', () => {
  it('hides what a lasso has caught, keeps only some, and undoes both', async () => {
    const { page, mistakes } = await open()
    const { dots } = await seen(page)
    const left = dots.toSorted((a, b) => a.x - b.x).slice(0, 12)
    const edge = ((left.at(-1)?.x ?? 0) + (dots.toSorted((a, b) => a.x - b.x)[12]?.x ?? 0)) / 2
    const box = (await page.getByRole('img', { name: /^Picture of/ }).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    await page.getByRole('button', { name: 'Lasso' }).click()
    const corners = [
      [box.x + 2, box.y + 2],
      [box.x + edge, box.y + 2],
      [box.x + edge, box.y + box.height - 2],
      [box.x + 2, box.y + box.height - 2],
    ] as const
    await page.mouse.move(...corners[0])
    await page.mouse.down()
    for (const corner of corners) await page.mouse.move(...corner, { steps: 3 })
    await page.mouse.up()
    const bar = page.getByRole('group', { name: 'Chosen entities' })
    await bar.getByText('12 entities chosen').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await shootAll(page, 'picture-lasso')
    await bar.getByRole('button', { name: 'Hide' }).click()
    await page.getByRole('img', { name: /^Picture of 28 entities/ }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: /^Picture of 28 entities/ }).waitFor()
    await page.getByRole('button', { name: 'Show 12 hidden' }).click()
    // A row of the legend chooses all of its kind.
    await page.getByRole('list', { name: 'Kinds' }).getByRole('button', { name: /event/ }).click()
    await bar.getByText('4 entities chosen').waitFor()
    await bar.getByRole('button', { name: 'Keep only these' }).click()
    await page.getByRole('img', { name: /^Picture of 4 entities/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('img', { name: /^Picture of 40 entities/ }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('colours and sizes by group and by attribute, with a mark beside each colour', async () => {
    const { page, mistakes } = await open()
    await page.getByRole('button', { name: 'Look' }).click()
    await page.getByRole('combobox', { name: 'Colour by' }).selectOption('Group')
    await page.getByRole('list', { name: 'Groups' }).getByText('Around Hub 0 10').waitFor()
    await page.getByRole('combobox', { name: 'Colour by' }).selectOption('role')
    await page.getByRole('list', { name: 'Values' }).getByText('captain 20').waitFor()
    await page.getByRole('combobox', { name: 'Size by' }).selectOption('All the same')
    await expectAccessibleEverywhere(page)
    if (process.env.SHOTS) await shootAll(page, 'picture-look')
    expect(page.url()).toContain('color=role')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('list', { name: 'Groups' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('draws neighbours by one type of relationship', async () => {
    const { page, mistakes } = await open(`/d/${domainId}?show=1&at=${uuid(0)}`)
    await page.getByRole('button', { name: 'Draw neighbours…' }).click()
    await page.getByRole('menuitem', { name: 'organizer of (1)' }).click()
    await page.getByRole('img', { name: /^Picture of 2 entities and 1 relationship$/ }).waitFor()
    expect(page.url()).toContain('organizer_of')
    expect(mistakes).toEqual([])
  })

  it('is saved as a picture and as data', async () => {
    const { page, mistakes } = await open()
    expect((await save(page, 'Picture as PNG')).subarray(1, 4).toString()).toBe('PNG')
    const entities = (await save(page, 'Entities as CSV')).toString().trim().split('\r\n')
    const relationships = (await save(page, 'Relationships as CSV')).toString().trim().split('\r\n')
    expect([entities.length, relationships.length]).toEqual([41, 73])
    const both = JSON.parse((await save(page, 'Both as JSON')).toString())
    expect([both.nodes.length, both.edges.length, Number.isInteger(both.nodes[0].x)]).toEqual([40, 72, true])
    expect(mistakes).toEqual([])
  })
})

it('a graph beyond a thousand begins with its communities, each of which opens', async () => {
  const large = await makeHubs(7, 160, 12)
  const { page, mistakes } = await open(`/d/${large}`)
  await page.getByRole('img', { name: 'Picture of 7 groups' }).waitFor()
  await page.getByRole('button', { name: '12 without ties' }).waitFor()
  await expectAccessibleEverywhere(page)
  if (process.env.SHOTS) await shootAll(page, 'picture-groups')
  const { at } = await seen(page)
  await page.mouse.click(...(await placeOf(page, at('Hub 3 (161)'))))
  await page.getByRole('img', { name: /^Picture of 161 entities/ }).waitFor()
  await page.reload()
  await page.getByRole('img', { name: /^Picture of 161 entities/ }).waitFor()
  await page.getByRole('button', { name: 'All groups' }).click()
  await page.getByRole('img', { name: 'Picture of 7 groups' }).waitFor()
  await page.getByRole('button', { name: 'The best connected' }).click()
  await page.getByRole('img', { name: /^Picture of 150 entities/ }).waitFor()
  expect(mistakes).toEqual([])
})

it('a large picture moves as a copy, is drawn where that was, and tells at once what is below the pointer', async () => {
  const large = await makeHubs(1, 1300, 0)
  const { page, mistakes } = await open(`/d/${large}?show=1301`)
  await page.getByRole('img', { name: /^Picture of 1,301 entities/ }).waitFor()
  const before = (await seen(page)).at('Hub 0')
  await page.evaluate(`(() => {
    window.moves = 0
    const copy = document.querySelector('.graph-copy')
    const count = () => { if (copy.style.visibility === 'visible') window.moves++ }
    new MutationObserver(count).observe(copy, { attributes: true, attributeFilter: ['style'] })
  })()`)
  const moves = () => page.evaluate('window.moves') as Promise<number>
  const box = await page.getByRole('img', { name: /^Picture of/ }).boundingBox()
  const [x, y] = [Math.round((box?.x ?? 0) + 100), Math.round((box?.y ?? 0) + (box?.height ?? 0) - 60)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 120, y - 60, { steps: 6 })
  expect(await moves()).toBeGreaterThan(0)
  // The hand rests before it lets go: the picture is drawn, and does not glide on.
  const visible = (layer: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('.${layer}')).visibility === 'visible'`)
  await expect.poll(async () => [await visible('graph-copy'), await visible('sigma-nodes')]).toEqual([false, true])
  await page.mouse.up()
  const moved = await seen(page)
  expect(Math.hypot(moved.at('Hub 0').x - before.x - 120, moved.at('Hub 0').y - before.y + 60)).toBeLessThan(2)
  // What is below the pointer stays there while it zooms, and is chosen without waiting for the picture.
  const hub = await placeOf(page, moved.at('Hub 0'))
  const until = await moves()
  await page.mouse.move(...hub)
  await page.mouse.wheel(0, -100)
  await page.mouse.click(...hub)
  await expect.poll(() => page.url()).toContain(`at=${uuid(0)}`)
  expect(await moves()).toBeGreaterThan(until)
  expect(mistakes).toEqual([])
})
