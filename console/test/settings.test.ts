import { afterAll, expect, it } from 'vitest'
import { answerWith, startReceiver } from '../../server/test/support/web/receiver.ts'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// The settings of a graph.

const receiver = await startReceiver()
afterAll(() => receiver.close())
const test = await startConsoleTest({ environment: { CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' } })
const { url, owner, call, key } = test
const { db } = test.service
const domainId = await test.makeGraph()
const path = `/v1/domains/${domainId}`
const domain = async () => (await call('GET', path, { key })).body

it('changes what the graph is about and its bounds, and nothing else', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /503/ })
  await page.goto(`/d/${domainId}/settings`)
  const budget = page.getByRole('textbox', { name: 'Page limit' })
  await budget.fill('2500')
  await call('PATCH', path, { key, body: { description: 'Changed by somebody else' } })
  await page.route(`**${path}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { error: 'temporarily unavailable', code: 'unavailable' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('temporarily unavailable').waitFor()
  expect(await budget.inputValue()).toBe('2,500')
  await page.unroute(`**${path}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect(await domain()).toMatchObject({ max_pages: 2500, description: 'Changed by somebody else' })
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-about')
  expect(mistakes).toEqual([])
})

it('sets in what time the graph is crawled again, and shows when that begins', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/settings`)
  await page.getByRole('combobox', { name: 'Crawl again' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/The next run begins in \d+ hours/).waitFor()
  expect((await domain()).recrawl_every).toBe(86_400)
  await call('PATCH', path, { key, body: { recrawl_every: 36_000 } })
  await page.reload()
  await expect.poll(() => page.getByRole('combobox', { name: 'Crawl again' }).inputValue()).toBe('Every 10 hours')
  await expectAccessible(page)
  expect(mistakes).toEqual([])
})

it('asks before a form that was changed is left by another tab, and only then', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/settings`)
  const description = page.getByRole('textbox', { name: 'Description' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const { description: stored } = await domain()
  await description.fill('About something else')
  await page.getByRole('tab', { name: 'Spend' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await description.inputValue()).toBe('About something else')
  await page.getByRole('tab', { name: 'Spend' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('textbox', { name: 'Monthly budget' }).fill('7')
  await page.getByRole('tab', { name: 'Kinds and attributes' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('textbox', { name: 'Address of the receiver' }).fill('https://example.org/')
  await page.getByRole('tab', { name: 'About' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => description.inputValue()).toBe(stored)
  await page.getByRole('tab', { name: 'Spend' }).click()
  await page.getByRole('textbox', { name: 'Monthly budget' }).waitFor()
  expect(await question.count()).toBe(0)
  expect(mistakes).toEqual([])
})

it('adds kinds and attributes, and says which kind is in use', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /409/ })
  await page.goto(`/d/${domainId}/settings?tab=ontology`)
  const kinds = page.getByRole('combobox', { name: 'Kinds', exact: true })
  await kinds.fill('ship')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('draught')
  await page.getByRole('textbox', { name: 'Label' }).fill('Draught in metres')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const { ontology, attributes } = await domain()
  expect(ontology).toContain('ship')
  expect(attributes).toMatchObject([{ key: 'draught', label: 'Draught in metres', kinds: [] }])
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-ontology')
  await kinds.focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('alert')
    .getByText(/kind still has entities: event/)
    .waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  expect(mistakes).toEqual([])
})

it('calls a type of relationships the same as another, and takes that back', async () => {
  const graphId = await test.makeGraph()
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /409/ })
  const ends: string[] = []
  for (const [kind, name] of [
    ['person', 'Richard Taylor'],
    ['object', 'The Sketch'],
    ['object', 'The Tatler'],
  ]) {
    ends.push((await call('POST', `/v1/domains/${graphId}/entities`, { key, body: { kind, name } })).body.id)
  }
  for (const [type, to] of [
    ['brought_out', ends[1]],
    ['works_for', ends[2]],
  ])
    await call('POST', `/v1/domains/${graphId}/relationships`, { key, body: { from: ends[0], to, type } })
  await page.goto(`/d/${graphId}/settings?tab=relations`)
  const row = page.getByRole('row', { name: /^brought out/ })
  await row.getByText('words of pages').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Call brought out the same as another type' }).click()
  const window = page.getByRole('dialog', { name: /brought out.* is the same as/ })
  await window.getByRole('combobox', { name: 'Type' }).fill('Works for')
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-relation-types-same')
  await window.getByRole('button', { name: 'Call them the same' }).click()
  await page.getByText('brought out is the same as works for.').waitFor()
  await row.getByRole('cell', { name: 'works for', exact: true }).waitFor()
  const shown = async () => {
    const { body } = await call('GET', `/v1/domains/${graphId}/entities/${ends[0]}/relationships`, { key })
    return body.relationships.map(({ type }: { type: string }) => type).sort()
  }
  expect(await shown()).toEqual(['works_for', 'works_for'])
  if (process.env.SHOTS) await shootAll(page, 'settings-relation-types')
  // The other way round it would be a circle.
  await page.getByRole('button', { name: 'Call works for the same as another type' }).click()
  const circle = page.getByRole('dialog', { name: /works for.* is the same as/ })
  await circle.getByRole('combobox', { name: 'Type' }).fill('brought_out')
  await circle.getByRole('button', { name: 'Call them the same' }).click()
  await circle.getByRole('alert').waitFor()
  await circle.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Let brought out be a type of its own again' }).click()
  await page.getByText('brought out is a type of its own again.').waitFor()
  expect(await shown()).toEqual(['brought_out', 'works_for'])
  expect(mistakes).toEqual([])
})

it('sets a cap, and shows spend by month, purpose and model', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/settings?tab=spend`)
  await page.getByRole('heading', { name: 'No model was asked yet' }).waitFor()
  await db.query(
    `insert into model_usage (domain_id, month, purpose, model, calls, tokens_input, tokens_cached, tokens_output, spend_usd)
     values ($1, date_trunc('month', now()), 'reading', 'openai:small', 1200, 3400000, 100000, 210000, 4.25),
            ($1, date_trunc('month', now()), 'answer', 'openai:small', 12, 40000, 0, 9000, 0.004),
            ($1, date_trunc('month', now()) - interval '1 month', 'reading', 'openai:small', 300, 900000, 0, 50000, 1.1)`,
    [domainId],
  )
  const cap = page.getByRole('textbox', { name: 'Monthly budget' })
  await cap.pressSequentially('12.50')
  expect(await cap.inputValue()).toBe('$12.50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect((await domain()).max_spend_usd).toBe(12.5)
  await page.reload()
  await page.getByRole('row', { name: /reading, openai:small 1,200 3.4m 210k US\$4.25/ }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-spend')
  expect(mistakes).toEqual([])
})

it('makes, tests, resends, changes and deletes a webhook', async () => {
  receiver.answer = answerWith(200)
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /400/ })
  await page.goto(`/d/${domainId}/settings?tab=webhooks`)
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor()
  const address = page.getByRole('textbox', { name: 'Address of the receiver' })
  await address.fill('http://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Make a webhook' }).click()
  await page
    .getByRole('alert')
    .getByText(/address/)
    .waitFor()
  expect(await address.inputValue()).toBe('http://10.0.0.1/hook')
  await address.fill(receiver.url)
  await page.getByRole('button', { name: 'Make a webhook' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test arrived: the receiver answered 200.').waitFor()
  receiver.answer = answerWith(410)
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('row', { name: /ping.*delivered/ }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('row', { name: /ping 2 failed.*410/ }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-webhooks')
  const [first] = await page.getByText(/^whsec_/).allTextContents()
  const menu = page.getByRole('button', { name: /^Change:/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Address and events…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /entity\.changed/ }).check()
  const kinds = dialog.getByRole('combobox', { name: 'Only these kinds' })
  await kinds.fill('person')
  await kinds.press('Enter')
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-webhook-events')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('crawl.finished, budget.hit, entity.changed (only person)').waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'New secret…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await expect.poll(() => page.getByText(/^whsec_/).textContent()).not.toBe(first)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor()
  expect(mistakes).toEqual([])
})

it('makes a share link that works, and revokes it', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/settings?tab=shares`)
  await page.getByRole('checkbox', { name: 'Map' }).uncheck()
  for (const part of ['Relationships', 'Facts', 'Sources'])
    expect(await page.getByRole('checkbox', { name: part }).isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: 'Relationships' }).check()
  await page.getByRole('checkbox', { name: 'Sources' }).check()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByRole('link', { name: /\/s\/shr_/ })
  const address = (await link.getAttribute('href')) ?? ''
  const read = () => call('GET', `/v1/public/${address.split('/').at(-1)}`)
  const shared = async () => (await read()).status
  expect((await read()).body.show).toEqual(['relationships', 'sources'])
  expect(address.startsWith(`${url}/s/shr_`)).toBe(true)
  expect(await shared()).toBe(200)
  await page.getByRole('cell', { name: 'graph, timeline, search with relationships, sources' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Sources' }).isChecked()).toBe(false)
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'settings-shares')
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('heading', { name: 'No share link yet' }).waitFor()
  expect(await shared()).toBe(404)
  expect(mistakes).toEqual([])
})

