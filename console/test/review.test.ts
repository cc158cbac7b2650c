import { describe, expect, it } from 'vitest'
import type { Site } from '../../server/test/support/web/local-site.ts'
import { expectAccessible, expectFitsPhone, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// The review page: pairs to judge, and all that people and the machine decided.

const test = await startConsoleTest()
const { url, key, owner, call, host } = test
const shots = process.env.SHOTS

const twice = [
  ['Erik Lindqvist', 'Engineer', 'Port of Rostvik', 'Rostock', '1990-02-17'],
  ['Erik Lindquist', 'Engineer', 'Port of Rostvik', 'Rostock', undefined],
  ['Hanna Sandqvist', 'Historian', 'Museum of the Amber Road', 'Tallinn', '1979-06-03'],
  ['Hanna Sandquist', 'Historian', 'Museum of the Amber Road', 'Tallinn', undefined],
] as const

/** Longer than a phone is wide, and without a place to break. */
const longAddress = 'thestaffofallportsofthesea'.repeat(4)

/** Two people, each under two spellings. */
const misspelt: Site = ({ path }) => {
  const one = twice[Number.parseInt(path.slice(1), 10) - 1]
  if (!one) {
    const links = twice.map(([name], at) => `<li><a href="/${at + 1}-${longAddress}">${name}</a></li>`).join('')
    return {
      body: `<!doctype html><html lang="en"><title>Staff</title><main><h1>Staff</h1><ul>${links}</ul></main></html>`,
    }
  }
  const [name, jobTitle, org, place, birthDate] = one
  const worksFor = { '@type': 'Organization', name: org }
  const data = { '@context': 'https://schema.org', '@type': 'Person', name, jobTitle, birthDate, worksFor }
  const head = `<title>${name}</title><script type="application/ld+json">${JSON.stringify(data)}</script>`
  const text = `${name} works for ${org} as ${jobTitle.toLowerCase()}, and knows the coast near ${place} like few others.`
  return {
    body: `<!doctype html><html lang="en"><head>${head}</head><main><h1>${name}</h1><p>${text}</p></main></html>`,
  }
}

interface Named {
  name: string
  id: string
}

const idOf = async (domainId: string, name: string): Promise<string> => {
  const { body } = await call('GET', `/v1/domains/${domainId}/entities?limit=100`, { key })
  return (body.entities as Named[]).find((one) => one.name === name)?.id ?? ''
}
const pairsOf = async (domainId: string, status: string) =>
  (await call('GET', `/v1/domains/${domainId}/duplicates?status=${status}`, { key })).body.duplicates.length

async function open(domainId: string, search = '', expected?: RegExp) {
  const visitor = await openBrowser(url, { member: owner, ...(expected && { expected }) })
  await visitor.page.goto(`/d/${domainId}/review${search}`)
  return visitor
}

describe('duplicates', () => {
  it('shows two side by side with reasons, and merges them with one key; undo brings the pair back', async () => {
    const domainId = await test.makeGraph()
    const { page, mistakes } = await open(domainId)
    await page.getByText('1 of 1 to judge').waitFor()
    const reasons = page.getByRole('region', { name: 'Reasons' })
    await reasons.getByText('spelled differently: lindquist, lindqvist').waitFor()
    await reasons.getByText('82% alike, but: nothing else tells that they are the same').waitFor()
    for (const name of ['Same', 'Different', 'Unsure']) {
      expect(await page.getByRole('button', { name }).getAttribute('data-variant')).toBe('default')
    }
    const side = page.getByRole('region', { name: 'Erik Lindqvist' })
    await side.getByText('17 February 1990').waitFor()
    await side.getByRole('figure').first().waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-duplicates')
    await page.keyboard.press('s')
    await page.getByText('Same: the two are one now.').waitFor()
    await page.getByText('No pairs to judge').waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-empty')
    expect(await pairsOf(domainId, 'pending')).toBe(0)
    expect(await idOf(domainId, 'Erik Lindquist')).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 of 1 to judge').waitFor()
    expect(await pairsOf(domainId, 'pending')).toBe(1)
    await page.getByRole('button', { name: 'Different' }).click()
    await page.getByText('Different: they stay apart.').waitFor()
    await page.getByText('No pairs to judge').waitFor()
    expect(await pairsOf(domainId, 'pending')).toBe(0)
    expect(await idOf(domainId, 'Erik Lindquist')).not.toBe('')
    expect(mistakes).toEqual([])
  })

  it('moves between pairs by arrows, and keeps the place in the address', async () => {
    const domainId = await test.makeDomain({ name: 'Pairs', max_depth: 2 })
    await test.crawl(domainId, `http://${test.open(misspelt)}/`)
    const { body } = await call('GET', `/v1/domains/${domainId}/duplicates`, { key })
    expect(body.duplicates).toHaveLength(2)
    const [first, second] = body.duplicates.map(({ entities }: { entities: Named[] }) => entities[0]?.name)
    const { page, mistakes } = await open(domainId)
    await page.getByText('1 of 2 to judge').waitFor()
    await page.getByRole('region', { name: first }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('2 of 2 to judge').waitFor()
    await page.reload()
    await page.getByText('2 of 2 to judge').waitFor()
    await page.getByRole('region', { name: second }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('1 of 2 to judge').waitFor()
    await page.keyboard.press('u')
    await page.getByText('1 of 1 to judge').waitFor()
    await page.getByRole('region', { name: second }).waitFor()
    expect(await pairsOf(domainId, 'unsure')).toBe(1)
    expect(mistakes).toEqual([])
  })

  it('shows a viewer the pairs, but no way to judge them', async () => {
    const domainId = await test.makeGraph()
    const viewer = await test.makeMember(key, 'viewer', 'vera@example.org')
    const { page, mistakes } = await openBrowser(url, { member: viewer })
    await page.goto(`/d/${domainId}/review`)
    await page.getByText('1 of 1 to judge').waitFor()
    expect(await page.getByRole('button', { name: 'Same' }).count()).toBe(0)
    await page.keyboard.press('d')
    await page.goto(`/d/${domainId}/review?tab=merges`)
    await page.getByText('became one with').first().waitFor()
    expect(await page.getByRole('button', { name: 'Revert' }).count()).toBe(0)
    expect(await pairsOf(domainId, 'pending')).toBe(1)
    expect(mistakes).toEqual([])
  })

  it('says when a judgement failed, and keeps the pair', async () => {
    const domainId = await test.makeGraph()
    const { page, mistakes } = await open(domainId, '', /503/)
    await page.getByText('1 of 1 to judge').waitFor()
    const busy = { status: 503, json: { error: 'the database is busy', code: 'unavailable' } }
    await page.route('**/v1/domains/*/duplicates/*', (route) => route.fulfill(busy))
    await page.getByRole('button', { name: 'Different' }).click()
    await page.getByRole('alert').filter({ hasText: 'the database is busy' }).waitFor()
    await page.getByText('1 of 1 to judge').waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('many pairs at once', () => {
  async function openMany(expected?: RegExp) {
    const domainId = await test.makeDomain({ name: 'Pairs', max_depth: 2 })
    await test.crawl(domainId, `http://${test.open(misspelt)}/`)
    const visitor = await open(domainId, '', expected)
    const { page } = visitor
    await page.getByText('1 of 2 to judge').waitFor()
    await page.getByRole('tab', { name: 'Duplicates 2' }).waitFor()
    await page.getByRole('button', { name: 'Judge many at once' }).click()
    const dialog = page.getByRole('dialog', { name: 'Judge many pairs at once' })
    await dialog.getByRole('combobox', { name: 'All pairs with' }).click()
    await page.getByRole('option', { name: 'same job title (2)' }).click()
    return { ...visitor, domainId, dialog }
  }

  it('are listed before, judged by what they have in common, and taken back in one step', async () => {
    const { page, mistakes, domainId, dialog } = await openMany()
    await dialog.getByText('Something speaks against every one of them.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Judge', exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Only those against which nothing speaks' }).uncheck()
    const listed = dialog.getByRole('region', { name: 'These pairs' })
    await listed.getByText(/Erik Lindq[uv]ist and Erik Lindq[uv]ist/).waitFor()
    await listed.getByText(/Hanna Sandq[uv]ist and Hanna Sandq[uv]ist/).waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-many')
    await dialog.getByRole('button', { name: 'Judge 2 pairs' }).click()
    await page.getByText('2 pairs judged: same.').waitFor()
    await page.getByText('No pairs to judge').waitFor()
    expect(await idOf(domainId, 'Erik Lindquist')).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 of 2 to judge').waitFor()
    expect(await pairsOf(domainId, 'pending')).toBe(2)
    expect(await idOf(domainId, 'Erik Lindquist')).not.toBe('')
    expect(mistakes).toEqual([])
  })

  it('are named in the audit, from where the batch is taken back too', async () => {
    const { page, mistakes, domainId, dialog } = await openMany()
    await dialog.getByRole('checkbox', { name: 'Only those against which nothing speaks' }).uncheck()
    await dialog.getByRole('radio', { name: 'different' }).check()
    await dialog.getByRole('button', { name: 'Judge 2 pairs' }).click()
    await page.getByText('2 pairs judged: different.').waitFor()
    await page.getByRole('tab', { name: 'Audit 1' }).click()
    const entry = page.getByRole('article').filter({ hasText: 'judged 2 pairs' })
    await entry.getByText(/Erik Lindq[uv]ist and Erik Lindq[uv]ist to be two different ones/).waitFor()
    // The person's name, which is that of the role in these tests.
    await entry.getByText('Owner', { exact: true }).waitFor()
    await entry.getByRole('button', { name: 'Undo the whole batch' }).click()
    await page.getByText('All judgements of the batch are taken back.').waitFor()
    await page.getByRole('article').filter({ hasText: 'took back having judged 2 pairs' }).waitFor()
    expect(await pairsOf(domainId, 'pending')).toBe(2)
    expect(mistakes).toEqual([])
  })

  it('says when a bite failed, and keeps the rule', async () => {
    const { page, mistakes, dialog } = await openMany(/503/)
    await dialog.getByRole('checkbox', { name: 'Only those against which nothing speaks' }).uncheck()
    const busy = { status: 503, json: { error: 'the database is busy', code: 'unavailable' } }
    await page.route('**/duplicates/judge-by-reason', (route) => route.fulfill(busy))
    await dialog.getByRole('button', { name: 'Judge 2 pairs' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'the database is busy' }).waitFor()
    await page.unroute('**/duplicates/judge-by-reason')
    await dialog.getByRole('button', { name: 'Judge 2 pairs' }).click()
    await page.getByText('2 pairs judged: same.').waitFor()
    expect(mistakes).toEqual([])
  })
})

describe('decisions', () => {
  it('lists merges with reasons, and reverts one', async () => {
    const domainId = await test.makeGraph()
    const { page, mistakes } = await open(domainId, '?tab=merges')
    const merge = page.getByRole('article').filter({ hasText: 'Erik Lindqvist' }).first()
    await merge.getByText('What made them one: same name').waitFor()
    await merge.getByText(`both on ${host}`).waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-merges')
    await merge.getByRole('button', { name: 'Revert' }).click()
    await merge.getByText('reverted', { exact: true }).waitFor()
    await page.getByText('By people', { exact: true }).click()
    await page.getByText('No merges').waitFor()
    expect(page.url()).toContain('by=person')
    expect(mistakes).toEqual([])
  })

  it('lists what pages disagree about, with the quotes of each value', async () => {
    const domainId = await test.makeGraph()
    const { page, mistakes } = await open(domainId, '?tab=contradictions')
    const article = page.getByRole('article').filter({ hasText: 'Rostock' })
    await page.getByRole('tab', { name: 'Contradictions 2' }).waitFor()
    const days = page.getByRole('article').filter({ hasText: 'Harbour Days 2022' })
    await days.getByText(/^12\s?–\s?14 May 2022/).waitFor()
    expect(await page.getByRole('tabpanel').innerText()).not.toMatch(/[{}"]/)
    await article.getByRole('button', { name: 'Show the quotes' }).click()
    await article.getByRole('figure').first().waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-contradictions')
    await article.getByRole('link', { name: 'Decide' }).click()
    await page.getByRole('group', { name: 'Pages disagree' }).waitFor()
    expect(mistakes).toEqual([])
  })

  it('counts what a deletion held back, and brings it back', async () => {
    const domainId = await test.makeGraph()
    const id = await idOf(domainId, 'Maarja Tamm')
    await call('DELETE', `/v1/domains/${domainId}/entities/${id}?reason=Private`, { key })
    await test.recrawl(domainId)
    const { page, mistakes } = await open(domainId, '?tab=tombstones')
    const deleted = page.getByRole('article').filter({ hasText: 'Maarja Tamm' })
    await deleted.getByText('because: Private').waitFor()
    await deleted.getByText(/^Held back \d+ times?/).waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-tombstones')
    await deleted.getByRole('button', { name: 'Bring back' }).click()
    await page.getByText('Nothing was deleted').waitFor()
    expect(await idOf(domainId, 'Maarja Tamm')).not.toBe('')
    expect(mistakes).toEqual([])
  })

  it('fits a phone', async () => {
    const domainId = await test.makeGraph()
    const [pair] = (await call('GET', `/v1/domains/${domainId}/duplicates`, { key })).body.duplicates
    await call('PATCH', `/v1/domains/${domainId}/entities/${await idOf(domainId, 'Karolina Nowak')}`, {
      ...{ key, body: { summary: 'A historian.', urls: [`https://example.org/${'long'.repeat(60)}`] } },
    })
    await call('DELETE', `/v1/domains/${domainId}/entities/${await idOf(domainId, 'Maarja Tamm')}`, { key })
    const spelt = await test.makeDomain({ name: 'Pairs', max_depth: 2 })
    await test.crawl(spelt, `http://${test.open(misspelt)}/`)
    const { page, mistakes } = await open(spelt)
    await page.getByText('1 of 2 to judge').waitFor()
    await page
      .getByRole('figure')
      .filter({ hasText: longAddress.slice(0, 8) })
      .first()
      .waitFor()
    await expectFitsPhone(page)
    await page.goto(`/d/${domainId}/review`)
    await page.getByText('1 of 1 to judge').waitFor()
    await expectFitsPhone(page)
    await call('POST', `/v1/domains/${domainId}/duplicates/${pair.id}`, { key, body: { judgement: 'same' } })
    for (const tab of ['merges', 'contradictions', 'tombstones', 'audit']) {
      await page.goto(`/d/${domainId}/review?tab=${tab}`)
      await page.getByRole('article').first().waitFor()
      await expectFitsPhone(page)
    }
    expect(mistakes).toEqual([])
  })

  it('shows who changed what, takes it back, and names what builds on it', async () => {
    const domainId = await test.makeGraph()
    const id = await idOf(domainId, 'Karolina Nowak')
    const change = (body: object) => call('PATCH', `/v1/domains/${domainId}/entities/${id}`, { key, body })
    await change({ summary: 'A historian.', reason: 'From her book.' })
    await change({ summary: 'A historian of amber.' })
    const { page, mistakes } = await open(domainId, '?tab=audit', /409/)
    const entries = page.getByRole('article').filter({ hasText: 'edited Karolina Nowak' })
    await entries.first().getByRole('cell', { name: 'A historian of amber.' }).waitFor()
    await entries.last().getByText('because: From her book.').waitFor()
    await expectAccessible(page)
    if (shots) await shootAll(page, 'review-audit')
    await entries.last().getByRole('button', { name: 'Undo' }).click()
    const refused = entries.last().getByRole('alert')
    await refused.getByText('a later change builds on it').waitFor()
    await refused.getByRole('link', { name: 'Show that change' }).click()
    await expect.poll(() => page.url()).toContain('#audit-')
    await entries.first().getByRole('button', { name: 'Undo' }).click()
    await entries.first().getByText('taken back', { exact: true }).waitFor()
    await entries.last().getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(async () => (await call('GET', `/v1/domains/${domainId}/entities/${id}`, { key })).body.summary)
      .toBe(null)
    expect(mistakes).toEqual([])
  })
})
