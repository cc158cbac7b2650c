import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from '../support/browser.ts'
import { startConsoleTest } from '../support/console.ts'

// The stored text of a page with its quotes: a person reads why something is known, and makes facts of words.

const test = await startConsoleTest()
const { url, key, owner, call, host } = test
const domainId = await test.makeGraph()
const api = `/v1/domains/${domainId}`
const shots = process.env.SHOTS

const get = async (path: string) => (await call('GET', `${api}${path}`, { key })).body
const idOf = async (name: string): Promise<string> =>
  (await get(`/entities?q=${encodeURIComponent(name)}&limit=20`)).entities.find(
    (one: { name: string }) => one.name === name,
  )?.id
const pageAt = async (path: string): Promise<string> =>
  (await get(`/pages?q=${encodeURIComponent(`${host}${path}`)}`)).pages.find((one: { url: string }) =>
    one.url.endsWith(path),
  ).id

async function open(path: string, options: Parameters<typeof openBrowser>[1] = { member: owner }) {
  const visitor = await openBrowser(url, options)
  await visitor.page.goto(`/d/${domainId}${path}`)
  return visitor
}

/** Selects words as a person does by dragging over them. */
const select = (page: Page, words: string) =>
  page.getByRole('article', { name: 'Text of the page' }).evaluate((article, words) => {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(words) ?? -1
      if (at >= 0) return getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
    }
    throw new Error(`the page does not say: ${words}`)
  }, words)

