import { expect, it } from 'vitest'
import { expectAccessible, openBrowser, shootAll } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'

// A file that a person imports: what its columns mean is shown and corrected, then it is imported, and taken back.

const test = await startConsoleTest()
const { url, owner, key } = test
const domainId = await test.makeGraph()

const table =
  'Full name,Company,Ship,Started\nAda Berg,Kveldlys AS,Aurora,2019\nKarl Holm,Nordlys AS,,soon\n,Nordlys AS,,\n'
const file = { name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }

const entities = async () => (await test.call('GET', `/v1/domains/${domainId}/entities`, { key })).body.total
await test.finish(domainId)
const before = await entities()

it('shows what a file would do, is corrected, imports it and takes it back', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner })
  await page.goto(`/d/${domainId}/crawl?tab=imports`)
  await page.getByRole('heading', { name: 'No file was imported' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  const preview = page.getByRole('dialog', { name: 'Import crew.csv' })
  await preview.getByText('They would give 4 new entities, match 0 that are there').waitFor()
  await preview.getByText('Row 4: it has no name').waitFor()
  const means = (column: string) => preview.getByRole('combobox', { name: `What ${column} means` })
  expect(await means('Company').inputValue()).toBe('relation.works_for.object')
  expect(await means('Ship').inputValue()).toBe('attribute.ship')
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'import-preview')
  await means('Ship').fill('relation.leads.object')
  await means('Started').fill('')
  await preview.getByRole('button', { name: 'Look again' }).click()
  await preview.getByText('They would give 5 new entities').waitFor()
  await preview.getByRole('button', { name: 'Import 3 rows' }).click()
  const row = page.getByRole('row', { name: /crew\.csv/ })
  await row.getByText('imported', { exact: true }).waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(
    expect.arrayContaining(['crew.csv', 'imported', '3', '5', '0', '1']),
  )
  await expectAccessible(page)
  if (process.env.SHOTS) await shootAll(page, 'imports')
  await page.goto(`/d/${domainId}?view=table&q=Ada`)
  await page.getByRole('link', { name: 'Ada Berg' }).first().click()
  await page.getByText('Aurora').first().waitFor()
  await page.goto(`/d/${domainId}/crawl?tab=imports`)
  await page.getByRole('button', { name: 'Take back: crew.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await row.getByText('taken back', { exact: true }).waitFor()
  expect(await entities()).toBe(before)
  expect(mistakes).toEqual([])
})

it('says why a file cannot be read', async () => {
  const { page, mistakes } = await openBrowser(url, { member: owner, expected: /422/ })
  await page.goto(`/d/${domainId}/crawl?tab=imports`)
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('Full name\n') })
  await page.getByText('file could not be read: it has no rows').waitFor()
  expect(mistakes).toEqual([])
})
