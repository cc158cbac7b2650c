import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { type Answer, type ReceivedCall, startModelServer } from '../../test/support/model/model-server.ts'
import { answerSimply } from '../../test/support/model/simple-model.ts'
import { finds, harbourPrompt, harbourSite, startAutopilot } from '../../test/support/web/autopilot-web.ts'
import type { Site } from '../../test/support/web/local-site.ts'
import { autopilotJob } from './autopilots.ts'

// Autopilots through the API with a model on this machine, which writes the brief and reads the pages.

const model = await startModelServer({ answer: () => 'hang' })
const test = await startCrawlTest({
  isReading: model.isAsked,
  environment: {
    ...{ SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' },
    ...{ MODEL: 'openai-compatible:simple', MODEL_BASE_URL: model.url, MODEL_PRICE: '10,20' },
  },
})
const { call, key, open, clock } = test
const { db, jobs } = test.service

let answer: Site = () => undefined
open((request, response) => answer(request, response))

const begin = (settings: object = {}) => startAutopilot(call, key, { max_pages: 4, max_cycles: 1, ...settings })
const openHarbours = (name: string) => `http://${open(harbourSite(name, { pages: 3 }))}/`

const isBrief = ({ schema }: ReceivedCall) => 'queries' in ((schema?.properties ?? {}) as object)

const brief = {
  name: 'Baltic harbours',
  description: 'Harbours of the Baltic Sea and the people and bodies that run them.',
  ontology: ['person', 'object', 'location', 'harbour'],
  attributes: [{ key: 'berths', label: 'Berths', kinds: ['harbour'], description: 'How many ships find a place.' }],
  gate: { about: 'harbours of the Baltic Sea', exclude_terms: [], blocked_hosts: [], languages: [] },
  queries: ['Baltic harbours', 'port authorities of the Baltic Sea'],
}

/** Gives these briefs one after another, the last again and again, and reads pages. */
function writes(...briefs: unknown[]): Answer {
  let next = 0
  return (request) => {
    if (!isBrief(request)) return answerSimply(request)
    const given = briefs[Math.min(next++, briefs.length - 1)]
    return { text: typeof given === 'string' ? given : JSON.stringify(given) }
  }
}

const briefCalls = () => model.calls.filter(isBrief)

const usageOf = async (domainId: string) =>
  (
    await db.query<{ purpose: string; calls: number; spend_usd: number }>(
      'select purpose, calls, spend_usd from model_usage where domain_id = $1',
      [domainId],
    )
  ).find(({ purpose }) => purpose === 'brief')

async function lookAgain(): Promise<void> {
  clock.advance(61_000)
  await db.transaction((tx) => jobs.enqueue(tx, autopilotJob, {}))
}

describe('a brief by a model', () => {
  it('becomes the settings and the gate, and is paid for', async () => {
    model.answer = writes(brief)
    answer = finds(openHarbours('Alpha'), openHarbours('Beta'))
    const before = briefCalls().length
    const pilot = await begin({ max_pages: 8, max_cycles: 2 })
    const autopilot = await pilot.end()
    expect(autopilot).toMatchObject({ stage: 'steady', brief })
    expect(autopilot.history[0]?.note).toBe('Understood by the model as “Baltic harbours”, with 2 searches to make.')
    const [asked, ...more] = briefCalls().slice(before)
    expect(more).toEqual([])
    // The prompt of the user is data: it is not among the instructions.
    expect(asked?.system).not.toContain('Baltic')
    expect(asked?.user).toBe(`The request:\n${harbourPrompt}`)
    expect((await call('GET', pilot.path, { key })).body).toMatchObject({
      ...{ name: brief.name, description: brief.description, ontology: brief.ontology },
      ...{ attributes: brief.attributes, published_spec_version: 2 },
    })
    expect((await pilot.list('gate')).published.rules).toEqual(brief.gate)
    expect(await usageOf(pilot.id)).toMatchObject({ calls: 1, spend_usd: expect.any(Number) })
    const activity = await db.query(
      `select action, subject, tokens, spend_usd from agent_activity where domain_id = $1 and agent = 'brief' order by id`,
      [pilot.id],
    )
    expect(activity).toEqual([
      { action: 'write brief', subject: harbourPrompt, tokens: 110, spend_usd: 0.0012 },
      { action: 'change stage', subject: 'brief → discover', tokens: 0, spend_usd: 0 },
    ])
    const { entities } = await pilot.list('entities')
    expect(entities.length).toBeGreaterThan(0)
    expect((await pilot.list('discoveries')).discoveries[0].queries_tried).toEqual(brief.queries)
  })

  it.each<[string, unknown, RegExp]>([
    ['prose', 'Sure! Here is your brief.', /it is not JSON/],
    ['no name', { ...brief, name: '' }, /name is required/],
    ['kinds that are no words', { ...brief, ontology: ['Ports & Harbours'] }, /ontology\.0 must be a word/],
    [
      'a gate that is none',
      { ...brief, gate: { blocked_hosts: ['not a host'] } },
      /gate\.blocked_hosts\.0 must be a host/,
    ],
    ['no query', { ...brief, queries: [] }, /queries: at least one/],
    ['a query of signs', { ...brief, queries: ['???'] }, /queries: at least one/],
    ['a field of its own', { ...brief, crawl: 'http://evil.example/' }, /there is no field crawl/],
    ['kinds of nothing', { ...brief, attributes: [{ key: 'x', kinds: ['ship'] }] }, /kinds of x must be kinds/],
    ['half a character', JSON.stringify({ ...brief, description: '\ud800' }), /characters that no text has/],
  ])('with %s is asked for again, with the mistakes', async (_what, wrong, mistake) => {
    model.answer = writes(wrong, brief)
    answer = finds()
    const before = briefCalls().length
    const autopilot = await (await begin()).end()
    expect(autopilot.brief).toMatchObject({ name: brief.name })
    const calls = briefCalls().slice(before)
    expect(calls).toHaveLength(2)
    expect(calls[1]?.user).toMatch(mistake)
  })

  it('that is nonsense twice gives way to the rules, and history says so', async () => {
    model.answer = writes('{"nonsense": true}')
    answer = finds(openHarbours('Nonsense'))
    const pilot = await begin()
    const autopilot = await pilot.end()
    expect(autopilot).toMatchObject({ stage: 'steady', brief: { name: 'Harbours of the Baltic Sea' } })
    expect(autopilot.history[0]?.note).toMatch(
      /^The model gave no brief: its answer could not be used, twice \(.+\)\. Understood by rules as “Harbours of the Baltic Sea”/,
    )
    expect(await usageOf(pilot.id)).toMatchObject({ calls: 2 })
  })

  it('of a model that cannot be reached gives way to the rules', async () => {
    let isDown = true
    model.answer = (request) =>
      isDown && isBrief(request)
        ? { status: 400, body: { error: { message: 'no such model' } } }
        : answerSimply(request)
    answer = finds(openHarbours('Down'))
    const autopilot = await (await begin()).end()
    isDown = false
    expect(autopilot).toMatchObject({ stage: 'steady', brief: { name: 'Harbours of the Baltic Sea' } })
    expect(autopilot.history[0]?.note).toMatch(/^The model gave no brief: .*no such model.*Understood by rules/)
  })

  it('leaves what a person has changed meanwhile', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const write = writes(brief)
    model.answer = async (request) => {
      if (isBrief(request)) await held
      return (await write(request)) as never
    }
    answer = finds(openHarbours('Kept'))
    const before = briefCalls().length
    const pilot = await begin()
    await expect.poll(() => briefCalls().length).toBe(before + 1)
    await call('PATCH', pilot.path, { key, body: { name: 'My harbours', ontology: ['person', 'object'] } })
    const { version } = (
      await call('POST', `${pilot.path}/gate/versions`, { key, body: { rules: { block_paths: ['/private/**'] } } })
    ).body
    await call('POST', `${pilot.path}/gate/versions/${version}/publish`, { key })
    letGo()
    const autopilot = await pilot.end()
    expect(autopilot.history[0]?.note).toContain('What was changed meanwhile stays: name, ontology, gate.')
    expect((await call('GET', pilot.path, { key })).body).toMatchObject({
      ...{ name: 'My harbours', description: brief.description, ontology: ['person', 'object'], attributes: [] },
      ...{ published_spec_version: version },
    })
  })

  it('is not asked for while the domain is paused', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const write = writes('nonsense', brief)
    model.answer = async (request) => {
      const given = (await write(request)) as never
      if (isBrief(request)) await held
      return given
    }
    answer = finds(openHarbours('Later'))
    const before = briefCalls().length
    const pilot = await begin()
    await expect.poll(() => briefCalls().length).toBe(before + 1)
    await call('POST', `${pilot.path}/runs/pause`, { key })
    letGo()
    await pilot.until(({ history }) => history.at(-1)?.note.startsWith('Waits: the crawl is paused') ?? false)
    expect(briefCalls()).toHaveLength(before + 1)
    await call('POST', `${pilot.path}/runs/resume`, { key })
    await lookAgain()
    expect(await pilot.end()).toMatchObject({ stage: 'steady', brief: { name: brief.name } })
  })
})

