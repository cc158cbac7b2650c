import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createAddressGuard } from '../address/address-guard.ts'
import { Fetcher } from '../fetch/fetcher.ts'
import { fetchRobots, robotsOf } from './robots-files.ts'

// More in server/test/bad-web/cases/robots.ts.

async function ask(answer: { status: number; body?: string; headers?: Record<string, string> }) {
  const server = createServer((_request, response) =>
    response.writeHead(answer.status, answer.headers).end(answer.body),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const now = new Date('2026-11-14T09:30:00.000Z')
  const guard = createAddressGuard({ allow: ['127.0.0.0/8'] })
  const fetcher = new Fetcher({ guard, user_agent: 'Polegraph/1.0', clock: { now: () => now } })
  onTestFinished(async () => {
    await fetcher.close()
    server.close()
  })
  const heard: string[] = []
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = await fetchRobots(fetcher, origin, { onSent: (url) => heard.push(url.replace(origin, '')) })
  return { file, heard, allows: (path: string) => robotsOf(file, 'Polegraph/1.0').isAllowed(origin + path) }
}

it('is asked for once, and kept with its time and delay', async () => {
  const body = 'User-agent: *\nCrawl-delay: 9\n\nUser-agent: polegraph\nCrawl-delay: 2.5\nDisallow: /x\n'
  const { file, heard, allows } = await ask({ status: 200, body })
  expect(file).toEqual({
    status: 200,
    body,
    fetched_at: new Date('2026-11-14T09:30:00.000Z'),
    retry_after_ms: null,
    failure: null,
  })
  expect(heard).toEqual(['/robots.txt'])
  expect([allows('/x'), allows('/y')]).toEqual([false, true])
})

it('says when to ask again', async () => {
  const { file, allows } = await ask({ status: 429, headers: { 'retry-after': '30' } })
  expect(file).toMatchObject({ status: 429, body: '', retry_after_ms: 30_000 })
  expect(allows('/x')).toBe(true)
})

it('is cut at 500 KiB, without the line that is there', async () => {
  const line = `Disallow: /${'x'.repeat(89)}\n`
  const { file } = await ask({ status: 200, body: `User-agent: *\n${line.repeat(6000)}` })
  expect(file.body.length).toBeLessThanOrEqual(500 * 1024)
  expect(file.body.length).toBeGreaterThan(500 * 1024 - line.length)
  expect(file.body.endsWith(line)).toBe(true)
})
