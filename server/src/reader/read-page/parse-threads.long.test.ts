import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { manyLetters, packedSpaces } from '../../../test/support/pdf/pdf-bombs.ts'
import { packTextRules } from '../../gate/text/text-rules.ts'
import { ParseFailed, type ParseJob } from './parse-job.ts'
import { ParseThreads, type ParseThreadsOptions } from './parse-threads.ts'

const log = pino({ level: 'silent' })
const open: ParseThreads[] = []

function start(options: Partial<ParseThreadsOptions> = {}): ParseThreads {
  const threads = new ParseThreads({ log, threads: 1, ...options })
  open.push(threads)
  return threads
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((threads) => threads.close()))
})

const job = (html: string | Uint8Array, more: Partial<ParseJob> = {}): ParseJob => ({
  body: typeof html === 'string' ? Buffer.from(html) : html,
  content_type: 'text/html; charset=utf-8',
  url: 'https://site.example/page',
  status: 200,
  x_robots_tag: null,
  text_rules: null,
  ...more,
})

describe('reading threads', () => {
  it('read HTML, text and nothing else', async () => {
    const threads = start()
    expect(await threads.parse('one', job('<title>Ä</title><p>One <a href="x">link</a>'))).toMatchObject({
      kind: 'html',
      charset: 'utf-8',
      bytes_hash: expect.stringMatching(/^[\w-]{43}$/),
      page: { title: 'Ä', text: 'One link', links: [{ url: 'https://site.example/x', text: 'link' }] },
    })
    expect(await threads.parse('one', job('One\n\nTwo', { content_type: 'text/plain' }))).toMatchObject({
      kind: 'text',
      page: { text: 'One\nTwo', verdict: null },
    })
    const feed = await threads.parse('one', job('<rss/>', { content_type: 'application/rss+xml' }))
    expect(feed).toMatchObject({ kind: 'other', type: 'application/rss+xml' })
    expect('page' in feed).toBe(false)
    const pdf = await threads.parse('one', job(manyLetters(20)))
    expect(pdf).toMatchObject({ type: 'application/pdf', page: { text: 'a a a a a a a a a a a a a a a a a a a a' } })
  })

  it('judge texts by the rules that come with them', async () => {
    const threads = start()
    const text_rules = packTextRules({ exclude_terms: ['casino'], include_terms: ['port'] })
    const judged = async (html: string) => {
      const reading = await threads.parse('one', job(html, { text_rules }))
      return 'by_text' in reading ? reading.by_text : undefined
    }
    expect(await judged('<title>Port</title><p>A casino.')).toEqual({ keep: false, rule: 'exclude_terms casino' })
    expect(await judged('<title>Port</title><p>A ship.')).toEqual({ keep: true, rule: 'include_terms port' })
    expect(await judged('<p>A ship.')).toEqual({ keep: false, rule: 'include_terms' })
    const texts = ['A port', 'A ship']
    expect(await threads.judge('one', { url: '', text_rules: text_rules as string, texts })).toEqual([
      { keep: true, rule: 'include_terms port' },
      { keep: false, rule: 'include_terms' },
    ])
  })

  it('do not begin what nobody waits for', async () => {
    const threads = start()
    const leaving = new AbortController()
    const first = threads.parse('one', job('<p>a'))
    const second = threads.parse('one', job('<p>b'), leaving.signal)
    const third = threads.parse('one', job('<p>c'))
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    await expect(threads.parse('one', job('<p>d'), leaving.signal)).rejects.toThrow('left')
    expect(await Promise.all([first, third])).toMatchObject([{ page: { text: 'a' } }, { page: { text: 'c' } }])
  })

  it('give equal bytes an equal hash', async () => {
    const threads = start()
    const [a, b, c] = await Promise.all(
      [job('<p>a'), job('<p>a', { url: 'https://site.example/b' }), job('<p>b')].map((one) =>
        threads.parse('one', one),
      ),
    )
    expect(a?.bytes_hash).toBe(b?.bytes_hash)
    expect(a?.bytes_hash).not.toBe(c?.bytes_hash)
  })

  it.each([
    ['noindex', { is_noindex: true, is_nofollow: false }],
    ['otherbot: noindex, nofollow', { is_noindex: false, is_nofollow: false }],
    ['otherbot: noindex, polegraph: nofollow', { is_noindex: false, is_nofollow: true }],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, none', { is_noindex: true, is_nofollow: true }],
  ])('heed X-Robots-Tag: %s', async (header, expected) => {
    expect(await start().parse('one', job('<p>a', { x_robots_tag: header }))).toMatchObject({ page: expected })
  })

  it('judge by status and redirects', async () => {
    const threads = start()
    const wall = await threads.parse('one', job('<title>Just a moment...</title>', { status: 403 }))
    expect(wall).toMatchObject({ page: { verdict: { kind: 'bot wall' } } })
    const login = await threads.parse(
      'one',
      job('<p>Hello', { url: 'https://site.example/login', requested_url: 'https://site.example/a' }),
    )
    expect(login).toMatchObject({ page: { verdict: { kind: 'login wall' } } })
  })

  it('take jobs in order, as many as come', async () => {
    const threads = start({ threads: 2 })
    const done: number[] = []
    const jobs = Array.from({ length: 60 }, async (_, n) => {
      const reading = await threads.parse('one', job(`<title>${n}</title>`))
      done.push(n)
      expect(reading).toMatchObject({ page: { title: String(n) } })
    })
    await Promise.all(jobs)
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  })

  it('leave the bytes of others alone', async () => {
    const block = new Uint8Array(1000).fill(0x61)
    await start().parse('one', job(block.subarray(0, 10)))
    expect(block.byteLength).toBe(1000)
    const whole = Buffer.from('<p>pooled')
    await start().parse('one', job(whole))
    expect(Buffer.from('<p>pooled').toString()).toBe('<p>pooled')
  })

  it('give up on a page that takes too long, and go on with the others', async () => {
    const threads = start({ within_ms: 500 })
    const slow = threads.parse('one', job('<p>x<b>'.repeat(1_400_000)))
    const next = threads.parse('one', job('<title>next</title>'))
    await expect(slow).rejects.toThrow(new ParseFailed('reading took longer than 0.5 s'))
    await expect(next).resolves.toMatchObject({ page: { title: 'next' } })
  })

  it('leave a thread for other projects while one has slow pages', async () => {
    const threads = start({ within_ms: 5_000 })
    const slow = Array.from({ length: 3 }, () => threads.parse('many', job('<p>x<b>'.repeat(1_400_000))))
    const ended: string[] = []
    for (const one of slow) void one.catch(() => undefined).then(() => ended.push('slow'))
    await threads.parse('other', job('<title>other</title>')).then(() => ended.push('other'))
    expect(ended).toEqual(['other'])
  })

  it('survive a page that needs too much memory', async () => {
    const threads = start({ memory_mb: 40 })
    const huge = threads.parse('one', job('<p>ü<b>'.repeat(1_300_000)))
    const next = threads.parse('one', job('<title>next</title>'))
    await expect(huge).rejects.toThrow(new ParseFailed('reading needed too much memory'))
    await expect(next).resolves.toMatchObject({ page: { title: 'next' } })
  })

  it('survive documents that unpack to more than fits, and many letters', async () => {
    const threads = start({ memory_mb: 128 })
    await expect(threads.parse('one', job(packedSpaces(20)))).rejects.toThrow(
      new ParseFailed('reading needed too much memory'),
    )
    expect(await threads.parse('one', job(manyLetters(300_000)))).toMatchObject({ type: 'application/pdf' })
    await expect(threads.parse('one', job('<title>next</title>'))).resolves.toMatchObject({ page: { title: 'next' } })
  })

  it('stop', async () => {
    const threads = start()
    const stopped = [threads.parse('one', job('<p>a')), threads.parse('one', job('<p>b'))].map((one) =>
      expect(one).rejects.toThrow('reading was stopped'),
    )
    await threads.close()
    await Promise.all(stopped)
    await expect(threads.parse('one', job('<p>a'))).rejects.toThrow(ParseFailed)
  })
})
