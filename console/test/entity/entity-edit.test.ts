import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll, undoOf } from '../support/browser.ts'
import { startConsoleTest } from '../support/console.ts'

// A person corrects an entity. Each test makes what it changes.

const test = await startConsoleTest()
const { url, key, owner, call } = test
const domainId = await test.makeDomain({ name: 'Corrections' })
const api = `/v1/domains/${domainId}`
const shots = process.env.SHOTS

const make = async (name: string, fields: object = {}): Promise<string> =>
  (await call('POST', `${api}/entities`, { key, body: { kind: 'person', name, ...fields } })).body.id
const read = async (id: string) => (await call('GET', `${api}/entities/${id}`, { key })).body

async function open(id: string, search = '', expected?: RegExp) {
  const visitor = await openBrowser(url, { member: owner, ...(expected && { expected }) })
  await visitor.page.goto(`/d/${domainId}/e/${id}${search}`)
  return visitor
}

const isInView = (one: Locator) =>
  one.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** A crawled graph with one person under two names. */
async function makeEriks() {
  const graph = await test.makeGraph()
  const { body } = await call('GET', `/v1/domains/${graph}/entities?q=Erik%20Lindqvist`, { key })
  const found = (name: string) => body.entities.find((one: { name: string }) => one.name === name).id
  const [stays, other] = [found('Erik Lindqvist'), found('Erik Lindquist')]
  const now = async (id: string) => (await call('GET', `/v1/domains/${graph}/entities/${id}`, { key })).body
  return { graph, stays, other, now }
}

