import { describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

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
    const quote = page.getByRole('figure').filter({ hasText: 'Engineer' })
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
    const alert = page.getByRole('group', { name: 'Pages disagree' })
    await alert.waitFor()
    if (shots) await shootAll(page, 'entity-contradiction')
    await alert.getByRole('button', { name: /^Use this: .*54.0900, 12.1400/ }).click()
    await page.getByText('set by a person').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    await expect.poll(() => page.getByText('set by a person').count()).toBe(0)
    await expectAccessible(page)
    expect(mistakes).toEqual([])
  })

  it('shows relationships by type with counts and quotes', async () => {
    const { page, mistakes } = await open(await idOf('Port of Rostvik'), '?tab=relationships')
    const works = page.getByRole('button', { name: /… works for this/ })
    await works.waitFor()
    await page.getByRole('button', { name: 'Quotes for Ingrid Sørensen' }).first().click()
    await page.getByRole('figure').first().waitFor()
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

  it.each([
    ['timeline', 'Harbour Days 2021'],
    ['evidence', 'Quotes that support'],
    ['history', 'Entered the graph'],
    ['why', 'speak of it'],
  ])('has a tab for its %s', async (tab, text) => {
    const { page, mistakes } = await open(await idOf('Erik Lindqvist'), `?tab=${tab}`)
    await page.getByText(text).first().waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, `entity-${tab}`)
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
