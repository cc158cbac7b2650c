import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { answersRounds, drops, keeps, type RoundScript, searchesFor } from '../../test/support/model/round-model.ts'
import { startRoundTest, urlsOf } from '../../test/support/model/round-test.ts'

// Discoveries whose model does not answer, may not be paid, or whose domain is stopped.

const { model, call, key, found, calls, searches, fetched, site, at, makeDomain } = await startRoundTest()

describe('the rules finish what a model does not', () => {
  /** A domain whose rules would find one site, and the words of the model another. */
  async function prepare(settings: object = {}) {
    const domain = await makeDomain(settings)
    const [byRules, byModel] = [site('harbours'), site('harbours')]
    found.set(domain.name, [at(byRules)])
    found.set('quays', [at(byModel)])
    return { domain, byRules, byModel }
  }

  it('after an answer that does not fit, asked for again once', async () => {
    const { domain, byModel } = await prepare()
    const run = await domain.discover((round, sites) => {
      if (round === 0) return 'Sure! Here are some searches.'
      if (round === 1) return { searches: searchesFor('quays') }
      return { verdicts: keeps(sites), done: true }
    })
    expect(calls()[1]?.user).toMatch(/Your answer does not fit:\n- it is not JSON/)
    expect(run).toMatchObject({ by_model: { calls: 3, ended: 'done' } })
    expect(urlsOf(run)).toEqual([`http://${byModel}/`])
  })

  it.each<[string, RoundScript, RegExp, number]>([
    ['nonsense twice', () => '{"done": "yes"}', /could not be used, twice \(done: /, 2],
    ['an error', () => ({ status: 400, body: { error: { message: 'no such model' } } }), /no such model/, 1],
    ['a broken connection', () => 'reset', /closed the connection/, 1],
    ['silence', () => 'hang', /took too long to answer/, 1],
  ])('at once, for %s', { timeout: 60_000 }, async (_what, script, reason, asked) => {
    const { domain, byRules } = await prepare()
    const run = await domain.discover(script)
    expect(urlsOf(run)).toEqual([`http://${byRules}/`])
    expect(run).toMatchObject({
      ...{ status: 'finished', queries_tried: [domain.name] },
      by_model: { calls: asked, ended: 'failed', note: expect.stringMatching(reason) },
      summary: expect.stringMatching(/The model was asked .*; the rules went on, because .*\.$/),
    })
    expect(calls()).toHaveLength(asked)
  })

  it('in the middle, and what it kept and dropped stays', async () => {
    const { domain, byRules, byModel } = await prepare()
    const dropped = site('harbours')
    found.set('quays', [at(byModel), at(dropped)])
    const run = await domain.discover((round, sites) => {
      if (round === 0) return { searches: searchesFor('quays') }
      if (round > 1) return { status: 500 }
      const isKept = ({ host }: { host: string }) => host === byModel
      return {
        verdicts: [
          ...keeps(sites.filter(isKept)),
          ...drops(
            sites.filter((one) => !isKept(one)),
            'A shop.',
          ),
        ],
        searches: searchesFor('piers'),
      }
    })
    expect(searches()).toEqual(['quays', 'piers', domain.name])
    expect(urlsOf(run)).toEqual([`http://${byModel}/`, `http://${byRules}/`])
    expect(run.by_model).toMatchObject({
      ...{ calls: 3, ended: 'failed' },
      dropped: [{ url: `http://${dropped}/`, reason: 'A shop.' }],
    })
  })

  it('when the cap leaves no room for a call, and the domain is not paused for it', async () => {
    const { domain, byRules } = await prepare({ max_spend_usd: 0.01 })
    const run = await domain.discover(() => ({ done: true }))
    expect(calls()).toEqual([])
    expect(urlsOf(run)).toEqual([`http://${byRules}/`])
    expect(run).toMatchObject({
      status: 'finished',
      by_model: { calls: 0, spend_usd: 0, ended: 'budget', note: expect.stringContaining('spend cap of the domain') },
    })
    expect((await call('GET', domain.path, { key })).body.crawl_state).toBe('idle')
  })

  it('when the cap is reached between two calls, and never spends more', async () => {
    // There is room for one call of this cost, and then for no other.
    const { domain, byRules, byModel } = await prepare({ max_spend_usd: 0.08 })
    model.answer = () => ({
      text: JSON.stringify({ verdicts: [], searches: searchesFor('quays'), done: false }),
      usage: { input: 2500, output: 1400 },
    })
    await domain.start()
    const run = await domain.ended()
    expect(calls()).toHaveLength(1)
    expect(run.by_model).toMatchObject({ calls: 1, spend_usd: 0.053, ended: 'budget' })
    expect(urlsOf(run).toSorted()).toEqual([`http://${byRules}/`, `http://${byModel}/`].toSorted())
    expect(await domain.usage()).toMatchObject([{ purpose: 'discovery', calls: 1, spend_usd: 0.053 }])
  })
})

describe('a domain that is stopped while the model is asked', () => {
  it.each([
    ['paused', 'runs/pause', /paused/],
    ['archived', 'archive', /archived/],
  ])('%s: no call, search or fetch follows', async (_what, path, sentence) => {
    const domain = await makeDomain()
    found.set('quays', [at(site('harbours'))])
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    model.answer = async () => {
      await held
      return { text: JSON.stringify({ verdicts: [], searches: searchesFor('quays'), done: false }) }
    }
    await domain.start()
    await expect.poll(() => calls().length).toBe(1)
    expect((await call('POST', `${domain.path}/${path}`, { key })).status).toBe(200)
    letGo()
    const run = await domain.ended()
    expect(run).toMatchObject({ status: 'failed', summary: expect.stringMatching(sentence), by_model: { calls: 1 } })
    await sleep(300)
    expect(calls()).toHaveLength(1)
    expect(searches()).toEqual([])
    expect(fetched()).toEqual([])
  })

  it('goes on when only its gate was published', async () => {
    const kept = site('harbours')
    found.set('quays', [at(kept)])
    const domain = await makeDomain()
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const follow = answersRounds((round, sites) => {
      if (round === 0) return { searches: searchesFor('quays') }
      return { verdicts: keeps(sites), done: true }
    })
    model.answer = async (request) => {
      await held
      return (await follow(request)) as never
    }
    await domain.start()
    await expect.poll(() => calls().length).toBe(1)
    await domain.publish({ about: 'quays' })
    letGo()
    const run = await domain.ended()
    expect(run).toMatchObject({ status: 'finished', by_model: { calls: 2, ended: 'done' } })
    expect(urlsOf(run)).toEqual([`http://${kept}/`])
  })
})
