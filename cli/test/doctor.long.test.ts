import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { judgeRoom } from '../../server/src/doctor/check-disk.ts'
import { checkModel } from '../../server/src/doctor/check-model.ts'
import { OwnServer } from '../../server/src/platform/embedded/own-server.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { copyDatabase, startTestService, TestClock } from '../../server/test/support/harness.ts'
import { startModelServer } from '../../server/test/support/model/model-server.ts'
import { sharedCode } from '../../server/test/support/spawn-service.ts'
import { databaseUrl, runOnServer } from '../../server/test/support/template.ts'
import type { ReportedFinding } from '../src/doctor/reported-finding.ts'
import { findNode } from '../src/service/service-program.ts'
import { commandLine, deadAddress } from './support/command-line.ts'
import { startOldPostgres } from './support/old-postgres.ts'

// Everything that may be wrong with a set-up: the doctor finds it, names it, and says what to do.

const { url, key } = await startTestService()
const { run } = commandLine()
const scratch = mkdtempSync(join(tmpdir(), 'polegraph-doctor-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const nowhere = await deadAddress()

/** A SearXNG, whose clock is so many milliseconds ahead. */
async function startSearch(ahead_ms = 0): Promise<string> {
  const server = createServer((_request, response) => {
    const date = new Date(Date.now() + ahead_ms).toUTCString()
    response.writeHead(200, { 'content-type': 'application/json', date })
    response.end(JSON.stringify({ query: 'x', results: [], unresponsive_engines: [] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const searchUrl = await startSearch()
let folders = 0

/** What it finds in a set-up that is well but for this. */
async function examine(settings: Record<string, string>, ...more: string[]) {
  const environment = {
    ...sharedCode(),
    ...{ POLEGRAPH_URL: nowhere, PORT: '0', DATA_DIR: join(scratch, `data-${++folders}`) },
    ...{ SEARCH: 'searxng', SEARCH_BASE_URL: searchUrl, ...settings },
  }
  const { code, json } = await run(['doctor', '--json', ...more], { environment })
  const findings: ReportedFinding[] = json.findings
  const bad = findings.filter(({ status }) => status === 'failed' || status === 'warning')
  return { code, findings, bad, of: (check: string) => findings.find((finding) => finding.check === check) }
}

describe('a set-up', () => {
  it('that is well is said to be so, and left as it was', async () => {
    const { code, findings, bad } = await examine({})
    expect([code, bad]).toEqual([0, []])
    const checks = ['node', 'configuration', 'port', 'folder', 'disk', 'model', 'search', 'clock', 'service']
    expect(findings.map(({ check }) => check)).toEqual(checks)
    expect(readdirSync(scratch)).toEqual([])
  })

  it('is shown to people with marks', async () => {
    const environment = { POLEGRAPH_URL: nowhere, DATA_DIR: join(scratch, 'none'), PORT: '0' }
    const { code, out } = await run(['doctor', '--offline'], { environment })
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ configuration +every setting is right$/m)
    expect(out).toMatch(/^· search +not asked \(--offline\)$/m)
  })

  it('with wrong settings names every one', async () => {
    const { code, bad } = await examine({ PORT: 'eighty', MODEL: 'openai:gpt' })
    expect(code).toBe(78)
    expect(bad.map(({ message }) => message)).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'MODEL_API_KEY is required with MODEL=openai:gpt',
      'MODEL_PRICE is required with MODEL=openai:gpt: the built-in table has no price for it',
    ])
  })

  it('with a setting that is none warns of it', async () => {
    const { code, bad } = await examine({ CRAWL_DELAY: '5' })
    const message = 'CRAWL_DELAY is no setting and has no effect; did you mean CRAWL_DELAY_MS?'
    expect([code, bad]).toEqual([0, [{ check: 'configuration', status: 'warning', message }]])
  })

  it('whose login is broken is looked at all the same', async () => {
    const config = mkdtempSync(join(scratch, 'config-'))
    mkdirSync(join(config, 'polegraph'))
    writeFileSync(join(config, 'polegraph/login.json'), '{"url": ')
    const { code, bad, of } = await examine({ XDG_CONFIG_HOME: config }, '--offline')
    expect([code, bad]).toEqual([
      78,
      [{ check: 'login', status: 'failed', message: expect.stringContaining('is not what `polegraph login` writes') }],
    ])
    expect(of('disk')).toMatchObject({ status: 'ok' })
  })

  it('whose port another program has names it', async () => {
    const { port } = new URL(searchUrl)
    const { code, bad } = await examine({}, '--port', port)
    expect(code).toBe(1)
    expect(bad).toEqual([
      {
        check: 'port',
        status: 'failed',
        message: `port ${port} on 127.0.0.1 is in use by another program; set PORT to another one`,
      },
    ])
  })

  it('whose service runs already is well', async () => {
    const { port } = new URL(url)
    const { environment, remove } = await copyDatabase()
    const { code, of } = await examine({ ...environment, PORT: port, POLEGRAPH_URL: url, POLEGRAPH_KEY: key })
    await remove()
    expect(code).toBe(0)
    expect(of('port')).toMatchObject({ status: 'ok', message: `Polegraph 0.1.0 listens on 127.0.0.1, port ${port}` })
    expect(of('service')).toMatchObject({ status: 'ok', message: `version 0.1.0 answers at ${url}` })
    expect(of('key')).toMatchObject({ status: 'ok', message: 'signed in: project default, as owner' })
    const { of: ofWrong } = await examine({ POLEGRAPH_URL: url, POLEGRAPH_KEY: `svc_${'x'.repeat(40)}` })
    expect(ofWrong('key')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('it is wrong or was revoked'),
    })
  })

  it('whose port the service of another database has is not well', async () => {
    const { port } = new URL(url)
    const { code, bad } = await examine({ PORT: port })
    expect(code).toBe(1)
    expect(bad).toEqual([
      {
        check: 'port',
        status: 'failed',
        message: `port ${port} on 127.0.0.1 is in use by another Polegraph, which has not this database; set PORT to another one`,
      },
    ])
  })

  it('whose folder another process has names the process', async () => {
    const folder = join(scratch, 'taken')
    const server = new OwnServer({ folder, log: createLog({ level: 'silent' }) })
    await server.start()
    const { code, bad } = await examine({}, '--data', folder)
    await server.stop()
    expect(code).toBe(1)
    expect(bad).toMatchObject([
      { check: 'folder', message: expect.stringContaining(`is in use by process ${process.pid}, started`) },
    ])
    expect((await examine({}, '--data', folder)).bad).toEqual([])
  })

  it.each([
    [
      'another PostgreSQL',
      ['postgres'],
      / is one of PostgreSQL 17, .*; move it with: npx polegraph upgrade-database --data /,
    ],
    ['an earlier version', ['database'], / was made by an earlier version, .*; make a backup with that version /],
    [
      'a move that did not end',
      ['postgres-17', 'moving/postgres'],
      / did not end; end it with: npx polegraph upgrade-/,
    ],
  ])('whose folder is one of %s says what to do', async (_what, clusters, message) => {
    const folder = mkdtempSync(join(scratch, 'other-'))
    for (const cluster of clusters) {
      mkdirSync(join(folder, cluster), { recursive: true })
      writeFileSync(join(folder, cluster, 'PG_VERSION'), '17\n')
    }
    const { code, of } = await examine({}, '--data', folder)
    expect([code, of('folder')]).toEqual([
      1,
      expect.objectContaining({ status: 'failed', message: expect.stringMatching(message) }),
    ])
    expect(readdirSync(folder)).toHaveLength(clusters.length)
  })

  it('whose folder cannot be written to, or has no room, says so', async () => {
    const file = join(scratch, 'file')
    writeFileSync(file, '')
    const below = await examine({}, '--data', join(file, 'data'))
    expect(below.of('folder')).toMatchObject({
      status: 'failed',
      message: `${file} is no folder; set DATA_DIR to another one`,
    })
    // Nobody can write there, and it has no room.
    const full = await examine({}, '--data', '/proc/polegraph')
    expect(full.of('folder')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^the data folder \/proc\/polegraph cannot be written to \(E\w+\)/),
    })
    expect(full.of('disk')).toMatchObject({ status: 'failed', message: expect.stringContaining('the disk is full') })
    expect(judgeRoom('./data', 600 * 1024 * 1024)).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('nearly full'),
    })
  })

  it('whose database is away or too old says so, and shows no password', async () => {
    const away = await examine({ DATABASE_URL: `postgres://ada:geheim@${nowhere.slice('http://'.length)}/graphs` })
    expect(away.code).toBe(1)
    expect(away.bad).toMatchObject([
      { check: 'database', message: expect.stringMatching(/cannot be reached: connect ECONNREFUSED/) },
    ])
    const old = await examine({ DATABASE_URL: await startOldPostgres('140012') })
    expect(old.bad).toMatchObject([
      { check: 'database', message: 'PostgreSQL 15 or later is needed; DATABASE_URL names an older server' },
    ])
    expect(JSON.stringify([away.findings, old.findings])).not.toMatch(/geheim|secret/)
  })

  it('whose model refuses the key says so, and shows no key', async () => {
    const model = await startModelServer({ key: 'right', answer: async () => ({ text: '{"yes":true}' }) })
    const settings = { MODEL: 'openai-compatible:small', MODEL_BASE_URL: model.url, MODEL_API_KEY: 'wrong-key' }
    const wrong = await examine(settings)
    expect(wrong.bad).toMatchObject([
      { check: 'model', message: expect.stringMatching(/HTTP 401.*check MODEL_API_KEY/) },
    ])
    expect(JSON.stringify(wrong.findings)).not.toContain('wrong-key')
    const right = await examine({ ...settings, MODEL_API_KEY: 'right' })
    expect(right.of('model')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('openai-compatible:small answered in'),
    })
    const away = await examine({ ...settings, MODEL_BASE_URL: `${nowhere}/v1` })
    expect(away.bad).toMatchObject([{ check: 'model', message: 'the model cannot be reached: connection refused' }])
    await model.close()
  })

  it('whose model is too slow says so', async () => {
    const model = await startModelServer({ answer: () => 'hang' })
    const config = { MODEL: 'openai-compatible:slow', MODEL_BASE_URL: model.url, MODEL_PRICE: { input: 0, output: 0 } }
    const finding = await checkModel(config, { clock: new TestClock(), within_ms: 50 })
    expect(finding).toMatchObject({ status: 'failed', message: expect.stringContaining('the model is too slow') })
    await model.close()
  })

  it('whose search is away says so', async () => {
    const { code, bad } = await examine({ SEARCH_BASE_URL: nowhere })
    expect(code).toBe(1)
    expect(bad).toMatchObject([{ check: 'search', message: expect.stringContaining('cannot be reached') }])
  })

  it('whose clock is off says by how much', async () => {
    const { code, bad } = await examine({ SEARCH_BASE_URL: await startSearch(3_600_000) })
    expect(code).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'clock',
        message: expect.stringMatching(/^the clock of this machine is 3,\d{3} s behind that of 127\.0\.0\.1:/),
      },
    ])
  })

  it('on an old Node without a newer one says so', () => {
    expect(findNode('20.20.2', '/opt/node')).toBe('/opt/node')
    expect(findNode('24.1.0', '/opt/node')).toBe(process.execPath)
    expect(() => findNode('20.20.2', null)).toThrow('needs Node 24 or later, this is 20.20.2')
  })
})

const { serverUrl } = inject('template')

describe('a PostgreSQL', () => {
  it('that answers is well, until a newer version has used it', async () => {
    const { environment, remove } = await copyDatabase()
    const well = await examine(environment)
    expect([well.code, well.of('database')?.message]).toEqual([
      0,
      expect.stringMatching(/^PostgreSQL [\d.]+.* answers$/),
    ])
    expect(well.of('clock')).toMatchObject({ status: 'ok' })
    await runOnServer(
      environment.DATABASE_URL as string,
      `insert into migrations (version, name, applied_at) values (99, 'x', now())`,
    )
    expect((await examine(environment)).bad).toMatchObject([
      { check: 'database', message: expect.stringContaining('used by a newer version') },
    ])
    await remove()
    const gone = await examine({ DATABASE_URL: databaseUrl(serverUrl, 'polegraph_no_such') })
    expect(gone.bad).toMatchObject([{ check: 'database', message: expect.stringContaining('does not exist') }])
  })
})
