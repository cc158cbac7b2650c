import { describe, expect, it } from 'vitest'
import { startGateway } from '../../sdk/test/support/gateway.ts'
import { EventLog } from '../../server/src/events/event-log.ts'
import { deliveryHeaders, newWebhookSecret } from '../../server/src/webhooks/signature.ts'
import { startCrawlTest } from '../../server/test/support/crawl/crawl-sites.ts'
import { pageUpdate } from '../../server/test/support/event-entries.ts'
import { plainPage } from '../../server/test/support/web/local-site.ts'
import { commandLine, goOn, type LineOptions, spawnLine, spawnShell, spawnTerminal } from './support/command-line.ts'

// Commands that go on for a while: crawls, events, deliveries; and their end by Ctrl-C.

const test = await startCrawlTest({ environment: { CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' } })
const { url, key, call, service, open, makeDomain } = test
const environment = { POLEGRAPH_URL: url, POLEGRAPH_KEY: key }
const line = commandLine(environment)
const { run, config } = line

/** A site with a door and two pages, one of which is missing. */
const openSite = () =>
  open(({ path }) => {
    if (path === '/robots.txt') return {}
    if (path === '/gone') return undefined
    return plainPage(path === '/' ? 'the harbour' : 'its master', path === '/' ? ['/master', '/gone'] : [])
  })

/** A site that answers nothing until it is let go. */
function openSlowSite() {
  const waiting: (() => void)[] = []
  let isSlow = true
  const host = open(({ path }, response) => {
    if (path === '/robots.txt') return {}
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage('slow').body)
    if (!isSlow) return plainPage('slow')
    waiting.push(answer)
    return 'by hand'
  })
  const letGo = () => {
    isSlow = false
    for (const answer of waiting) answer()
  }
  return { address: `http://${host}/`, isAsked: () => waiting.length > 0, letGo }
}

/** Interrupts the command as soon as it has said so. */
function interruptAt(isTime: (err: string) => boolean): LineOptions {
  let interrupt: () => void = () => undefined
  return {
    onStart: (given) => {
      interrupt = given
    },
    onNote: (err) => isTime(err) && interrupt(),
  }
}

describe('a crawl', () => {
  it('is shown until its end', async () => {
    await makeDomain({ name: 'Whole' })
    expect((await run(['crawl', 'Whole'])).out).toMatch(/^Whole has no source yet\. .+ polegraph crawl Whole https:/)
    const { code, out, err } = await run(['crawl', 'Whole', `http://${openSite()}/`])
    expect(code).toBe(0)
    expect(err).toMatch(/^\d of \d pages?, \d+ new entit/m)
    expect(out).toMatch(/^Finished: 3 pages, \d+ new entit\w+ \(nothing left\)\.\n/)
    expect(out).toMatch(/^Read by rules +2$/m)
    expect((await run(['pages', 'Whole', '--status', 'failed'])).out).toMatch(/\/gone +failed +/)
    const again = await run(['crawl', 'Whole'])
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('There is nothing to crawl in Whole') })
    expect((await run(['crawl', 'Whole', '--again', '--no-follow', '--json'])).json).toEqual({ queued: 2 })
    expect(await run(['crawl', 'follow', 'Whole'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Finished: 2 pages/),
    })
  })

  it('that ends at a limit says which, and the command that raises it', async () => {
    await makeDomain({ name: 'Small one', max_pages: 2 })
    const { out } = await run(['crawl', 'Small one', `http://${openSite()}/`])
    expect(out).toMatch(/^Finished: 2 pages, .+ \(budget\)\.\n/)
    expect(out).toContain(
      "The domain has all the pages that it may have (max_pages 2), and links are left. Take more: polegraph domains set 'Small one' --max-pages 4 && polegraph crawl 'Small one'\n",
    )
    expect(await run(['domains', 'set', 'Small one', '--max-pages', '4'])).toMatchObject({
      code: 0,
      out: 'Changed Small one: max_pages 4.\n',
    })
    expect((await run(['crawl', 'Small one'])).out).toMatch(/^Finished: 1 page, .+ \(nothing left\)/)
  })

  it('is a line for each event to programs', async () => {
    await makeDomain({ name: 'For programs' })
    const { code, out } = await run(['crawl', 'For programs', `http://${openSite()}/`, '--json'])
    expect(code).toBe(0)
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ type }) => type === 'crawl.finished')).toHaveLength(1)
    expect(
      lines.filter(({ type, data }) => type === 'page.update' && data.status !== 'queued').length,
    ).toBeGreaterThanOrEqual(3)
    expect(lines.at(-1)).toMatchObject({ type: 'run', data: { status: 'finished', pages_done: 3 } })
  })

  it('goes on after Ctrl-C, and can be followed, paused, resumed and cancelled', async () => {
    const id = await makeDomain({ name: 'Slow one' })
    const site = openSlowSite()
    const { code, err } = await run(
      ['crawl', 'Slow one', site.address],
      interruptAt((text) => text.includes('0 of 1 page')),
    )
    expect(code).toBe(130)
    expect(err).toContain(
      "The crawl goes on. Follow it: polegraph crawl follow 'Slow one'; end it: polegraph crawl cancel 'Slow one'",
    )
    expect((await call('GET', `/v1/domains/${id}`, { key })).body.crawl_state).toBe('running')
    await run(['crawl', 'pause', 'Slow one'])
    const paused = await run(['crawl', 'follow', 'Slow one'])
    expect([paused.code, paused.out]).toEqual([
      75,
      expect.stringMatching(/^Paused after 0 pages.*\nGo on with: polegraph crawl resume 'Slow one'\n$/),
    ])
    expect((await run(['crawl', 'resume', 'Slow one'])).out).toBe('The crawl goes on with 1 page.\n')
    expect((await run(['crawl', 'cancel', 'Slow one'])).out).toMatch(/^Cancelled, with \d pages? still queued\.\n$/)
    expect(await run(['crawl', 'cancel', 'Slow one'])).toMatchObject({ code: 1, err: 'polegraph: no active run\n' })
    site.letGo()
  })

  it('that is cancelled meanwhile fails', async () => {
    const id = await makeDomain({ name: 'Cancelled' })
    const site = openSlowSite()
    const running = run(['crawl', 'Cancelled', site.address])
    await expect.poll(site.isAsked).toBe(true)
    await call('POST', `/v1/domains/${id}/runs/cancel`, { key })
    expect(await running).toMatchObject({ code: 1, out: expect.stringMatching(/^Cancelled: /) })
    site.letGo()
  })

  it('is a bar on a terminal', async () => {
    await makeDomain({ name: 'Drawn' })
    const argv = ['crawl', 'Drawn', `http://${openSite()}/`]
    const { code, out } = await spawnTerminal(argv, { ...environment, XDG_CONFIG_HOME: config }, { columns: 60 }).ended
    expect(code).toBe(0)
    expect(out).toContain('\r\x1b[K')
    expect(out).toMatch(/[█░]{19} \d of \d pages?/)
    expect(out).toMatch(/Finished: 3 pages/)
  })

  it('is still shown when the stream of its events cannot be had', async () => {
    const id = await makeDomain({ name: 'Without stream' })
    const gateway = await startGateway(url)
    const body = JSON.stringify({ error: 'quota reached: streams', code: 'quota_reached', request_id: 'x' })
    gateway.pages.set(`/v1/domains/${id}/events`, {
      status: 409,
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { code, out } = await run(['crawl', 'Without stream', `http://${openSite()}/`], {
      environment: { POLEGRAPH_URL: gateway.url },
    })
    expect([code, out]).toEqual([0, expect.stringMatching(/^Finished: 3 pages/)])
  })
})

