import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { runJob } from '../../../test/support/run-job.ts'
import { plainPage, type Site, type SiteAnswer, type SiteRequest } from '../../../test/support/web/local-site.ts'
import { startMailServer } from '../../../test/support/web/mail-server.ts'
import { startReceiver } from '../../../test/support/web/receiver.ts'
import type { GraphEvent } from '../../graph/events/graph-event.ts'

// Thirty days of a site on a clock that the test moves. Some pages change every day, some every week, most never. Each that
// changes is about a person, whose title says which edition it is: three watchers are told of every one, once.

const mail = { MAIL_FROM: 'watch@pole.example', PUBLIC_URL: 'https://pole.example' }
const mailServer = await startMailServer()
const receiver = await startReceiver()
afterAll(() => Promise.all([mailServer.close(), receiver.close()]))
// Mails are sent when the test says so: the service itself has another server, of which nobody is there.
const test = await startCrawlTest({
  environment: { ...mail, SMTP_URL: 'smtp://127.0.0.1:1', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
})
const { call, key, clock, open, makeDomain, makeMember, crawl, finish, sites, service } = test

const dayMs = 86_400_000
const days = 30

interface SitePage {
  path: string
  /** In days; 0 for never. */
  every: number
}

const kinds: [name: string, every: number, count: number][] = [
  ['never', 0, 36],
  ['weekly', 7, 8],
  ['daily', 1, 4],
]
// Those that change most are found last.
const pages = kinds.flatMap(([name, every, count]) =>
  Array.from({ length: count }, (_, n): SitePage => ({ path: `/${name}/${n}`, every })),
)
const start = clock.now().getTime()

const names = ['Ada Berg', 'Bruno Stein', 'Clara Holm', 'David Lind', 'Edith Falk', 'Felix Rask']
const moreNames = ['Greta Moor', 'Henrik Dahl', 'Irene Wolf', 'Jonas Krog', 'Karin Busch', 'Lukas Vogt']
const personOf = new Map(
  pages.filter(({ every }) => every > 0).map(({ path }, n) => [path, [...names, ...moreNames][n] as string]),
)

function editionPage(path: string, edition: number): SiteAnswer {
  const name = personOf.get(path)
  const plain = plainPage(`edition ${edition} of ${path}`)
  if (!name) return plain
  const person = { '@context': 'https://schema.org', '@type': 'Person', name, jobTitle: `Editor ${edition}` }
  const head = `<script type="application/ld+json">${JSON.stringify(person)}</script></head>`
  return { body: String(plain.body).replace('</head>', head) }
}

/** A change of a title as all watchers write it. */
const titled = (name: string, from: unknown, to: unknown) => `${name}: ${from} to ${to}`

const titlesOf = (events: GraphEvent[]): string[] =>
  events.flatMap(({ payload }) =>
    payload.changes.flatMap(({ field, from, to }) =>
      field === 'attributes.job_title' && 'name' in payload ? [titled(payload.name, from, to)] : [],
    ),
  )

/** A watch of people with a webhook, a reader who looks now and then, and mail. */
async function watchPeople(domain: string) {
  const path = `/v1/domains/${domain}`
  const { body: watch } = await call('POST', `${path}/watches`, {
    ...{ key, body: { name: 'People', query: { kinds: ['person'] } } },
  })
  const hook = { url: receiver.url, events: ['entity.changed'], filter: { watch_id: watch.id } }
  expect((await call('POST', `${path}/webhooks`, { key, body: hook })).status).toBe(201)
  const { cookie } = await makeMember(key, 'viewer')
  const ofWatch = `${path}/watches/${watch.id}`
  expect((await call('PUT', `${ofWatch}/mail`, { cookie, body: { every: 'hour' } })).status).toBe(200)
  const read: string[] = []
  return {
    read,
    /** Reads the news since the last time; then all of them are seen. */
    look: async () => {
      for (let isMore = true; isMore; ) {
        const { events, cursor, more } = (await call('GET', `${ofWatch}/news`, { cookie })).body
        read.push(...titlesOf(events))
        isMore = more
        expect((await call('POST', `${ofWatch}/seen`, { cookie, body: { cursor } })).status).toBe(200)
      }
    },
    sendMails: () => runJob(test, 'send-mails', { environment: { ...mail, SMTP_URL: mailServer.url } }),
  }
}

/** Pages change at different times of the day and the week. */
const editionAt = ({ path, every }: SitePage, now: number): number => {
  if (every === 0) return 0
  const [late = 0] = createHash('sha256').update(path).digest()
  return Math.floor(((now - start) / dayMs + (every * late) / 256) / every)
}

it('every change is seen within its interval, and the rest costs no more than before', {
  timeout: 600_000,
}, async () => {
  /** What was answered, by path: when, and which edition. */
  const seen = new Map<string, { at: number; edition: number }[]>()
  const site: Site = ({ path, headers }: SiteRequest) => {
    if (path === '/robots.txt') return { status: 404 }
    if (path === '/')
      return plainPage(
        'the whole site',
        pages.map((page) => page.path),
      )
    const page = pages.find((one) => one.path === path)
    if (!page) return undefined
    const at = clock.now().getTime()
    const edition = editionAt(page, at)
    seen.set(path, [...(seen.get(path) ?? []), { at, edition }])
    const etag = `"${path} ${edition}"`
    if (headers['if-none-match'] === etag) return { status: 304 }
    return { ...editionPage(path, edition), headers: { etag } }
  }
  const host = open(site)
  const domain = await makeDomain({ max_pages: 60 })
  expect(await crawl(domain, `http://${host}/`)).toHaveLength(pages.length + 1)
  const asked = sites.pathsOf(host).length
  const watchers = await watchPeople(domain)
  await call('PATCH', `/v1/domains/${domain}`, { key, body: { recrawl_every: 86_400 } })
  const began = clock.now().getTime()
  const until = began + days * dayMs
  for (;;) {
    const next = Date.parse((await call('GET', `/v1/domains/${domain}`, { key })).body.next_recrawl_at)
    if (next > until) break
    clock.advance(next - clock.now().getTime())
    await runJob(test, 'start-due-recrawls')
    await finish(domain)
    await watchers.look()
    await watchers.sendMails()
  }
  // No edition was missed, and none waited for longer than its interval (and the seconds that a run takes).
  for (const page of pages.filter(({ every }) => every > 0)) {
    const visits = seen.get(page.path) ?? []
    const own = page.every * dayMs
    for (const [at, visit] of visits.slice(1).entries()) {
      const before = visits[at] as { at: number; edition: number }
      expect(visit.edition - before.edition, page.path).toBeLessThanOrEqual(1)
      expect(visit.at - before.at, page.path).toBeLessThanOrEqual(own + 60_000)
    }
    expect(until - (visits.at(-1)?.at ?? 0), page.path).toBeLessThanOrEqual(own + 60_000)
  }
  const expected = [...personOf].flatMap(([path, name]) => {
    const editions = (seen.get(path) ?? []).map(({ edition }) => edition)
    return editions.slice(1).flatMap((edition, at) => {
      const before = editions[at] as number
      return edition === before ? [] : [titled(name, `Editor ${before}`, `Editor ${edition}`)]
    })
  })
  expect(expected.length).toBeGreaterThan(4 * (days - 2))
  // Each watcher is told of each once.
  expect(watchers.read.sort()).toEqual(expected.sort())
  const told = () => receiver.received.flatMap(({ json }) => titlesOf(json.data.events ?? [])).sort()
  await expect.poll(told, { timeout: 60_000 }).toEqual(expected)
  clock.advance(3_600_000)
  await watchers.sendMails()
  const mailed = mailServer.received.flatMap(({ text }) =>
    [...text.matchAll(/^\* (.+): job title changed from (.+) to (.+)$/gm)].map(([, ...said]) =>
      titled(...(said as [string, string, string])),
    ),
  )
  expect(mailed.sort()).toEqual(expected)
  // Nobody is forgotten.
  for (const { path } of pages) {
    const times = [...(seen.get(path) ?? []).map(({ at }) => at), until]
    const gaps = times.slice(1).map((at, before) => at - (times[before] as number))
    expect(Math.max(...gaps), path).toBeLessThanOrEqual(2 * dayMs + 60_000)
  }
  const visitsOf = (every: number) => {
    const own = pages.filter((page) => page.every === every)
    return own.reduce((sum, { path }) => sum + (seen.get(path)?.length ?? 0) - 1, 0) / own.length
  }
  // Daily ones twice a day, those that never change every other day, and all together no more than once a day each.
  expect(visitsOf(1)).toBeGreaterThan(1.7 * days)
  expect(visitsOf(0)).toBeLessThan(days)
  expect(visitsOf(0)).toBeGreaterThanOrEqual(days / 2 - 1)
  expect(sites.pathsOf(host).length - asked).toBeLessThanOrEqual((pages.length + 2) * days)
  const { runs } = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body
  expect(runs.every((run: { trigger: string }) => run.trigger === 'schedule')).toBe(true)
  // A page that has not changed is not read again: its text is that of its first day.
  const [{ reread } = { reread: 0 }] = await service.db.query<{ reread: number }>(
    `select count(*) as reread from pages where domain_id = $1 and url like '%/never/%' and read_at > $2`,
    [domain, new Date(began)],
  )
  expect(reread).toBe(0)
})
