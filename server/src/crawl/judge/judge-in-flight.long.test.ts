import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// A gate holds from the answer to its publish: pages that are under way then, at the site or at the model, are judged by
// it, and so are their links.

const model = await startModelServer({ answer: answerSimply })
const { open, asked, makeDomain, finish, frontier, service, call, key } = await startCrawlTest({
  isReading: model.isAsked,
  environment: {
    MODEL: 'openai-compatible:simple',
    MODEL_BASE_URL: model.url,
    MODEL_PRICE: '0.8,0.8',
    RATE_LIMIT: '0',
  },
})

const article = (path: string) =>
  `<main><h1>${path}</h1><p>Ada Berg works for the Harbour Society since 1998. This is said on ${path}.</p></main>`
const html = (path: string) => `${article(path)}<a href="${path}/more">more</a> <a href="/open${path}">open</a>`

const paths = Array.from({ length: 8 }, (_, at) => `/shut/${at}`)

/** Something that is held back until it is released. */
function makeLock() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: promise, release: resolve }
}

async function addSources(domain: string, urls: string[]): Promise<void> {
  const { status } = await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
  expect(status).toBe(201)
}

async function publish(domain: string, rules: object): Promise<void> {
  const base = `/v1/domains/${domain}/gate/versions`
  const { version } = (await call('POST', base, { key, body: { rules, note: '' } })).body
  expect((await call('POST', `${base}/${version}/publish`, { key, body: {} })).status).toBe(200)
}

const endsOf = async (domain: string) => {
  const pages = await finish(domain)
  return Object.fromEntries(
    pages.map(({ url, status, error }) => [new URL(url).pathname, status === 'extracted' ? status : error]),
  )
}

const shutBy = (rule: string) => Object.fromEntries(paths.map((path) => [path, `gate v2: ${rule}`]))

const countOf = async (sql: string, domain: string) =>
  (await service.db.query<{ n: number }>(`select count(*)::integer as n from ${sql} where domain_id = $1`, [domain]))[0]
    ?.n

describe('a gate that is published while a site holds its answers back', () => {
  it('judges the pages that come afterwards, and their links', async () => {
    const lock = makeLock()
    // Each page on a host of its own, so that all are under way at once.
    const hosts = paths.map((shut) =>
      open(({ path }, response) => {
        if (path === '/robots.txt') return undefined
        if (path === shut) {
          void lock.wait.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html(path)))
          return 'by hand'
        }
        if (path === '/') return { body: `<main><p>Start.</p><a href="${shut}">in</a></main>` }
        return { body: html(path) }
      }),
    )
    const domain = await makeDomain()
    await addSources(
      domain,
      hosts.map((host) => `http://${host}/`),
    )
    await expect.poll(() => hosts.filter((host, at) => asked(host).includes(paths[at] as string))).toEqual(hosts)
    await publish(domain, { block_paths: ['/shut/**'] })
    const before = hosts.map((host) => asked(host).length)
    lock.release()
    expect(await endsOf(domain)).toMatchObject(shutBy('block_paths /shut/**'))
    // Nothing of theirs is fetched again, and their links are nowhere.
    expect(hosts.map((host) => asked(host).length)).toEqual(before)
    const links = (await frontier(domain)).map(({ url }) => new URL(url).pathname)
    expect(links.filter((path) => path.startsWith('/open') || path.endsWith('/more'))).toEqual([])
    expect(await countOf('claims', domain)).toBe(0)
  })

  it('is asked before every request that was not yet sent', async () => {
    const lock = makeLock()
    const host = open(({ path }, response) => {
      if (path === '/robots.txt') return undefined
      if (path === '/') {
        return { body: `<main><p>Start.</p>${paths.map((to) => `<a href="${to}">${to}</a>`).join(' ')}</main>` }
      }
      void lock.wait.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html(path)))
      return 'by hand'
    })
    const domain = await makeDomain()
    await addSources(domain, [`http://${host}/`])
    await expect.poll(() => asked(host)).toHaveLength(3)
    await publish(domain, { block_paths: ['/shut/**'] })
    lock.release()
    expect(await endsOf(domain)).toMatchObject(shutBy('block_paths /shut/**'))
    expect(asked(host)).toHaveLength(3)
  })
})

describe('a gate that is published while a model reads', () => {
  it('judges the pages that it has read afterwards, and sends it no others', async () => {
    const lock = makeLock()
    const host = open(({ path }) => ({ body: html(path) }))
    model.answer = async (received) => {
      await lock.wait
      return answerSimply(received)
    }
    const domain = await makeDomain({ max_depth: 0 })
    const before = model.calls.length
    const many = Array.from({ length: 20 }, (_, at) => `/shut/${at}`)
    await addSources(
      domain,
      many.map((path) => `http://${host}${path}`),
    )
    // Half of the calls at a time: the others wait.
    await expect.poll(() => model.calls.length - before).toBe(8)
    await expect.poll(() => asked(host).length).toBe(21)
    await publish(domain, { exclude_terms: ['harbour'] })
    lock.release()
    const ends = await endsOf(domain)
    expect(Object.values(ends)).toEqual(many.map(() => 'gate v2: exclude_terms harbour'))
    expect(model.calls.length - before).toBe(8)
    expect(await countOf('claims', domain)).toBe(0)
    model.answer = answerSimply
  })

  it('pays for no answer twice when it keeps the pages', async () => {
    const lock = makeLock()
    const host = open(({ path }) => ({ body: article(path) }))
    model.answer = async (received) => {
      await lock.wait
      return answerSimply(received)
    }
    const domain = await makeDomain({ max_depth: 0 })
    const before = model.calls.length
    await addSources(
      domain,
      paths.map((path) => `http://${host}${path}`),
    )
    await expect.poll(() => model.calls.length - before).toBe(8)
    await publish(domain, { exclude_terms: ['nothing of the kind'] })
    lock.release()
    expect(await endsOf(domain)).toEqual(Object.fromEntries(paths.map((path) => [path, 'extracted'])))
    expect(model.calls.length - before).toBe(8)
    const versions = await service.db.query('select distinct gate_version from pages where domain_id = $1', [domain])
    expect(versions).toEqual([{ gate_version: 2 }])
    model.answer = answerSimply
  })
})
