import { expect, it } from 'vitest'
import { countQueries } from '../../../test/support/count-queries.ts'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { watchFolding } from '../../../test/support/watch-folding.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { ParseThreads } from '../../reader/read-page/parse-threads.ts'
import { previewBy } from './judge-stored.ts'

// Stored pages may be many and large: judging them holds a megabyte, keeps nobody waiting, and ends with its caller.

const { open, makeDomain, crawl, service, call, key } = await startCrawlTest()
const { db } = service

const letters = 300_000
const pageCount = 8

/** A domain with large pages, and a draft that reads all of them. */
async function makeLargeDomain() {
  const domain = await makeDomain()
  const ids = Array.from({ length: pageCount }, newId)
  await db.query(
    `insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at, read_at, gate_version)
     select $1, n.id, 'https://large.example/' || n.id, 'large.example', 'large.example', '', 1, 'extracted', now(), now(), 1
     from unnest($2::uuid[]) as n (id)`,
    [domain, ids],
  )
  await db.query(
    `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
     select $1, n.id, repeat('many words ', $3) || 'casino', 11 * $3, '', '[]', '{}' from unnest($2::uuid[]) as n (id)`,
    [domain, ids, Math.floor(letters / 11)],
  )
  const base = `/v1/domains/${domain}/gate/versions`
  const body = { rules: { exclude_terms: ['harbour'] }, note: '' }
  const { version } = (await call('POST', base, { key, body })).body as { version: number }
  return { domain, version, base }
}

async function withThreads<Result>(work: (threads: ParseThreads) => Promise<Result>): Promise<Result> {
  const threads = new ParseThreads({ log: createLog({ level: 'silent' }), threads: 1 })
  try {
    return await work(threads)
  } finally {
    await threads.close()
  }
}

/** The letters of texts in the largest answer of the database. */
async function mostLettersAtOnce(work: () => Promise<unknown>): Promise<number> {
  const { query } = db
  let most = 0
  db.query = async (...args) => {
    const rows = (await query.apply(db, args)) as { text?: string }[]
    most = Math.max(
      most,
      rows.reduce((sum, { text }) => sum + (text?.length ?? 0), 0),
    )
    return rows as never
  }
  await work()
  db.query = query
  return most
}

it('reads a megabyte at a time, and leaves the folding of texts to the threads', async () => {
  const { base, version } = await makeLargeDomain()
  const folded = watchFolding(letters / 2)
  const most = await mostLettersAtOnce(async () => {
    const { body } = await call('POST', `${base}/${version}/preview`, { key, body: {} })
    expect(body).toMatchObject({ checked: pageCount, kept: pageCount, truncated: false })
  })
  expect(folded.end()).toBe(0)
  expect(most).toBeGreaterThan(letters)
  expect(most).toBeLessThan(1024 * 1024)
})

it('reads no text for rules that look at none', async () => {
  const { base } = await makeLargeDomain()
  const rules = { block_paths: ['/none'], languages: ['en'] }
  const { version } = (await call('POST', base, { key, body: { rules, note: '' } })).body
  expect(await mostLettersAtOnce(() => call('POST', `${base}/${version}/preview`, { key, body: {} }))).toBe(0)
})

it('ends a preview when its caller leaves', async () => {
  const { domain, version } = await makeLargeDomain()
  await withThreads(async (threads) => {
    const leaving = new AbortController()
    const { query } = db
    let texts = 0
    db.query = (...args) => {
      if (!args[0].includes('shown_chars from page_texts')) return query.apply(db, args) as never
      texts++
      const rows = query.apply(db, args)
      leaving.abort(new Error('left'))
      return rows as never
    }
    await expect(previewBy({ db, threads })(domain, version, leaving.signal)).rejects.toThrow()
    db.query = query
    expect(texts).toBe(1)
  })
})

it('says when there is more than a preview checks', async () => {
  const { domain, version } = await makeLargeDomain()
  const { signal } = new AbortController()
  await withThreads(async (threads) => {
    const short = await previewBy({ db, threads }, { pages: 1, text_bytes: 1e9 })(domain, version, signal)
    expect(short).toMatchObject({ truncated: true })
    expect(short.checked).toBeLessThan(pageCount)
    const light = await previewBy({ db, threads }, { pages: 1e6, text_bytes: 2 * letters })(domain, version, signal)
    expect(light).toMatchObject({ truncated: true })
    expect(light.checked).toBeLessThan(pageCount)
    const whole = await previewBy({ db, threads })(domain, version, signal)
    expect(whole).toMatchObject({ truncated: false, checked: pageCount })
  })
})

it('judges for real as it previews', async () => {
  const { domain, base } = await makeLargeDomain()
  const rules = { exclude_terms: ['casino'] }
  const { version } = (await call('POST', base, { key, body: { rules, note: '' } })).body
  // The last word is beyond what is shown: it is of the structured data.
  expect((await call('POST', `${base}/${version}/preview`, { key, body: {} })).body).toMatchObject({ dropped: 0 })
  const folded = watchFolding(letters / 2)
  const words = (await call('POST', base, { key, body: { rules: { include_terms: ['words'] }, note: '' } })).body
  await call('POST', `${base}/${words.version}/publish`, { key, body: {} })
  const rulesOf = () =>
    db.query('select distinct gate_version, gate_rule from pages where domain_id = $1 order by 1', [domain])
  await expect
    .poll(rulesOf, { timeout: 20_000 })
    .toEqual([{ gate_version: words.version, gate_rule: 'include_terms words' }])
  expect(folded.end()).toBe(0)
})

it('judges what it crawls on the threads, and explains by what was decided then', async () => {
  const text = 'The harbour was built by Ada Lovelace. '.repeat(20_000)
  const person = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Person', name: 'Ada Lovelace' })
  const html = `<html lang="en"><title>Start</title><script type="application/ld+json">${person}</script><p>${text}`
  const host = open(({ path }) => (path === '/' ? { body: html } : undefined))
  const domain = await makeDomain()
  const base = `/v1/domains/${domain}/gate/versions`
  const publish = async (rules: object) => {
    const { version } = (await call('POST', base, { key, body: { rules, note: '' } })).body
    await call('POST', `${base}/${version}/publish`, { key, body: {} })
  }
  await publish({ include_terms: ['harbour'] })
  const folded = watchFolding(text.length / 2)
  await crawl(domain, `http://${host}/`)
  expect(folded.end()).toBe(0)
  const [entity] = (await call('GET', `/v1/domains/${domain}/entities`, { key })).body.entities
  const explained = async () => {
    const { body } = await call('GET', `/v1/domains/${domain}/entities/${entity.id}/explain`, { key })
    return body.pages.map(({ gate_rule }: { gate_rule: string | null }) => gate_rule)
  }
  expect(await countQueries(db, 'page_texts', explained)).toBe(0)
  expect(await explained()).toEqual(['gate v2: include_terms harbour'])
  await publish({ include_terms: ['built'] })
  await expect.poll(explained, { timeout: 20_000 }).toEqual(['gate v3: include_terms built'])
  await publish({})
  await expect.poll(explained, { timeout: 20_000 }).toEqual([null])
})