describe('editing', () => {
  it('saves what was changed and nothing else, and takes it back', async () => {
    const id = await make('Ada Lovelace', { attributes: { role: 'mathematician' }, when: '1815/1852' })
    const { page, mistakes } = await open(id)
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    await form.getByLabel('Summary').fill('She wrote the first program.')
    await form.getByLabel('Also known as').fill('Augusta Ada King\nCountess of Lovelace')
    await form.getByLabel('New attribute').fill('known for')
    await form.getByRole('button', { name: 'Add' }).first().click()
    await form.getByLabel('Known for').fill('the analytical engine')
    await form.getByLabel('Country').fill('GB')
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-edit')
    await form.getByRole('button', { name: 'Save 4 changes' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Facts' }).getByText('She wrote the first program.').waitFor()
    expect(await read(id)).toMatchObject({
      aliases: ['Augusta Ada King', 'Countess of Lovelace'],
      attributes: { role: 'mathematician', known_for: 'the analytical engine' },
      when: { edtf: '1815/1852' },
      where: { country: 'GB', precision: 'country' },
    })
    await undoOf(page).click()
    await expect.poll(async () => (await read(id)).summary).toBe(null)
    expect(mistakes).toEqual([])
  })

  it('keeps what was typed when the service refuses it, and says which field', async () => {
    const id = await make('Charles Babbage')
    const { page, mistakes } = await open(id, '', /400/)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'When' }).fill('once upon a time')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByRole('alert').filter({ hasText: 'when must be a date as EDTF' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'When' }).inputValue()).toBe('once upon a time')
    await page.getByRole('textbox', { name: 'When' }).fill('1791/1871')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect.poll(async () => (await read(id)).when?.edtf).toBe('1791/1871')
    expect(mistakes).toEqual([])
  })

  it('takes a decimal comma, and says of other texts that they are no number', async () => {
    const id = await make('Royal Observatory')
    const { page, mistakes } = await open(id, '', /400/)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Latitude').fill('51,4769')
    await page.getByLabel('Longitude').fill('west')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByRole('alert').filter({ hasText: 'where.lon must be' }).waitFor()
    await page.getByLabel('Longitude').fill('-0,0005')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await expect.poll(async () => (await read(id)).where).toMatchObject({ lat: 51.4769, lon: -0.0005 })
    expect(mistakes).toEqual([])
  })

  it('shows what somebody faster made of it, and lets the person choose', async () => {
    const id = await make('Mary Somerville', { summary: 'A scientist.' })
    const { page, mistakes } = await open(id, '', /412/)
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    await form.getByLabel('Summary').fill('A mathematician.')
    await form.getByLabel('When').fill('1780/1872')
    const theirs = { summary: 'An astronomer.', attributes: { role: 'writer' } }
    await call('PATCH', `${api}/entities/${id}`, { key, body: theirs })
    await form.getByRole('button', { name: 'Save 2 changes' }).click()
    const notice = form.getByRole('alert', { name: 'Somebody was faster' })
    await notice.getByText('Yours: A mathematician.').waitFor()
    // The notice is in sight, and nothing is saved before the person has chosen.
    await expect.poll(() => isInView(notice)).toBe(true)
    const save = form.getByRole('button', { name: /^Save/ })
    expect(await save.isDisabled()).toBe(true)
    await form.getByLabel('When').press('Enter')
    expect((await read(id)).summary).toBe('An astronomer.')
    expect(await form.getByLabel('When').inputValue()).toBe('1780/1872')
    expect(await form.getByLabel('Role').inputValue()).toBe('writer')
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-conflict')
    await notice.getByRole('radio', { name: 'Theirs: An astronomer.' }).click()
    expect(await form.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('An astronomer.')
    await form.getByRole('button', { name: 'Save 1 change' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await read(id)).toMatchObject({
      summary: 'An astronomer.',
      when: { edtf: '1780/1872' },
      attributes: { role: 'writer' },
    })
    expect(mistakes).toEqual([])
  })

  it('deletes a value, and gives one back to the pages', async () => {
    const id = await make('Grace Hopper', { attributes: { role: 'admiral' }, summary: 'She found the bug.' })
    const { page, mistakes } = await open(id)
    await page.getByRole('button', { name: 'admiral' }).click()
    await page.getByText('No page says this: a person set it.').waitFor()
    await page.getByRole('button', { name: 'Delete this value' }).click()
    await expect.poll(async () => (await read(id)).attributes).toEqual({})
    await page.getByRole('button', { name: 'She found the bug.' }).click()
    await page.getByRole('button', { name: 'Show what the pages say' }).click()
    await expect.poll(async () => (await read(id)).summary).toBe(null)
    expect(mistakes).toEqual([])
  })

  it('shows what somebody faster made of a relationship, and lets the person choose', async () => {
    const [id, other] = [await make('Rosalind Franklin'), await make("King's College", { kind: 'object' })]
    const body = { from: id, to: other, type: 'works_at', since: '1950' }
    const relationship = (await call('POST', `${api}/relationships`, { key, body })).body.id
    const path = `${api}/relationships/${relationship}`
    const { page, mistakes } = await open(id, '?tab=relationships', /412/)
    await page.getByRole('button', { name: "Quotes for King's College" }).click()
    await page.getByRole('button', { name: 'Edit' }).last().click()
    const form = page.getByRole('dialog', { name: 'Edit the relationship' })
    await form.getByRole('textbox', { name: 'Since' }).fill('1952')
    await form.getByRole('textbox', { name: 'Until' }).fill('1953')
    await call('PATCH', path, { key, body: { since: '1951' } })
    await form.getByRole('button', { name: 'Save' }).click()
    const notice = form.getByRole('alert', { name: 'Somebody was faster' })
    await notice.getByRole('radio', { name: 'Yours: 1952' }).waitFor()
    expect(await form.getByRole('textbox', { name: 'Until' }).inputValue()).toBe('1953')
    await expectAccessible(page)
    await notice.getByRole('radio', { name: 'Theirs: 1951' }).click()
    expect(await form.getByRole('textbox', { name: 'Since' }).inputValue()).toBe('1951')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    expect((await call('GET', path, { key })).body).toMatchObject({ since: '1951', until: '1953' })
    expect(mistakes).toEqual([])
  })

  it('adds, edits and deletes a relationship', async () => {
    const id = await make('Alan Turing')
    await make('Bletchley Park', { kind: 'location' })
    const { page, mistakes } = await open(id, '?tab=relationships')
    const relationships = page.getByRole('region', { name: 'Works at …' })
    await page.getByRole('button', { name: 'Add a relationship' }).click()
    await page.getByLabel('With which other one?').fill('Bletchly')
    await page
      .getByRole('group', { name: 'Found' })
      .getByRole('button', { name: /Bletchley Park/ })
      .click()
    await page.getByRole('combobox', { name: 'What it is' }).fill('works at')
    await page.getByLabel('Since').fill('1939')
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-relationship')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await relationships.waitFor()
    await relationships.getByText('since 1939').waitFor()
    await page.getByRole('button', { name: 'Quotes for Bletchley Park' }).click()
    await page.getByRole('button', { name: 'Edit' }).last().click()
    await page.getByLabel('Until').fill('1945')
    await page.getByRole('button', { name: 'Save' }).click()
    await relationships.getByText('since 1939, until 1945').waitFor()
    // A second edit begins with what the first one has made of it.
    await page.getByRole('button', { name: 'Edit' }).last().click()
    await page.getByLabel('Since').fill('1938')
    expect(await page.getByLabel('Until').inputValue()).toBe('1945')
    await page.getByRole('button', { name: 'Save' }).click()
    await relationships.getByText('since 1938, until 1945').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No relationships yet').waitFor()
    await undoOf(page).last().click()
    await relationships.getByText('since 1938, until 1945').waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('what is typed and not saved', () => {
  it('is asked for before it is lost: by Escape, beside the window, by Back and by the browser', async () => {
    const id = await make('Emmy Noether')
    const { page, mistakes } = await open(id)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const summary = form.getByRole('textbox', { name: 'Summary' })
    // Nothing was changed: nothing is asked.
    await summary.focus()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Edit' }).click()
    await summary.fill('She wrote the theorem.')

    const ways: Record<string, () => Promise<unknown>> = {
      escape: () => page.keyboard.press('Escape'),
      beside: () => page.mouse.click(20, 450),
      back: () => page.evaluate('history.back()'),
    }
    for (const [name, leave] of Object.entries(ways)) {
      await leave()
      await question.waitFor()
      if (name === 'escape') await expectAccessible(page)
      await (name === 'beside' ? page.keyboard.press('Escape') : question.getByRole('button', { name: 'Stay' }).click())
      await question.waitFor({ state: 'hidden' })
      expect(await summary.inputValue(), name).toBe('She wrote the theorem.')
    }
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await summary.inputValue()).toBe('She wrote the theorem.')

    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Emmy Noether', level: 1 }).waitFor()
    expect((await read(id)).summary).toBe(null)
    expect(mistakes).toEqual([])
  })

  it('is asked for in the windows of a relationship too', async () => {
    const [id, other] = [await make('Marie Curie'), await make('Pierre Curie')]
    await call('POST', `${api}/relationships`, { key, body: { from: id, to: other, type: 'married_to' } })
    const { page, mistakes } = await open(id, '?tab=relationships')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('button', { name: 'Add a relationship' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a relationship' })
    await adding.getByLabel('Since').fill('1895')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await adding.getByLabel('Since').inputValue()).toBe('1895')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await adding.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Quotes for Pierre Curie' }).click()
    await page.getByRole('button', { name: 'Edit' }).last().click()
    const editing = page.getByRole('dialog', { name: 'Edit the relationship' })
    await editing.getByLabel('Until').fill('1906')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await editing.getByLabel('Until').inputValue()).toBe('1906')
    await editing.getByRole('button', { name: 'Save' }).click()
    await editing.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Married to …' }).getByText('until 1906').waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('deciding what is one', () => {
  it('merges two that were found to be the same, and takes it back', async () => {
    const { graph, stays, other, now } = await makeEriks()
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${graph}/e/${other}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another…' }).click()
    await page.getByLabel('Which one is the same?').fill('Erik Lindqvst')
    await page
      .getByRole('group', { name: 'Found' })
      .getByRole('button', { name: /Erik Lindqvist/ })
      .click()
    const compared = page.getByRole('dialog', { name: 'Merge these two?' })
    await compared.getByRole('radio', { name: 'Erik Lindqvist stays' }).click()
    expect(page.url()).toContain(`merge=${stays}`)
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-merge')
    await compared.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    await page.getByText('The two are one now.').waitFor()
    expect(await now(stays)).toMatchObject({ aliases: ['Erik Lindquist'], evidence_count: 11 })

    await undoOf(page).click()
    await expect.poll(async () => (await now(other)).name).toBe('Erik Lindquist')
    expect(mistakes).toEqual([])
  })

  it('leads on from the address of what was merged, and says where its name came from', async () => {
    const { graph, stays, other } = await makeEriks()
    await call('POST', `/v1/domains/${graph}/entities/merge`, { key, body: { target: stays, sources: [other] } })
    const { page, mistakes } = await openBrowser(url, { member: owner })
    await page.goto(`/d/${graph}/e/${other}`)
    await page.getByText('This was merged into another').waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-merged')
    await page.getByRole('link', { name: 'Go to Erik Lindqvist' }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist', level: 1 }).waitFor()
    await page.getByText(`from ${test.host}, by a merge`).waitFor()
    if (shots) await shootAll(page, 'entity-alias')
    expect(mistakes).toEqual([])
  })

  it('opens the comparison from an address alone', async () => {
    const [id, other] = [await make('Dorothy Vaughan'), await make('Dorothy Vaughn')]
    const { page, mistakes } = await open(id, `?merge=${other}`)
    await page
      .getByRole('dialog', { name: 'Merge these two?' })
      .getByText('Dorothy Vaughn', { exact: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.url()).not.toContain('merge=')
    expect(mistakes).toEqual([])
  })

  it('deletes with a reason, says so at the old address, and brings it back', async () => {
    const id = await make('Nobody Important')
    const { page, mistakes } = await open(id, '', /404/)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByLabel('Reason').fill('Not in scope')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('This was deleted').waitFor()
    await page.getByText('Because: Not in scope', { exact: true }).waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-deleted')
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByRole('heading', { name: 'Nobody Important', level: 1 }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('says that an address leads nowhere', async () => {
    const { page, mistakes } = await open('0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', '', /404/)
    await page.getByText('This is not in the graph').waitFor()
    expect(mistakes).toEqual([])
  })

  it('splits off what pages say about somebody else', async () => {
    const graph = await test.makeGraph()
    const path = `/v1/domains/${graph}/entities`
    const { body } = await call('GET', `${path}?q=Erik%20Lindqvist`, { key })
    const id = body.entities.find((one: { name: string }) => one.name === 'Erik Lindqvist').id
    const { page, mistakes } = await openBrowser(url, { member: owner, expected: /404/ })
    await page.goto(`/d/${graph}/e/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Split into two…' }).click()
    const form = page.getByRole('dialog', { name: 'Split into two' })
    await form.getByLabel('Name of the other one').fill('Erik Lindqvist the speaker')
    await form.getByRole('checkbox', { name: /harbour-days-2024/ }).click()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'entity-split')
    await form.getByRole('button', { name: 'Split off 1 quote' }).click()
    await page.getByRole('heading', { name: 'Erik Lindqvist the speaker', level: 1 }).waitFor()
    expect((await call('GET', `${path}/${id}`, { key })).body.evidence_count).toBe(5)
    await undoOf(page).click()
    await expect.poll(async () => (await call('GET', `${path}/${id}`, { key })).body.evidence_count).toBe(6)
    expect(mistakes).toEqual([])
  })
})

describe('what strangers write', () => {
  it('neither runs nor breaks the layout, however long or twisted', async () => {
    const markup = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>'
    const id = await make(`${markup} ${'A'.repeat(120)}`, {
      summary: `${'x'.repeat(1500)} ${markup}`,
      aliases: ['שלום عربى \u05d0\u05d1 name'],
      attributes: { role: `"><svg onload=window.hacked=3> ${'w'.repeat(400)}` },
    })
    const { page, mistakes } = await open(id)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('main img, main script').count()).toBe(0)
    if (shots) await shootAll(page, 'entity-hostile')
    expect(mistakes).toEqual([])
  })
})