describe('events', () => {
  it('are printed as they come, after a cut stream too', async () => {
    const id = await makeDomain({ name: 'With events' })
    const append = (n: number) => service.db.transaction((tx) => new EventLog([]).append(tx, id, [pageUpdate(n)]))
    await append(1)
    const gateway = await startGateway(url)
    const following = goOn(line, ['events', 'follow', 'With events', '--since', '0', '--json'], {
      POLEGRAPH_URL: gateway.url,
    })
    const ids = () =>
      following.written.out
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one || '{}').id)
    await expect.poll(ids).toEqual([1])
    gateway.breakAll()
    await append(2)
    await expect.poll(() => following.written.err).toContain('the stream goes on')
    expect(following.written.err).toContain('the stream was cut')
    await append(3)
    await expect.poll(ids).toEqual([1, 2, 3])
    following.interrupt()
    expect((await following.ended).code).toBe(130)
  })

  it('are lines for people, of the types that they ask for', async () => {
    const id = await makeDomain({ name: 'For people' })
    await test.crawl(id, `http://${openSite()}/`)
    const following = goOn(line, ['events', 'follow', id, '--since', '0', '--type', 'crawl.finished'])
    await expect
      .poll(() => following.written.out)
      .toMatch(/^\d+ {2}crawl\.finished {2}3 pages, \d+ new entities, 1 failed\n$/)
    following.interrupt()
    await following.ended
  })

  it('of a type that there is not are a mistake', async () => {
    await makeDomain({ name: 'Typed' })
    expect(await run(['events', 'follow', 'Typed', '--type', 'page.upd'])).toMatchObject({ code: 2 })
    expect(await run(['events', 'follow', 'Typed', '--graph', '--type', 'page.update'])).toMatchObject({ code: 2 })
    expect(await run(['events', 'follow', 'Typed', '--kind', 'person'])).toMatchObject({ code: 2 })
  })

  it('of the graph say what has changed', async () => {
    const id = await makeDomain({ name: 'Of the graph' })
    const send = async (method: string, rest: string, body: object) =>
      (await test.call(method, `/v1/domains/${id}/entities${rest}`, { key: test.key, body })).body
    const ada = await send('POST', '', { kind: 'person', name: 'Ada Berg', attributes: { job_title: 'director' } })
    await send('POST', '', { kind: 'location', name: 'Bergen' })
    await send('PATCH', `/${ada.id}`, { attributes: { job_title: 'chair' } })
    const following = goOn(line, ['events', 'follow', id, '--graph', '--kind', 'person', '--since', '0'])
    await expect
      .poll(() => following.written.out)
      .toMatch(
        /^\d+ {2}entity\.added {2}Ada Berg \(person\)\n\d+ {2}entity\.changed {2}Ada Berg \(person\); attributes\.job_title: director → chair\n$/,
      )
    following.interrupt()
    await following.ended
  })

  it('of a watch are its news alone, and none of one that is not there', async () => {
    const id = await makeDomain({ name: 'Watched' })
    const send = async (rest: string, body: object) =>
      (await test.call('POST', `/v1/domains/${id}${rest}`, { key: test.key, body })).body
    const watch = await send('/watches', { name: 'Ada', query: { kinds: ['person'] } })
    await send('/entities', { kind: 'location', name: 'Oslo' })
    await send('/entities', { kind: 'person', name: 'Ada Berg' })
    const following = goOn(line, ['events', 'follow', id, '--graph', '--watch', watch.id, '--since', '0'])
    await expect.poll(() => following.written.out).toMatch(/^\d+ {2}entity\.added {2}Ada Berg \(person\)\n$/)
    following.interrupt()
    await following.ended
    const gone = await run(['events', 'follow', id, '--graph', '--watch', id, '--since', '0'])
    expect([gone.code, gone.err]).toEqual([4, 'polegraph: watch not found\n'])
  })
})