it('lets an editor archive, and only an owner delete', async () => {
  const editor = await test.makeMember(key, 'editor')
  const other = await test.makeDomain({ name: 'Short-lived' })
  const visitor = await openBrowser(url, { member: editor })
  await visitor.page.goto(`/d/${other}/settings?tab=end`)
  await visitor.page.getByRole('button', { name: 'Archive' }).click()
  await visitor.page.getByText('The graph is archived: nothing is crawled').waitFor()
  expect((await call('GET', `/v1/domains/${other}`, { key })).body.archived).toBe(true)
  await visitor.page.getByRole('button', { name: 'Undo' }).click()
  await visitor.page.getByText('Archive the graph').waitFor()
  await visitor.page.getByText('Owners of the project can delete the graph.').waitFor()
  await expectAccessible(visitor.page)
  expect(visitor.mistakes).toEqual([])

  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${other}/settings?tab=end`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the graph' })
  await dialog.getByText('0 entities, 0 relationships, 0 pages').waitFor()
  if (process.env.SHOTS) await shootAll(page, 'settings-delete')
  expect(await dialog.getByRole('button', { name: 'Delete for good' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('Short-lived')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('heading', { name: 'Graphs' }).waitFor()
  expect((await call('GET', `/v1/domains/${other}`, { key })).status).toBe(404)
  expect(mistakes).toEqual([])
})

it('shows a viewer the settings, without controls', async () => {
  const viewer = await test.makeMember(key, 'viewer')
  const { page, mistakes } = await openBrowser(url, { member: viewer })
  for (const tab of ['about', 'ontology', 'spend', 'webhooks', 'shares', 'end']) {
    await page.goto(`/d/${domainId}/settings?tab=${tab}`)
    await page.getByRole('button', { name: 'As a call of the API' }).waitFor()
    expect(await page.getByRole('button', { name: /Save|Make|Add|Delete|Archive|Revoke/ }).count()).toBe(0)
  }
  await expectAccessible(page)
  expect(mistakes).toEqual([])
})