describe('a cap of one cent', () => {
  it('leaves the brief to the rules, pauses the crawl, and goes on when it is raised', async () => {
    model.answer = writes(brief)
    answer = finds(openHarbours('Poor'))
    const before = model.calls.length
    const pilot = await begin({ max_spend_usd: 0.01 })
    const waiting = await pilot.until(({ history }) => history.at(-1)?.note.includes('spend cap') ?? false)
    expect(waiting).toMatchObject({ stage: 'crawling', error: null, brief: { name: 'Harbours of the Baltic Sea' } })
    expect(waiting.history[0]?.note).toMatch(
      /^The model gave no brief: the monthly spend cap leaves no room for the call\. Understood by rules/,
    )
    expect(model.calls.slice(before).filter(isBrief)).toEqual([])
    const [spent] = await db.query<{ spent: number }>(
      'select coalesce(sum(spend_usd), 0)::double precision as spent from model_usage where domain_id = $1',
      [pilot.id],
    )
    expect(spent?.spent).toBeLessThanOrEqual(0.01)
    await call('PATCH', pilot.path, { key, body: { max_spend_usd: 5 } })
    await call('POST', `${pilot.path}/runs/resume`, { key })
    await lookAgain()
    expect((await pilot.end()).stage).toBe('steady')
  })
})