describe('webhooks listen', () => {
  it('makes a webhook, verifies what comes, and removes it in the end', async () => {
    const id = await makeDomain({ name: 'Listened to' })
    const argv = ['webhooks', 'listen', '--domain', 'Listened to', '--events', 'crawl.finished,page.update', '--json']
    const listening = goOn(line, argv)
    await expect.poll(() => listening.written.err).toContain('Listening on http://127.0.0.1:')
    const { webhooks } = (await run(['webhooks', 'Listened to', '--json'])).json
    expect(webhooks).toMatchObject([{ events: ['crawl.finished', 'page.update'], enabled: true }])
    // What nobody has signed is refused.
    const forged = await fetch(webhooks[0].url, { method: 'POST', body: '{"type":"ping"}' })
    expect(forged.status).toBe(400)
    await expect.poll(() => listening.written.err).toContain('refused  the header webhook-id is missing')
    await test.crawl(id, `http://${openSite()}/`)
    await expect.poll(() => listening.written.out).toContain('"type":"crawl.finished"')
    listening.interrupt()
    const { code, out } = await listening.ended
    expect(code).toBe(130)
    const types = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    expect(types[0]).toBe('ping')
    expect(types).toContain('crawl.finished')
    expect((await run(['webhooks', 'Listened to', '--json'])).json).toEqual({ webhooks: [] })
  })

  it('needs a domain or a secret, and a port that is free', async () => {
    expect(await run(['webhooks', 'listen'])).toMatchObject({ code: 2 })
    expect(await run(['webhooks', 'listen', '--secret', 'x'])).toMatchObject({ code: 2 })
    const { port } = new URL(url)
    const taken = await run(['webhooks', 'listen', '--port', port, '--secret', 'whsec_c2VjcmV0'])
    expect([taken.code, taken.err]).toEqual([1, `polegraph: port ${port} is in use; give another --port\n`])
  })

  it('verifies with a secret that is given, and prints a delivery once', async () => {
    const secret = newWebhookSecret()
    const listening = goOn(line, ['webhooks', 'listen', '--secret', secret])
    await expect.poll(() => listening.written.err).toContain('Listening on')
    const address = /http:\S+\//.exec(listening.written.err)?.[0] ?? ''
    const body = JSON.stringify({ id: 'd', type: 'budget.hit', domain_id: 'x', data: { spend: 3, cap: 2 } })
    const list = deliveryHeaders({ id: 'd', body, secret, event_id: null, created_at: '' }, new Date())
    const headers = Object.fromEntries(list.flatMap((name, at) => (at % 2 ? [] : [[name, list[at + 1] as string]])))
    for (const _ of [1, 2]) expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(204)
    expect((await fetch(address, { method: 'POST', headers, body: body.replace('3', '4') })).status).toBe(400)
    listening.interrupt()
    expect(await listening.ended).toMatchObject({ code: 130, out: 'verified  budget.hit  {"spend":3,"cap":2}\n' })
    expect(listening.written.err).toContain('refused  the signature is not of this secret')
  })

  describe('leaves no webhook behind', () => {
    const webhooksOf = async (id: string) =>
      (await call('GET', `/v1/domains/${id}/webhooks`, { key })).body.webhooks as { id: string; url: string }[]

    /** In a process of its own, through a gateway, with its webhook made and tried out. */
    async function startListening(name: string) {
      const id = await makeDomain({ name })
      const gateway = await startGateway(url)
      const argv = ['webhooks', 'listen', '--domain', name, '--json', '--url', gateway.url]
      const listening = spawnLine(argv, { ...environment, XDG_CONFIG_HOME: config })
      await expect.poll(() => listening.written.out).toContain('"type":"ping"')
      expect(await webhooksOf(id)).toHaveLength(1)
      const removals = () => gateway.passed.filter(({ method }) => method === 'DELETE').length
      return { id, gateway, listening, removals }
    }

    it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('when %s comes again before it is removed', async (signal) => {
      const { id, gateway, listening, removals } = await startListening(`Ended by ${signal}`)
      gateway.next.push('lose')
      listening.child.kill(signal)
      await expect.poll(removals).toBe(1)
      listening.child.kill(signal)
      expect(await listening.ended).toMatchObject({ code: 130 })
      expect(await webhooksOf(id)).toEqual([])
    })

    it('when it is interrupted while the webhook is made', async () => {
      const id = await makeDomain({ name: 'Made meanwhile' })
      const gateway = await startGateway(url)
      const argv = ['webhooks', 'listen', '--domain', id, '--url', gateway.url]
      gateway.lose_answers_of.add('POST')
      const listening = spawnLine(argv, { ...environment, XDG_CONFIG_HOME: config })
      await expect.poll(() => webhooksOf(id)).toHaveLength(1)
      listening.child.kill('SIGINT')
      gateway.lose_answers_of.clear()
      expect(await listening.ended).toMatchObject({ code: 130 })
      expect(await webhooksOf(id)).toEqual([])
    })

    it('when the service is away for a few seconds at the end', async () => {
      const { id, gateway, listening } = await startListening('Away')
      gateway.next.push('lose', 'lose', 'lose')
      listening.child.kill('SIGINT')
      expect(await listening.ended).toMatchObject({ code: 130, err: expect.not.stringContaining('not removed') })
      expect(await webhooksOf(id)).toEqual([])
    })

    it('when nobody reads its output any more', async () => {
      const id = await makeDomain({ name: 'Piped' })
      const line = `polegraph webhooks listen --domain Piped --json | head -n 1; exit "\${PIPESTATUS[0]}"`
      const listening = spawnShell(line, { ...environment, XDG_CONFIG_HOME: config })
      await expect.poll(() => listening.written.out).toContain('"type":"ping"')
      await test.crawl(id, `http://${openSite()}/`)
      expect(await listening.ended).toMatchObject({ code: 141 })
      expect(await webhooksOf(id)).toEqual([])
    })

    it('for long when it is killed: the next one removes it, and no other', async () => {
      const { id, listening: killed } = await startListening('Killed')
      const [left] = await webhooksOf(id)
      killed.child.kill('SIGKILL')
      await killed.ended
      const body = { url: 'http://127.0.0.1:9/hook', events: ['crawl.finished'] }
      const kept = await call('POST', `/v1/domains/${id}/webhooks`, { key, body })
      const living = goOn(line, ['webhooks', 'listen', '--domain', id])
      await expect.poll(() => living.written.err).toContain('Listening on')
      const [, ofLiving] = await webhooksOf(id)
      const next = goOn(line, ['webhooks', 'listen', '--domain', id])
      await expect.poll(() => next.written.err).toContain('Listening on')
      const ids = (await webhooksOf(id)).map((webhook) => webhook.id)
      expect(ids).toHaveLength(3)
      expect(ids).not.toContain(left?.id)
      expect(ids).toEqual(expect.arrayContaining([kept.body.id, ofLiving?.id]))
      for (const one of [living, next]) {
        one.interrupt()
        await one.ended
      }
      expect((await webhooksOf(id)).map((webhook) => webhook.id)).toEqual([kept.body.id])
    })
  })
})
