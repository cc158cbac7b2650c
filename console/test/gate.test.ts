import { expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// The rules of the gate: drafts, previews, differences, publishing and rolling back.

const test = await startConsoleTest()
const { url, owner, call, key } = test
const domainId = await test.makeGraph()
const path = `/v1/domains/${domainId}`
const published = async () => (await call('GET', `${path}/gate`, { key })).body.published

it('drafts rules, previews, compares, publishes and rolls back', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/gate`)
  await page.getByRole('heading', { name: 'Version 1' }).waitFor()
  await page.getByRole('combobox', { name: 'Paths to leave out' }).fill('/events/**')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Note' }).fill('No events')
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  expect(new URL(page.url()).search).toBe('?version=2')

  await page.getByRole('textbox', { name: 'Fewest words' }).fill('5')
  await page.getByRole('button', { name: 'Save and preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of version 2' })
  await preview.getByText(/Newly dropped: 6/).waitFor()
  await preview.getByText('Paths to leave out: /events/**').waitFor()
  await preview.getByRole('link', { name: /harbour-days-2024/ }).waitFor()
  const draft = (await call('GET', `${path}/gate/versions/2`, { key })).body
  expect(draft).toMatchObject({ note: 'No events', rules: { block_paths: ['/events/**'], min_words: 5 } })

  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Version 1, in force' }).click()
  const differences = page.getByRole('region', { name: /^Differences/ })
  await differences.getByRole('row', { name: /Paths to leave out no restriction \+ \/events\/\*\*/ }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'gate-draft')

  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 2 is in force').waitFor()
  expect((await published()).version).toBe(2)
  await page
    .getByRole('navigation', { name: 'Versions' })
    .getByRole('link', { name: /Version 1/ })
    .click()
  await page.getByRole('heading', { name: 'Version 1' }).waitFor()
  await page.getByRole('button', { name: 'Roll back to this…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('Version 1 is in force').waitFor()
  expect((await published()).version).toBe(1)
  expect(mistakes).toEqual([])
})

it('keeps unsaved rules on a failed save, asks before leaving, and deletes a draft', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /503|400/ })
  const { version } = (await call('POST', `${path}/gate/versions`, { key, body: { rules: {} } })).body
  await page.goto(`/d/${domainId}/gate?version=${version}`)
  const about = page.getByRole('textbox', { name: 'What is relevant' })
  await about.fill('Ports of the Baltic Sea')
  await page.route('**/gate/versions/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { error: 'temporarily unavailable', code: 'unavailable' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByRole('alert').getByText('temporarily unavailable').waitFor()
  expect(await about.inputValue()).toBe('Ports of the Baltic Sea')

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  expect(await about.inputValue()).toBe('Ports of the Baltic Sea')

  await page.unroute('**/gate/versions/*')
  await page.getByRole('combobox', { name: 'Hosts to stay away from' }).fill('not a host')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page
    .getByText(/must be a host such as example.org/)
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Hosts to stay away from' }).focus()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('The draft is saved').waitFor()
  expect((await call('GET', `${path}/gate/versions/${version}`, { key })).body.rules.about).toMatch(/^Ports/)

  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }).click()
  await page.getByRole('heading', { name: 'Version 1' }).waitFor()
  expect((await call('GET', `${path}/gate/versions/${version}`, { key })).status).toBe(404)
  expect(mistakes).toEqual([])
})

it('keeps a number as it is typed', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const { version } = (await call('POST', `${path}/gate/versions`, { key, body: { rules: {} } })).body
  await page.goto(`/d/${domainId}/gate?version=${version}`)
  const confidence = page.getByRole('textbox', { name: 'Lowest confidence' })
  let typed = ''
  for (const sign of '0.50') {
    typed += sign
    await confidence.press(sign)
    expect(await confidence.inputValue()).toBe(typed)
  }
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('The draft is saved').waitFor()
  const saved = (await call('GET', `${path}/gate/versions/${version}`, { key })).body
  expect(saved.rules).toEqual({ min_confidence: 0.5 })
  await call('DELETE', `${path}/gate/versions/${version}`, { key })
  expect(mistakes).toEqual([])
})

it('shows what another tab has made of the draft, and lets the person choose', async () => {
  const body = { rules: { about: 'Ports', block_paths: ['/tag/**'] }, note: 'First' }
  const { version } = (await call('POST', `${path}/gate/versions`, { key, body })).body
  const draft = async () => (await call('GET', `${path}/gate/versions/${version}`, { key })).body
  const one = await openBrowser(url, { member: owner })
  const two = await openBrowser(url, { member: owner, expected: /412/ })
  for (const { page } of [one, two]) {
    await page.goto(`/d/${domainId}/gate?version=${version}`)
    await page.getByRole('textbox', { name: 'What is relevant' }).fill(page === one.page ? 'Ferries' : 'Lighthouses')
  }
  await one.page.getByRole('textbox', { name: 'Fewest words' }).fill('5')
  await one.page.getByRole('button', { name: 'Save the draft' }).click()
  await one.page.getByText('The draft is saved').waitFor()

  const { page } = two
  await page.getByRole('textbox', { name: 'Note' }).fill('Second')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  const notice = page.getByRole('alert', { name: 'Somebody was faster' })
  await notice.getByRole('radio', { name: 'Yours: Lighthouses' }).waitFor()
  expect((await draft()).rules.about).toBe('Ferries')
  expect(await page.getByRole('textbox', { name: 'Fewest words' }).inputValue()).toBe('5')
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'gate-conflict')
  await notice.getByRole('radio', { name: 'Theirs: Ferries' }).click()
  expect(await page.getByRole('textbox', { name: 'What is relevant' }).inputValue()).toBe('Ferries')
  await notice.getByRole('radio', { name: 'Yours: Lighthouses' }).click()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('The draft is saved').waitFor()
  await notice.waitFor({ state: 'hidden' })
  expect(await draft()).toMatchObject({
    rules: { about: 'Lighthouses', block_paths: ['/tag/**'], min_words: 5 },
    note: 'Second',
  })
  // A second save of the same tab finds nobody faster.
  await page.getByRole('textbox', { name: 'Note' }).fill('Third')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect.poll(async () => (await draft()).note).toBe('Third')
  expect([...one.mistakes, ...two.mistakes]).toEqual([])
})

it('shows a viewer the rules, without controls', async () => {
  const viewer = await test.makeMember(key, 'viewer')
  const { page, mistakes } = await openBrowser(url, { member: viewer })
  const body = { rules: { block_paths: ['/museum/**'] } }
  const { version } = (await call('POST', `${path}/gate/versions`, { key, body })).body
  await page.goto(`/d/${domainId}/gate?version=${version}`)
  const rule = page.getByText('/museum/**')
  await rule.waitFor()
  expect(await rule.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'gate-viewer')
  expect(await page.getByRole('button', { name: /Save|Publish|Roll back|Delete|Preview/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'What is relevant' }).getAttribute('readonly')).not.toBeNull()
  expect(mistakes).toEqual([])
})
