import { describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// Watches: made beside what is looked at, read, seen by each person alone, delivered by feed and by mail.

const test = await startConsoleTest({
  environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'watch@pole.example', PUBLIC_URL: 'http://127.0.0.1' },
})
const { url, key, owner, call, makeGraph, makeMember } = test
const shots = process.env.SHOTS

const entityOf = async (domainId: string, name: string): Promise<string> => {
  const { body } = await call('GET', `/v1/domains/${domainId}/entities?limit=100`, { key })
  return (body.entities as { id: string; name: string }[]).find((one) => one.name === name)?.id ?? ''
}
const change = async (domainId: string, name: string, summary: string) =>
  call('PATCH', `/v1/domains/${domainId}/entities/${await entityOf(domainId, name)}`, { key, body: { summary } })

describe('watches', () => {
  it('are made on the page of an entity, tell what has changed, and are seen by each person alone', async () => {
    const domainId = await makeGraph()
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${domainId}/watches`)
    await page.getByText('No watch yet').waitFor()
    await expectAccessible(page)
    await page.goto(`/d/${domainId}/e/${await entityOf(domainId, 'Erik Lindqvist')}`)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch' })
    expect(await dialog.getByLabel('Name of the watch').inputValue()).toBe('Erik Lindqvist')
    await dialog.getByRole('button', { name: 'Watch' }).click()
    const card = page.getByRole('region', { name: 'Watch Erik Lindqvist' })
    await card.getByText('Nothing is new since you looked.').waitFor()
    await change(domainId, 'Erik Lindqvist', 'Builds cranes.')
    await page.reload()
    await card.getByText('1 new').waitFor()
    await page.getByRole('link', { name: /Watches 1 new/ }).waitFor()
    await card.getByRole('article').getByText('Builds cranes.').waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'watches')
    await card.getByRole('button', { name: 'I have seen these' }).click()
    await card.getByText('Nothing is new since you looked.').waitFor()
    await card.getByText('1 new').waitFor({ state: 'detached' })
    await card.getByText('All that is kept').click()
    await card.getByRole('article').getByText('Builds cranes.').waitFor()
    const viewer = await makeMember(key, 'viewer')
    const other = await openBrowser(url, { member: viewer })
    await other.page.goto(`/d/${domainId}/watches`)
    await other.page.getByText('1 new').waitFor()
    await other.page.getByRole('button', { name: 'More: Erik Lindqvist' }).click()
    expect(await other.page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
    expect([...mistakes, ...other.mistakes]).toEqual([])
  })

  it('of a search lead back to it', async () => {
    const domainId = await makeGraph()
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${domainId}?kind=person&view=table`)
    await page.getByRole('button', { name: 'Watch these' }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch' })
    await dialog.getByLabel('Name of the watch').fill('Everybody')
    await dialog.getByRole('button', { name: 'Watch' }).click()
    const card = page.getByRole('region', { name: 'Watch Everybody' })
    await card.getByRole('link', { name: 'Show these in Explore' }).click()
    await page.waitForURL(/kind=person/)
    expect(mistakes).toEqual([])
  })

  it('have a feed whose address is shown once, and mail; both end', async () => {
    const domainId = await makeGraph()
    const body = { name: 'People', query: { kinds: ['person'] } }
    expect((await call('POST', `/v1/domains/${domainId}/watches`, { key, body })).status).toBe(201)
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${domainId}/watches`)
    const card = page.getByRole('region', { name: 'Watch People' })
    const choose = async (name: RegExp) => {
      await card.getByRole('button', { name: 'More: People' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose(/^Make a feed/)
    const address = await card.getByText(/\/v1\/feeds\/fed_\w+\.atom/).innerText()
    const read = async () => (await fetch(`${url}${new URL(address).pathname}`)).status
    expect(await read()).toBe(200)
    if (shots) await shootAll(page, 'watches-feed')
    await choose(/^End the feed/)
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await card.getByText('has a feed').waitFor({ state: 'detached' })
    expect(await read()).toBe(404)
    await choose(/^Every day/)
    await card.getByText('mail to you every day').waitFor()
    await choose(/^None/)
    await card.getByText('mail to you every day').waitFor({ state: 'detached' })
    await choose(/^Rename/)
    await page.getByLabel('Name of the watch').fill('Persons')
    await page.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('region', { name: 'Watch Persons' })
    await renamed.getByRole('button', { name: 'More: Persons' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No watch yet').waitFor()
    expect(mistakes).toEqual([])
  })

  it('can be what a webhook is told of', async () => {
    const domainId = await makeGraph()
    const body = { name: 'People', query: { kinds: ['person'] } }
    const { id } = (await call('POST', `/v1/domains/${domainId}/watches`, { key, body })).body
    const hook = { url: 'https://example.org/hook', events: ['entity.added'], filter: { watch_id: id } }
    expect((await call('POST', `/v1/domains/${domainId}/webhooks`, { key, body: hook })).status).toBe(201)
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${domainId}/settings?tab=webhooks`)
    await page.getByText('entity.added (only the news of a watch)').waitFor()
    expect(mistakes).toEqual([])
  })
})
