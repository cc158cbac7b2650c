import { changeCrawl } from '../../../src/crawl/change-crawl.ts'
import { createDomain } from '../../../src/domains/domains.ts'
import { EventLog } from '../../../src/events/event-log.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { createProject } from '../../../src/projects/projects.ts'
import { registerSources } from '../../../src/sources/sources.ts'

// Domains to crawl, made without HTTP.

const events = new EventLog([])

/** A domain with these sources, which are queued. */
export function makeCrawl(db: Database, urls: string[]): Promise<string> {
  return db.transaction(async (tx) => {
    const project = await createProject(tx, { name: 'crawl' })
    const settings = {
      name: 'd',
      description: '',
      ontology: ['person'],
      max_spend_usd: null,
      readers_may_spend: false,
      recrawl_every: null,
    }
    const domain = await createDomain(tx, project.id, 'test', { ...settings, max_depth: 8, max_pages: 500 })
    await registerSources(tx, events, domain.id, urls)
    return domain.id
  })
}

/** Queues all pages of a domain. */
export async function crawlAgain(db: Database, domainId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const pages = await tx.query<{ id: string }>('select id from pages where domain_id = $1', [domainId])
    await changeCrawl(tx, events, domainId, (crawl) => crawl.requeue(pages.map(({ id }) => id)))
  })
}

export async function isFinished(db: Database, domainId: string): Promise<boolean> {
  const runs = await db.query(`select from runs where domain_id = $1 and status = 'running'`, [domainId])
  return runs.length === 0
}

/** Whether no run is active and no host is held, not even by a dead worker. */
export async function isAtRest(db: Database): Promise<boolean> {
  const busy = await db.query(
    `select from runs where status = 'running' union all select from crawl_hosts where holder is not null`,
  )
  return busy.length === 0
}
