import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { finds, harbourSite, startAutopilot } from '../../test/support/web/autopilot-web.ts'
import { newId } from '../platform/ids.ts'
import { openWork } from '../waiting/waiting-work.ts'

const test = await startCrawlTest({ environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' } })
const { call, key, open } = test
const { db } = test.service

it('an autopilot compares what its crawl has left to compare, and does not wait for the schedule', async () => {
  let found = ''
  open((request, response) => finds(found)(request, response))
  found = `http://${open(harbourSite('Due'))}/`
  const pilot = await startAutopilot(call, key, { max_pages: 4, max_cycles: 1 })
  await db.query(`delete from pgboss.schedule where name = 'resolve-due'`)
  await db.query('insert into entities_due (domain_id, entity_id) values ($1, $2)', [pilot.id, newId()])
  await db.transaction((tx) => openWork(tx, 'entities', pilot.id, tx.now))
  expect(await pilot.end()).toMatchObject({ stage: 'steady', error: null })
  expect(await db.query('select from entities_due where domain_id = $1', [pilot.id])).toEqual([])
})
