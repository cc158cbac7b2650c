import { expect, it } from 'vitest'
import { startCrawlTest } from '../../server/test/support/crawl/crawl-sites.ts'
import { finds, harbourPrompt, harbourSite } from '../../server/test/support/web/autopilot-web.ts'
import type { Site } from '../../server/test/support/web/local-site.ts'
import { commandLine } from './support/command-line.ts'

// An autopilot as the command line shows it, with a SearXNG and sites on this machine.

const test = await startCrawlTest({ environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' } })
const { url, key, open, call } = test
let answer: Site = () => undefined
open((request, response) => answer(request, response))
const { run } = commandLine({ POLEGRAPH_URL: url, POLEGRAPH_KEY: key })

it('is shown stage by stage until it is steady', { timeout: 120_000 }, async () => {
  answer = finds(`http://${open(harbourSite('Riga'))}/`)
  const { code, out, err } = await run(['autopilot', harbourPrompt, '--max-pages', '6', '--max-cycles', '1'])
  expect(code).toBe(0)
  for (const stage of ['brief', 'discover', 'crawling', 'assess']) expect(err).toMatch(new RegExp(`^✓ ${stage}: `, 'm'))
  expect(err).toMatch(/^\w+, cycle 1 of 1: \d of \d pages?, \d+ entit/m)
  expect(out).toMatch(/: \d+ entities, \d+ relationships from 1 host; score [\d.]+ of 100\n/)
})

it('that fails says why and how to try again, and a retry is shown', { timeout: 120_000 }, async () => {
  answer = () => ({ status: 403 })
  const failed = await run(['autopilot', harbourPrompt, '--max-pages', '6', '--max-cycles', '1'])
  expect([failed.code, failed.out]).toEqual([
    1,
    expect.stringMatching(/^Failed: .+\nTry it again with: polegraph autopilot retry /),
  ])
  expect(failed.err.match(/^[✓✗] \w+/gm)).toEqual(['✓ brief', '✗ discover'])
  answer = finds(`http://${open(harbourSite('Gdansk'))}/`)
  const { domains } = (await call('GET', '/v1/domains', { key })).body
  expect(await run(['autopilot', 'retry', domains[0].id, '--json'])).toMatchObject({ code: 0 })
})

it('goes on after Ctrl-C, and waits for a paused crawl', { timeout: 120_000 }, async () => {
  answer = () => 'by hand'
  let interrupt: () => void = () => undefined
  const { code, err } = await run(['autopilot', harbourPrompt], {
    onStart: (given) => {
      interrupt = given
    },
    onNote: (text) => text.includes('discover, cycle 1') && interrupt(),
  })
  expect([code, err]).toEqual([
    130,
    expect.stringMatching(/The autopilot goes on\. Follow it: polegraph autopilot follow \S{36};/),
  ])
  const [, id = ''] = /follow (\S{36});/.exec(err) ?? []
  await run(['crawl', 'pause', id])
  const paused = await run(['autopilot', 'follow', id])
  expect([paused.code, paused.out]).toEqual([
    75,
    expect.stringMatching(/^Paused: paused by .+\nGo on with: polegraph crawl resume /),
  ])
})

it('is none of a domain that was made by hand', async () => {
  const id = await test.makeDomain({ name: 'By hand' })
  expect(await run(['autopilot', 'follow', id])).toMatchObject({
    code: 4,
    err: expect.stringContaining('was not made by an autopilot'),
  })
})