describe('reading', () => {
  it('opens the page of a quote at its words, with all quotes marked and the facts beside them', async () => {
    const id = await idOf('Erik Lindqvist')
    const { page, mistakes } = await open(`/e/${id}`)
    const relationships = page.getByRole('region', { name: 'Works for …' })
    await relationships.getByRole('button', { name: 'Quotes for Port of Rostvik' }).click()
    const quote = relationships.getByRole('figure').filter({ hasText: 'knows the coast' })
    await quote.getByRole('link', { name: /^Read this quote in its page/ }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    const text = page.getByRole('article', { name: 'Text of the page' })
    const meant = text.locator('mark[data-meant]')
    await expect.poll(() => meant.count()).toBeGreaterThan(0)
    expect((await meant.allInnerTexts()).join('')).toContain('works for Port of Rostvik')
    const first = meant.first()
    await expect.poll(() => first.evaluate((mark) => mark.getBoundingClientRect().top < innerHeight)).toBe(true)
    const margin = page.getByRole('group', { name: 'What this tells' })
    await margin.getByText('Erik Lindqvist works for Port of Rostvik').first().waitFor()
    const live = await page.getByRole('link', { name: 'Open the live page at these words' }).getAttribute('href')
    expect(live).toMatch(new RegExp(`^http://${host}/people/erik-lindqvist#:~:text=`))
    await expectAccessible(page)
    if (shots) await shootAll(page, 'read-quote')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(mistakes).toEqual([])
  })

  it('marks the quotes of the entity that one came from more strongly', async () => {
    const [id, pageId] = [await idOf('Ingrid Sørensen'), await pageAt('/')]
    const { page, mistakes } = await open(`/p/${pageId}?entity=${id}`)
    const text = page.getByRole('article', { name: 'Text of the page' })
    await expect.poll(() => text.locator('mark[data-strong]').count()).toBeGreaterThan(0)
    expect((await text.locator('mark[data-strong]').allInnerTexts()).join(' ')).toContain('Ingrid Sørensen')
    await page.getByText('Marked more strongly:').waitFor()
    const colors = () =>
      text.evaluate((article) => {
        const of = (selector: string) => {
          const mark = article.querySelector(selector)
          return mark && getComputedStyle(mark).backgroundColor
        }
        return [of('mark[data-strong]'), of('mark:not([data-strong])'), getComputedStyle(article).backgroundColor]
      })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(async () => new Set(await colors()).size).toBe(3)
      await expectAccessible(page)
    }
    await page.goto(`/d/${domainId}/p/${pageId}`)
    await expect.poll(() => text.locator('mark').count()).toBeGreaterThan(0)
    expect(await text.locator('mark[data-strong]').count()).toBe(0)
    expect(mistakes).toEqual([])
  })

  it('shows quotes of data that readers do not see apart from the text', async () => {
    const id = await idOf('Erik Lindqvist')
    const { evidence } = await get(`/entities/${id}/evidence?field=attributes.job_title`)
    const { page_id, start, end, quote } = evidence[0]
    const { page, mistakes } = await open(`/p/${page_id}?entity=${id}&at=${start}-${end}`)
    const unseen = page.getByRole('region', { name: 'Said to machines' })
    const mark = unseen.locator('mark[data-meant]').filter({ hasText: quote }).first()
    await mark.waitFor()
    await expect.poll(() => mark.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
    await expectAccessible(page)
    if (shots) await shootAll(page, 'read-unseen')
    expect(mistakes).toEqual([])
  })

  it('says that the page has changed since where the words are not there any more', async () => {
    const { page, mistakes } = await open(`/p/${await pageAt('/')}?at=900000-900010`)
    await page.getByRole('group', { name: 'The page has changed' }).waitFor()
    await page.getByRole('article', { name: 'Text of the page' }).waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('a page without a stored text', () => {
  it('says why', async () => {
    const gone = await test.makeDomain({ name: 'Gone' })
    await test.crawl(gone, `http://${host}/nothing-here`)
    const { pages } = (await call('GET', `/v1/domains/${gone}/pages`, { key })).body
    const { page, mistakes } = await openBrowser(url, { member: owner, expected: /404/ })
    await page.goto(`/d/${gone}/p/${pages[0].id}`)
    await page.getByText('No text of this page is stored').waitFor()
    await page.getByText(pages[0].error).waitFor()
    await expectAccessible(page)
    expect(mistakes).toEqual([])
  })

  it('is told from a page that is not there, and from a service that fails', async () => {
    const { page, mistakes } = await open('/p/0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', {
      member: owner,
      expected: /404|500/,
    })
    await page.getByText('This page is not in the graph').waitFor()
    const pageId = await pageAt('/')
    await page.route('**/text', (route) =>
      route.fulfill({ status: 500, json: { error: 'it broke', code: 'internal_error' } }),
    )
    await page.goto(`/d/${domainId}/p/${pageId}`)
    await page.getByRole('alert').filter({ hasText: 'it broke' }).waitFor()
    await page.unroute('**/text')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article', { name: 'Text of the page' }).waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('a fact from words', () => {
  it('is added to an entity, and keeps the words and the address as its reason', async () => {
    const [id, pageId] = [await idOf('Tomasz Wieczorek'), await pageAt('/people/tomasz-wieczorek')]
    const words = 'knows the coast between Rostock and Tallinn like few others'
    const { page, mistakes } = await open(`/p/${pageId}?entity=${id}`)
    await select(page, words)
    await page.getByRole('button', { name: 'Add or correct a fact' }).click()
    const form = page.getByRole('dialog', { name: 'Add or correct a fact' })
    await form.getByText(`“${words}”`).waitFor()
    await form.getByLabel('What it is').fill('Known for')
    await form.getByText('Now: nothing').waitFor()
    await form.getByRole('textbox', { name: 'Value' }).fill('the coast between Rostock and Tallinn')
    await expectAccessible(page)
    if (shots) await shootAll(page, 'read-fact')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    const entity = await get(`/entities/${id}`)
    expect(entity.attributes.known_for).toBe('the coast between Rostock and Tallinn')
    expect(entity.pinned).toContain('attributes.known_for')
    const { audit } = await get(`/audit?entity=${id}`)
    expect(audit[0].reason).toBe(`“${words}” http://${host}/people/tomasz-wieczorek`)
    await page.goto(`/d/${domainId}/e/${id}?field=attributes.known_for`)
    await page.getByRole('region', { name: 'Facts' }).getByText(`“${words}”`).waitFor()
    expect(mistakes).toEqual([])
  })

  it('corrects a value from the margin, and shows what somebody faster made of it before it replaces that', async () => {
    const [id, pageId] = [await idOf('Aino Virtanen'), await pageAt('/people/aino-virtanen')]
    const { page, mistakes } = await open(`/p/${pageId}?entity=${id}`, { member: owner, expected: /400|412/ })
    await page.getByRole('button', { name: 'Correct', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: 'Add or correct a fact' })
    await form.getByLabel('What it is').fill('When')
    await form.getByRole('textbox', { name: 'Value' }).fill('long ago')
    await form.getByRole('button', { name: 'Save' }).click()
    await form
      .getByText(/must be a date as EDTF/)
      .first()
      .waitFor()
    await form.getByRole('textbox', { name: 'Value' }).fill('1984')
    await call('PATCH', `${api}/entities/${id}`, { key, body: { when: '1985' } })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert', { name: 'Somebody was faster' }).waitFor()
    await form.getByText('Now: 1985').waitFor()
    expect((await get(`/entities/${id}`)).when.edtf).toBe('1985')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    expect((await get(`/entities/${id}`)).when.edtf).toBe('1984')
    expect(mistakes).toEqual([])
  })

  it('relates two entities of the page', async () => {
    const [id, other, pageId] = [
      await idOf('Jonas Petersen'),
      await idOf('Rostock'),
      await pageAt('/people/jonas-petersen'),
    ]
    const { page, mistakes } = await open(`/p/${pageId}?entity=${id}`)
    await select(page, 'between Rostock and Tallinn')
    await page.getByRole('button', { name: 'Add or correct a fact' }).click()
    const form = page.getByRole('dialog', { name: 'Add or correct a fact' })
    await form.getByText('A relationship').click()
    await form
      .getByRole('combobox', { name: 'With which other one?' })
      .or(form.getByLabel('With which other one?'))
      .first()
      .fill('Rosto')
    await page.getByRole('option', { name: 'Rostock' }).click()
    await form.getByLabel('What it is').fill('Knows the coast of')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    const { relationships } = await get(`/entities/${id}/relationships?type=knows_the_coast_of`)
    expect(relationships).toMatchObject([{ from: { id }, to: { id: other }, type: 'knows_the_coast_of' }])
    expect(mistakes).toEqual([])
  })

  it('is not offered to viewers', async () => {
    const viewer = await test.makeMember(key, 'viewer', 'vera@example.org')
    const { page, mistakes } = await open(`/p/${await pageAt('/people/maarja-tamm')}`, { member: viewer })
    await page.getByRole('article', { name: 'Text of the page' }).waitFor()
    await select(page, 'like few others')
    await page.waitForTimeout(300)
    expect(await page.getByRole('button', { name: /fact|Correct/ }).count()).toBe(0)
    expect(mistakes).toEqual([])
  })
})
