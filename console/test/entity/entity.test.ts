import { describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll, undoOf } from '../support/browser.ts'
import { startConsoleTest } from '../support/console.ts'

// The page of an entity: what is said about it and by whom, and how a person corrects it.

const test = await startConsoleTest()
const { url, key, owner, call, host } = test
const domainId = await test.makeGraph()
const api = `/v1/domains/${domainId}`

async function idOf(name: string): Promise<string> {
  const { body } = await call('GET', `${api}/entities?q=${encodeURIComponent(name)}&limit=20`, { key })
  return body.entities.find((one: { name: string }) => one.name === name)?.id
}
const open = async (id: string, search = '', options: Parameters<typeof openBrowser>[1] = { member: owner }) => {
  const visitor = await openBrowser(url, options)
  await visitor.page.goto(`/d/${domainId}/e/${id}${search}`)
  return visitor
}
const shots = process.env.SHOTS

describe('reading', () => {
  it('opens the quotes of a value, and the page at a quote', async () => {
    const { page, mistakes } = await open(await idOf('Erik Lindqvist'))
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Engineer' }).click()
    const quote = page.getByRole('region', { name: 'Facts' }).getByRole('figure').filter({ hasText: 'Engineer' })
    const link = quote.getByRole('link', { name: /Open the page at this quote/ })
    expect(await link.getAttribute('href')).toBe(`http://${host}/people/erik-lindqvist#:~:text=Engineer`)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(page.url()).toContain('field=attributes.job_title')
    await page.reload()
    await expect.poll(() => quote.count()).toBe(1)
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-facts')
    expect(mistakes).toEqual([])
  })

  it('shows where pages disagree beside the value, and lets a person choose', async () => {
    const { page, mistakes } = await open(await idOf('Rostock'))
    const facts = page.getByRole('region', { name: 'Facts' })
    const alert = facts.getByRole('group', { name: 'Pages disagree' })
    await alert.waitFor()
    if (shots) await shootAll(page, 'entity-contradiction')
    await alert.getByRole('button', { name: /^Use this: .*54.0900, 12.1400/ }).click()
    await facts.getByText('set by a person').waitFor()
    await undoOf(page).click()
    await page.getByText('Taken back.').waitFor()
    await expect.poll(() => facts.getByText('set by a person').count()).toBe(0)
    await expectAccessible(page)
    expect(mistakes).toEqual([])
  })

  it('shows relationships by type with counts and quotes', async () => {
    const { page, mistakes } = await open(await idOf('Port of Rostvik'), '?tab=relationships')
    const works = page.getByRole('region', { name: '… works for this' })
    await works.waitFor()
    await expect.poll(() => works.evaluate((part) => part.getBoundingClientRect().top < innerHeight)).toBe(true)
    const count = Number(await works.getByRole('heading').locator('xpath=following-sibling::*').innerText())
    const row = works.getByRole('button', { name: 'Quotes for Ingrid Sørensen' })
    expect(await works.getByRole('button', { name: /^Quotes for/ }).count()).toBe(Math.min(count, 6))
    await row.hover()
    await page.getByRole('tooltip').getByText('Ingrid Sørensen').first().waitFor()
    await row.click()
    await works.getByRole('figure').first().waitFor()
    await page.mouse.move(0, 0)
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-relationships')
    expect(mistakes).toEqual([])
  })

  it('shows neighbours, each a link, and goes there and back', async () => {
    const { page, mistakes } = await open(await idOf('Erik Lindqvist'))
    const circle = page.getByRole('region', { name: 'Neighbours' })
    await circle.getByRole('link', { name: /^Port of Rostvik, works for/ }).click()
    await page.getByRole('heading', { name: 'Port of Rostvik', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('has all that is known on one page, and says what it is in a sentence', async () => {
    const { page, mistakes } = await open(await idOf('Erik Lindqvist'))
    await page.getByText('Engineer; works for Port of Rostvik').waitFor()
    for (const name of ['Facts', 'Where and when', 'Relationships', 'Quotes', 'Sites', 'History', 'Why it is here']) {
      await page.getByRole('region', { name: new RegExp(`^${name}( \\d+)?$`) }).waitFor()
    }
    const id = await idOf('Erik Lindqvist')
    const { nodes } = (await call('GET', `${api}/entities/${id}/neighbors?limit=500`, { key })).body
    const dated = (await call('GET', `${api}/entities?has=when&limit=500`, { key })).body.entities
    const known = new Set([id, ...dated.map((one: { id: string }) => one.id)])
    const undated = nodes.filter((one: { id: string }) => !known.has(one.id)).length
    for (const text of ['Harbour Days 2021', 'Entered the graph', 'speak of it', `${undated} neighbour`]) {
      await page.getByText(text).first().waitFor()
    }
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-page')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBe(0)
    expect(mistakes).toEqual([])
  })

  it.each([
    ['timeline', 'Where and when'],
    ['evidence', 'Quotes'],
    ['history', 'History'],
    ['why', 'Why it is here'],
  ])('leads to its part by the address of old: %s', async (tab, title) => {
    const { page, mistakes } = await open(await idOf('Port of Rostvik'), `?tab=${tab}`)
    const heading = page.getByRole('heading', { name: new RegExp(`^${title}`), level: 2 })
    await heading.waitFor()
    await page.getByText('Entered the graph').first().waitFor()
    const isInView = () =>
      heading.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 100 && bottom < innerHeight
      })
    await expect.poll(isInView).toBe(true)
    await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Facts' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200)
    expect(mistakes).toEqual([])
  })

  it('shows the first rows of a long part, and all of it when asked', async () => {
    const id = await idOf('Port of Rostvik')
    const { body } = await call('GET', `${api}/entities/${id}`, { key })
    const { page, mistakes } = await open(id)
    const quotes = page.getByRole('region', { name: /^Quotes/ })
    await quotes.getByRole('figure').first().waitFor()
    expect(await quotes.getByRole('figure').count()).toBe(5)
    await quotes.getByRole('button', { name: `Show all ${body.evidence_count} quotes` }).click()
    await expect.poll(() => quotes.getByRole('figure').count()).toBe(Math.min(body.evidence_count, 50))
    expect(mistakes).toEqual([])
  })

  it('shows the quotes of a value while the pointer rests on it, and to the keyboard', async () => {
    const { page, mistakes } = await open(await idOf('Erik Lindqvist'))
    const value = page.getByRole('button', { name: 'Engineer' })
    await value.hover()
    const tooltip = page.getByRole('tooltip')
    await tooltip.getByText(/Engineer/).waitFor()
    await tooltip.getByText(`${host}/people/erik-lindqvist`).waitFor()
    await page.mouse.move(0, 0)
    await expect.poll(() => tooltip.count()).toBe(0)
    await page.keyboard.press('Tab')
    await value.focus()
    await tooltip.getByText(/Engineer/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Facts' }).getByRole('figure').first().waitFor()
    await expect.poll(() => tooltip.count()).toBe(0)
    expect(mistakes).toEqual([])
  })

  it('says of a place where it is on a small map, and which sites disagree', async () => {
    const { page, mistakes } = await open(await idOf('Rostock'))
    const map = page.getByRole('img', { name: /^On the map: 54\.\d° N, 12\.\d° E$/ })
    await map.waitFor()
    await expect.poll(() => map.getAttribute('data-drawn')).toBe('true')
    const contested = page.getByRole('region', { name: /^Contested/ })
    await contested.getByText(/Where: 2 values on 1 site/).waitFor()
    await contested.getByRole('button', { name: 'Where' }).click()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-place')
    expect(mistakes).toEqual([])
  })

  it('says which sites are there by the name alone, and parts them', async () => {
    const person = (name: string) =>
      `<script type="application/ld+json">${JSON.stringify({
        ...{ '@context': 'https://schema.org', '@type': 'Person', name },
      })}</script>`
    const news = test.open(({ path }) =>
      path === '/'
        ? {
            body: `<html lang="en"><head><title>A report</title>${person('Erik Lindqvist')}</head><body><main><h1>A report</h1>
              <p>In the evening Erik Lindqvist thanked the guests for a long and friendly discussion.</p></main></body></html>`,
          }
        : undefined,
    )
    const domain = await test.makeGraph('Two sites')
    await test.crawl(domain, `http://${news}/`)
    const people = async (): Promise<{ id: string; name: string }[]> => {
      const { body } = await call('GET', `/v1/domains/${domain}/entities?q=Erik%20Lindqvist&kind=person`, { key })
      return body.entities.filter(({ name }: { name: string }) => name === 'Erik Lindqvist')
    }
    const [erik, ...others] = await people()
    expect(others).toEqual([])
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${domain}/e/${erik?.id}?tab=why`)
    const join = page.getByRole('article').filter({ hasText: 'Nothing else tells that they mean the same.' })
    await join.getByText(news).waitFor()
    await expectAccessible(page)
    await join.getByRole('button', { name: 'Different' }).click()
    await page.getByText('Different: they are two now.').waitFor()
    await expect.poll(async () => (await people()).length).toBe(2)
    expect(mistakes).toEqual([])
  })

  it('says what can be called', async () => {
    const id = await idOf('Erik Lindqvist')
    const { page, mistakes } = await open(id, '?tab=history')
    await page.getByRole('button', { name: 'As a call of the API' }).click()
    await page.getByText(`${url}/v1/domains/${domainId}/entities/${id}/history`).waitFor()
    expect(mistakes).toEqual([])
  })

  it('shows a viewer everything, and no controls to change it', async () => {
    const viewer = await test.makeMember(key, 'viewer', 'vera@example.org')
    const { page, mistakes } = await open(await idOf('Rostock'), '', { member: viewer })
    await page.getByRole('group', { name: 'Pages disagree' }).waitFor()
    for (const name of ['Edit', 'More', /^Use this/]) expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(mistakes).toEqual([])
  })

  it('says that the service failed, and goes on when asked', async () => {
    const id = await idOf('Erik Lindqvist')
    const { page, mistakes } = await openBrowser(url, { member: owner, expected: /500/ })
    const broken = `**/v1/domains/*/entities/${id}`
    await page.route(broken, (route) =>
      route.fulfill({ status: 500, json: { error: 'it broke', code: 'internal_error' } }),
    )
    await page.goto(`/d/${domainId}/e/${id}`)
    await page.getByRole('alert').filter({ hasText: 'it broke' }).waitFor()
    await page.unroute(broken)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    expect(mistakes).toEqual([])
  })
})

it('never says of what was deleted that it is unknown', async () => {
  const body = { kind: 'person', name: 'Someone Deleted' }
  const { id } = (await call('POST', `${api}/entities`, { key, body })).body
  await call('DELETE', `${api}/entities/${id}`, { key })
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /404/ })
  const unknown = page.getByText('This is not in the graph')
  const answer = Promise.withResolvers<void>()
  await page.route('**/tombstones?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`/d/${domainId}/e/${id}`)
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await unknown.count()).toBe(0)
  answer.resolve()
  await page.getByText('This was deleted').waitFor()
  await page.unroute('**/tombstones?*')
  await page.route('**/tombstones?*', (route) =>
    route.fulfill({ status: 404, json: { error: 'Not now', code: 'not_found' } }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('Not now').waitFor()
  expect(await unknown.count()).toBe(0)
  expect(mistakes).toEqual([])
})
