import { expect, it } from 'vitest'
import { newId } from '../../server/src/platform/ids.ts'
import { finds } from '../../server/test/support/web/autopilot-web.ts'
import { plainPage } from '../../server/test/support/web/local-site.ts'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// The lists beside the crawl: sources, pages, errors, links that wait, discoveries, recipes and agents.

const test = await startConsoleTest({
  environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-1.example' },
})
const { url, owner, host, call, key, open } = test
const { db } = test.service
test.open((request, response) => finds(`http://${other}/`)(request, response))
const other = open(() => plainPage('Baltic ports and the people who run them'))
let isBroken = true
const broken = open(({ path }) => {
  if (path === '/robots.txt') return undefined
  if (path === '/') return plainPage('Broken pages', ['/one', '/two', '/three'])
  return isBroken ? { status: 500 } : plainPage(`The page ${path}`)
})

const domainId = await test.makeGraph()
await test.crawl(domainId, `http://${broken}/`)
const viewer = await test.makeMember(key, 'viewer')

it('adds, crawls again and removes sources', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /422/ })
  await page.goto(`/d/${domainId}/crawl?tab=sources`)
  await page.getByRole('row', { name: new RegExp(host) }).waitFor()
  await page.getByRole('textbox', { name: 'Addresses' }).fill(`http://${host}/people\nhttp://${host}/events`)
  await page.getByRole('button', { name: 'Add 2 sources' }).click()
  await page.getByRole('row', { name: /\/events/ }).waitFor()
  await test.finish(domainId)
  await page.getByRole('button', { name: `Crawl again: http://${host}/events` }).click()
  await page.getByText('Its page is queued').waitFor()
  await page.getByRole('combobox', { name: `Crawl again: http://${host}/events, how often` }).click()
  await page.getByRole('option', { name: 'Every 6 hours' }).click()
  await page.getByText(/^in \d+ (?:hours|minutes)$/).waitFor()
  await page.getByRole('button', { name: `Remove: http://${host}/events` }).click()
  await expect.poll(() => page.getByRole('row', { name: /\/events/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /\/events/ }).waitFor()
  await page.getByText('Sitemap or feed').click()
  await page.getByRole('textbox', { name: 'Address of the sitemap' }).fill(`http://${host}/no-sitemap.xml`)
  await page.getByRole('button', { name: 'Add its pages' }).click()
  await page
    .getByRole('alert')
    .getByText(/sitemap/)
    .waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-sources')
  await test.finish(domainId)
  expect(mistakes).toEqual([])
})

it('lists pages by status and address, with the reason of each', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/crawl?tab=pages`)
  const list = page.getByRole('region', { name: 'Pages' })
  await list.getByText('read by rules: no model is configured').first().waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-pages')
  await page.getByRole('searchbox', { name: 'Part of the address' }).fill('/people/')
  await page.getByText('8 pages').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'failed' }).click()
  await page.getByRole('heading', { name: 'No such page' }).waitFor()
  await page.getByRole('searchbox', { name: 'Part of the address' }).fill('')
  await list.getByText('The site answered with an error: HTTP 500').first().waitFor()
  expect(new URL(page.url()).search).toBe('?tab=pages&status=failed')
  expect(mistakes).toEqual([])
})

it('tries failed pages again, and discards dead letters', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const [dead] = await db.query<{ id: string }>(`select id from pages where domain_id = $1 and url = $2`, [
    domainId,
    `http://${broken}/three`,
  ])
  await db.query(
    `insert into dead_letters (domain_id, id, page_id, error, error_code, status, created_at)
     values ($1, $2, $3, 'it ended the process', 'process_ended', 'open', now())`,
    [domainId, newId(), dead?.id],
  )
  await page.goto(`/d/${domainId}/crawl?tab=errors`)
  await page.getByText('The service ended while it read the page: it ended the process').waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-errors')
  await page.getByRole('button', { name: `Discard: http://${broken}/three` }).click()
  await page.getByText('None.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: `Try again: http://${broken}/one` }).click()
  await page.getByText('1 page queued again').waitFor()
  await page.getByRole('button', { name: 'Try all again' }).click()
  await page.getByText('Discarded', { exact: true }).click()
  const discarded = page.getByRole('button', { name: `Try again: http://${broken}/three` })
  await discarded.last().click()
  await test.finish(domainId)
  await page.getByRole('heading', { name: 'No page has failed' }).waitFor()
  expect(mistakes).toEqual([])
})

it('says why links wait, and plans', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  const narrow = await test.makeDomain({ name: 'Narrow ports', max_pages: 2 })
  await test.crawl(narrow, `http://${host}/`)
  await page.goto(`/d/${narrow}/crawl`)
  await page.getByText('The page budget is used up, and links are left.').waitFor()
  await page.getByRole('link', { name: 'The page limit is 2' }).waitFor()
  await page.getByRole('tab', { name: 'Links that wait' }).click()
  await page
    .getByRole('row', { name: /the page limit is reached/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Plan now' }).click()
  await page.getByText('finished', { exact: true }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-frontier')
  await page.getByRole('tab', { name: 'Agents' }).click()
  await page.getByRole('button', { name: 'Show earlier activity' }).click()
  await page.getByRole('region', { name: 'Activity' }).getByText('planner').first().waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-agents')
  expect(mistakes).toEqual([])
})

it('searches for sources, and adds one by a click', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/crawl?tab=discoveries`)
  await page.getByRole('heading', { name: 'No search for sources yet' }).waitFor()
  await page.getByRole('button', { name: 'Search for sources now' }).click()
  await page.getByRole('button', { name: `Add: http://${other}/` }).click()
  await page.getByText('a source', { exact: true }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-discoveries')
  await test.finish(domainId)
  expect(mistakes).toEqual([])
})

it('invalidates a recipe after asking', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/crawl?tab=recipes`)
  await page.getByText('Recipes are learned from a model, and none is configured.').waitFor()
  await db.query(
    `insert into recipes (domain_id, id, template, version, url, status, rules, agreed, runs, consecutive_failures, created_at,
       last_error)
     values ($1, $2, 'x/*', 1, $3, 'failing', '{}', 3, 5, 1, now(), 'a required field is missing')`,
    [domainId, newId(), `http://${host}/people/erik-lindqvist`],
  )
  await page.reload()
  await page.getByRole('row', { name: /in doubt.*a required field is missing/ }).waitFor()
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'crawl-recipes')
  await page.getByRole('button', { name: /^Invalidate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invalidate' }).click()
  await page.getByRole('row', { name: /given up/ }).waitFor()
  expect(mistakes).toEqual([])
})

it('shows a viewer everything, without controls', async () => {
  const { page, mistakes } = await openBrowser(url, { member: viewer })
  const shown = [
    ['', 'The last run'],
    ['?tab=errors', 'Dead letters'],
    ['?tab=frontier', 'Plans'],
  ]
  for (const [search = '', heading = ''] of shown) {
    await page.goto(`/d/${domainId}/crawl${search}`)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  }
  await page.getByRole('tab', { name: 'Sources' }).click()
  await page
    .getByRole('row', { name: new RegExp(`${host}`) })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: /Add|Remove|Crawl|Plan|Try|Pause|Read all/ }).count()).toBe(0)
  expect((await call('POST', `/v1/domains/${domainId}/crawl`, { cookie: viewer.cookie })).status).toBe(403)
  expect(mistakes).toEqual([])
})
