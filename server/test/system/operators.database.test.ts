import { describe, expect, it } from 'vitest'
import { readRepositoryFile } from '../docs/repository.ts'
import { startCrawlTest } from '../support/crawl/crawl-sites.ts'
import { keepLog } from '../support/log-lines.ts'
import { startModelServer } from '../support/model/model-server.ts'
import { answerSimply } from '../support/model/simple-model.ts'
import { plainPage } from '../support/web/local-site.ts'
import { startReceiver } from '../support/web/receiver.ts'

// What those who run the service see of it: lines of the log, and metrics.

const metricsToken = 'metrics-token-of-the-test'
const { log, lines } = keepLog()
const model = await startModelServer({ answer: answerSimply })
const { call, key, open, makeDomain, crawl } = await startCrawlTest({
  log,
  isReading: model.isAsked,
  environment: {
    METRICS_TOKEN: metricsToken,
    TRUST_PROXY: '127.0.0.1',
    CRAWL_ALLOW_PRIVATE: '127.0.0.0/8',
    MODEL: 'openai-compatible:simple',
    MODEL_BASE_URL: model.url,
    MODEL_PRICE: '0.8,0.8',
  },
})

const receiver = await startReceiver()
const domain = await makeDomain()
await call('POST', `/v1/domains/${domain}/webhooks`, { key, body: { url: receiver.url, events: ['crawl.finished'] } })
const host = open(({ path }) => (path === '/gone' ? { status: 404 } : plainPage(path, ['/a', '/b', '/gone'])))
await crawl(domain, `http://${host}/`)

describe('the log', () => {
  const about = (text: string) => lines.filter(({ msg, domain_id }) => msg === text && domain_id === domain)

  it('has a line when a crawl begins and one when it ends, with its counts', async () => {
    const [run] = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs
    expect(about('crawl began')).toEqual([expect.objectContaining({ level: 30, run_id: run.id, pages_total: 1 })])
    const { id: run_id, started_at: _started, finished_at: _finished, ...rest } = run
    const { end_reason: _ended, paused_reason: _paused, trigger: _trigger, ...counters } = rest
    expect(about('crawl ended')).toEqual([expect.objectContaining({ level: 30, run_id, ...counters })])
    expect(counters).toMatchObject({ status: 'finished', pages_total: 4, pages_failed: 1 })
  })

  it('has a line for each further crawl, and says that it was cancelled', async () => {
    await call('POST', `/v1/domains/${domain}/runs/pause`, { key })
    await call('POST', `/v1/domains/${domain}/recrawl`, { key })
    await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/c` } })
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key })
    expect(about('crawl began')).toHaveLength(2)
    expect(about('crawl ended').map(({ status }) => status)).toEqual(['finished', 'cancelled'])
  })

  it('has the address of the client in the line of a request', async () => {
    const headers = { 'x-request-id': 'from-afar', 'x-forwarded-for': '203.0.113.9' }
    await call('POST', '/v1/project/keys', { key, headers })
    expect(lines.find(({ request_id }) => request_id === 'from-afar')).toMatchObject({ address: '203.0.113.9' })
    await call('POST', '/v1/project/keys', { key, headers: { 'x-request-id': 'from-here' } })
    expect(lines.find(({ request_id }) => request_id === 'from-here')).toMatchObject({ address: '127.0.0.1' })
  })
})

describe('metrics', () => {
  const read = async () => (await call('GET', '/metrics', { key: metricsToken })).body as string
  const numberAt = (text: string, series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }

  it('count pages, fetches, reads, model calls and deliveries', async () => {
    await expect.poll(() => receiver.received).toHaveLength(1)
    const text = await read()
    const modelSeries = '{purpose="reading",model="openai-compatible:simple"}'
    const { body } = await call('GET', `/v1/domains/${domain}/usage`, { key })
    const [month] = body.months
    const [usage] = month.by_purpose_and_model
    expect(numberAt(text, 'polegraph_pages_total{status="extracted",mode="agentic"}')).toBe(3)
    expect(numberAt(text, 'polegraph_pages_total{status="failed",mode="none"}')).toBe(1)
    expect(numberAt(text, 'polegraph_fetch_seconds_count')).toBeGreaterThanOrEqual(4)
    expect(numberAt(text, 'polegraph_read_seconds_count')).toBe(3)
    expect(numberAt(text, 'polegraph_webhook_attempts_total{status="delivered"}')).toBe(1)
    const series = modelSeries.replace('reading', usage.purpose).replace('openai-compatible:simple', usage.model)
    expect(numberAt(text, `polegraph_model_calls_month${series}`)).toBe(usage.calls)
    expect(numberAt(text, `polegraph_model_spend_usd_month${series}`)).toBeCloseTo(usage.spend_usd, 6)
    expect(usage.calls).toBeGreaterThan(0)
  })

  it('say what waits, and for how long', async () => {
    const waiting = await makeDomain()
    const silent = open((_request, _response) => 'by hand')
    await call('POST', `/v1/domains/${waiting}/sources`, { key, body: { url: `http://${silent}/` } })
    await expect.poll(async () => numberAt(await read(), 'polegraph_hosts_held')).toBe(1)
    await call('POST', `/v1/domains/${waiting}/sources`, { key, body: { url: `http://${silent}/2` } })
    await expect.poll(async () => numberAt(await read(), 'polegraph_queued{work="pages"}')).toBe(1)
    const text = await read()
    expect(numberAt(text, 'polegraph_oldest_queued_seconds')).toBeGreaterThanOrEqual(0)
    expect(numberAt(text, 'polegraph_queued{work="jobs"}')).toBeGreaterThanOrEqual(0)
    await call('POST', `/v1/domains/${waiting}/archive`, { key })
  })

  it('are those that docs/operations.md lists', async () => {
    const text = await read()
    const ours = [...text.matchAll(/^# TYPE (polegraph_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    const listed = readRepositoryFile('docs/operations.md').matchAll(/^\| `(polegraph_\w+)` \| (\w+) \|/gm)
    expect([...listed].map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(ours.toSorted())
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(readRepositoryFile('docs/operations.md')).toContain('`nodejs_eventloop_lag_p99_seconds`')
  })

  it('have every name and label that deploy/ asks for', async () => {
    const text = await read()
    const asked = ['deploy/alerts.yaml', 'deploy/grafana-dashboard.json'].map(readRepositoryFile).join('\n')
    const names = new Set(asked.match(/\b(?:polegraph|nodejs|process)_\w+/g))
    expect(names.size).toBeGreaterThan(15)
    expect([...names].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text))).toEqual([])
    const values = [...asked.matchAll(/\b(work|state|status)=\\?"(\w[\w ]*)\\?"/g)].map(([, label, value]) => [
      label,
      value,
    ])
    expect(values.length).toBeGreaterThan(2)
    expect(values.filter(([label, value]) => !text.includes(`${label}="${value}"`))).toEqual([])
  })
})
