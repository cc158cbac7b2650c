import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../sdk/test/support/gateway.ts'
import { findProgram } from '../../sdk/test/support/pack.ts'
import { says } from '../../server/test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../server/test/support/graph/graph-fixture.ts'
import { callService, startTestService } from '../../server/test/support/harness.ts'
import { runProgram, waitFor } from '../../server/test/support/spawn-service.ts'
import { commands } from '../src/command-table.ts'
import {
  commandLine,
  deadAddress,
  program,
  spawnLine,
  spawnProgram,
  spawnShell,
  spawnTerminal,
} from './support/command-line.ts'

// What can go wrong between a command and its service: each is one line that says what to do, and an exit code.

const test = await startTestService()
const { url, key, call } = test
const environment = { POLEGRAPH_URL: url, POLEGRAPH_KEY: key }
const { run, config } = commandLine(environment)
const folder = mkdtempSync(join(tmpdir(), 'polegraph-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** By a link: a command that went wrong would put its file in the place of the link, and not of the device. */
const fullDisk = join(mkdtempSync(join(folder, '..', 'polegraph-full-')), 'full.csv')
symlinkSync('/dev/full', fullDisk)
afterAll(() => rmSync(dirname(fullDisk), { recursive: true }))

const graph = await saidGraph(test)
await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })

const nowhere = await deadAddress()

const oneLine = (err: string) => expect(err.trimEnd().split('\n')).toHaveLength(1)

/** A service that stands in front of the real one, and answers one path itself. */
async function inFront(path: string, status: number, body: object, headers: Record<string, string> = {}) {
  const gateway = await startGateway(url)
  gateway.pages.set(path, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return gateway
}

describe('a service', () => {
  /** These talk to none, or go on without it: the client of `mcp` is told by each call. */
  const onTheDatabase = ['doctor', 'backup', 'restore', 'recover', 'upgrade-database', 'distribute']
  const others = [...onTheDatabase, 'start', 'demo', 'completion', 'help', 'logout', 'use', 'webhooks listen', 'mcp']
  /** Every command that talks to a service, with words for its arguments. */
  const talking = commands
    .filter(({ name }) => !others.includes(name))
    .map(
      ({ name, args }) =>
        [
          name,
          [
            ...name.split(' '),
            ...Object.entries(args).flatMap(([arg, count]) =>
              count === 'any' ? [] : [arg === 'url' ? 'https://x.example/' : 'x'],
            ),
          ],
        ] as const,
    )
  const more: Record<string, string[]> = {
    export: ['--format', 'csv'],
    import: ['--format', 'csv'],
    'entity set': ['--rename', 'y'],
    'domains set': ['--max-pages', '5'],
    'watches add': ['--kind', 'person'],
    'sources set': ['--recrawl-every', '6h'],
    login: ['--key', 'svc_x'],
  }

  it.each(talking)('that is away is named by %s', async (name, argv) => {
    const { code, out, err } = await run([...argv, ...(more[name] ?? [])], { environment: { POLEGRAPH_URL: nowhere } })
    expect([code, out]).toEqual([69, ''])
    expect(err).toMatch(
      /^polegraph: no service answers at http:\/\/127\.0\.0\.1:\d+ \(connect ECONNREFUSED .+\); start one with `polegraph start`/,
    )
    oneLine(err)
  })

  it('that does not speak https is named', async () => {
    const { code, err } = await run(['domains', '--url', url.replace('http:', 'https:')])
    expect([code, err]).toEqual([
      69,
      expect.stringMatching(/does not speak https; try --url http:\/\/127\.0\.0\.1:\d+\n$/),
    ])
    oneLine(err)
  })

  it('that starts is named', async () => {
    // It listens, and waits for its database.
    const program = runProgram({ DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'silent' })
    const address = await waitFor(program, /Listens\s+(\S+)/)
    for (const argv of [['domains'], ['status'], ['search', 'x', 'y']]) {
      const { code, err } = await run(argv, { environment: { POLEGRAPH_URL: address } })
      expect(code).toBe(75)
      expect(err).toContain('is starting or cannot reach its database; try again in a moment')
      oneLine(err)
    }
    program.child.kill('SIGKILL')
    await program.ended
  })

  it('of another version, whose answers have another shape, is named without a stack', async () => {
    const gateway = await inFront('/v1/status', 200, { version: '9.8.7' })
    const headers = { 'content-type': 'application/json' }
    gateway.pages.set('/v1/domains', { status: 200, headers, body: '{"graphs": []}' })
    const { code, err } = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    const last = 'is version 9.8.7, and answers what this command line does not understand\n'
    expect([code, err.includes('    at '), err]).toEqual([1, false, expect.stringContaining(last)])
  })

  it('of another version is named, and used', async () => {
    const status = (await call('GET', '/v1/status')).body
    const gateway = await inFront('/v1/status', 200, { ...status, version: '9.8.7' })
    const { code, out, err } = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect(code).toBe(0)
    expect(out).toContain('graph')
    expect(err).toMatch(/is version 9\.8\.7, this command line 0\.1\.0/)
    oneLine(err)
  })

  it('that is something else is named', async () => {
    const gateway = await startGateway(url)
    gateway.pages.set('/v1/status', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' })
    const { code, err } = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect([code, err]).toEqual([
      69,
      expect.stringContaining('is no Polegraph service (unexpected answer: status 200, text/html); check --url'),
    ])
  })

  it('that is something else which speaks JSON is named, and told no key by login', async () => {
    const heard: (string | undefined)[] = []
    const other = createServer((request, response) => {
      heard.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('"fine"')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    for (const argv of [['login', '--key', key], ['status'], ['domains'], ['search', 'x', 'y']]) {
      const { code, out, err } = await run([...argv, '--url', address])
      expect([code, out]).toEqual([69, ''])
      expect(err).toContain(`what answers at ${address} is no Polegraph service (its status has no version)`)
      oneLine(err)
    }
    expect(heard[0]).toBeUndefined()
    other.close()
    other.closeAllConnections()
  })

  it.each([502, 503, 504])('that a proxy does not reach is named (%i)', async (status) => {
    const gateway = await startGateway(url)
    gateway.pages.set('/v1/status', { status, headers: { 'content-type': 'text/html' }, body: '<h1>Oh no</h1>' })
    const { code, err } = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect([code, err]).toEqual([
      69,
      `polegraph: the proxy at ${gateway.url} does not reach the service behind it (status ${status}); start it, or look at the log of the proxy\n`,
    ])
  })

  it('that asks to wait is left alone as long as it asks, and the person is told', async () => {
    const gateway = await startGateway(url)
    const body = JSON.stringify({ error: 'rate limit exceeded', code: 'rate_limited', request_id: 'x' })
    const headers = { 'content-type': 'application/json', 'retry-after': '1' }
    gateway.next.push('pass', { status: 429, headers, body })
    const soon = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect(soon).toMatchObject({ code: 0, err: expect.stringContaining('wants to be left alone for 1 s') })
    gateway.next.push('pass', { status: 429, headers: { ...headers, 'retry-after': '600' }, body })
    const later = await run(['domains'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect(later).toMatchObject({ code: 75, err: expect.stringContaining('rate limit exceeded; try again in 600 s') })
  })

  it('that fails is named with the request', async () => {
    const gateway = await inFront('/v1/project', 500, { error: 'internal error', code: 'internal', request_id: 'r-1' })
    const { code, err } = await run(['whoami'], { environment: { POLEGRAPH_URL: gateway.url } })
    expect([code, err]).toEqual([1, 'polegraph: internal error (request r-1 in the log of the service)\n'])
  })
})

describe('whoever calls', () => {
  it('without a key is told how to get one', async () => {
    const { code, err } = await run(['domains'], { environment: { POLEGRAPH_KEY: '' } })
    expect([code, err]).toEqual([
      3,
      `polegraph: not signed in at ${url}; use \`polegraph login\`, --key or POLEGRAPH_KEY\n`,
    ])
  })

  it('with a wrong or revoked key is told so', async () => {
    const wrong = await run(['domains', '--key', `svc_${'x'.repeat(40)}`])
    expect(wrong).toMatchObject({
      code: 3,
      err: expect.stringContaining('it is wrong or was revoked; sign in with `polegraph login`'),
    })
    oneLine(wrong.err)
    const made = (await run(['keys', 'create', 'gone', '--json'])).json
    await run(['keys', 'revoke', made.id])
    expect(await run(['domains', '--key', made.key])).toMatchObject({ code: 3, err: wrong.err })
    const told = await run(['domains', '--key', made.key, '--json'])
    expect(JSON.parse(told.err)).toMatchObject({ code: 'invalid_api_key', exit_code: 3 })
  })

  it('with a mistake is told every one of them', async () => {
    const { code, err } = await run(['domains', 'create', 'x'.repeat(300), '--description', 'y'.repeat(6000)])
    expect(code).toBe(2)
    expect(err).toMatch(/name .+; description /)
  })
})

it('what somebody else changes meanwhile is not overwritten', async () => {
  const [entity] = await graph.entities()
  // Between the reading and the writing of the command, somebody else writes.
  const server = createServer(async (request, response) => {
    if (request.method === 'PATCH') {
      const body = { summary: 'by somebody else' }
      await callService(url, 'PATCH', `/v1/domains/${graph.id}/entities/${entity?.id}`, { key, body })
    }
    const onward = send(url + request.url, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const argv = ['entity', 'set', 'graph', 'Ada Berg', '--summary', 'mine']
  const { code, err } = await run(argv, { environment: { POLEGRAPH_URL: address } })
  server.close()
  server.closeAllConnections()
  expect([code, err]).toEqual([1, 'polegraph: changed since it was read; look at it again before you change it\n'])
  const after = await call('GET', `/v1/domains/${graph.id}/entities/${entity?.id}`, { key })
  expect(after.body.summary).toBe('by somebody else')
})

describe('a file', () => {
  it('that breaks off is not left behind', async () => {
    const gateway = await startGateway(url)
    const file = join(folder, 'cut.csv')
    writeFileSync(file, 'what was there before')
    gateway.next.push('pass', 'pass', 'cut answer')
    const { code, err } = await run(['export', 'graph', '--output', file], {
      environment: { POLEGRAPH_URL: gateway.url },
    })
    expect(code).toBe(69)
    expect(err).toMatch(/^polegraph: the export broke off after \d+ bytes/)
    expect(readdirSync(folder)).toEqual(['cut.csv'])
    rmSync(file)
  })

  it('that is given up by Ctrl-C is not left behind', async () => {
    // The export begins, and does not go on.
    const server = createServer((request, response) => {
      if (request.url?.includes('/export')) {
        response.writeHead(200, { 'content-type': 'text/csv' }).write('row_type,id\n')
        return
      }
      send(url + request.url, { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const argv = ['export', 'graph', '--output', join(folder, 'given-up.csv'), '--url', address]
    const going = spawnLine(argv, { ...environment, XDG_CONFIG_HOME: config })
    await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)])
    going.child.kill('SIGINT')
    expect(await going.ended).toMatchObject({ code: 130, out: '', err: '' })
    expect(readdirSync(folder)).toEqual([])
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['a folder that is not there', () => join(folder, 'no/such/x.csv'), 'there is no such folder'],
    ['a folder', () => folder, 'it is a folder'],
    ['a full disk', () => fullDisk, 'no room is left on the disk'],
  ])('cannot be written to %s', async (_name, path, reason) => {
    const { code, err } = await run(['export', 'graph', '--format', 'csv', '--output', path()])
    expect([code, err]).toEqual([74, `polegraph: ${path()} cannot be written: ${reason}\n`])
    expect(readdirSync(folder)).toEqual([])
  })

  it('is the output of a shell, on a full disk', async () => {
    for (const line of ['polegraph export graph --format csv > /dev/full', 'polegraph domains > /dev/full']) {
      const { code, err } = await spawnShell(line, { ...environment, XDG_CONFIG_HOME: config }).ended
      expect([code, err]).toEqual([74, 'polegraph: the output cannot be written: no room is left on the disk\n'])
    }
  })
})

it('a reader that closes the pipe ends the command quietly', async () => {
  const many = Array.from({ length: 400 }, (_, n) => says('person', `Person Number${n} Nobody`))
  const crowd = await saidGraph(test)
  await crowd.say({ 'b.example/1': many })
  const line = `set -o pipefail; polegraph export ${crowd.id} --format ndjson | head -1 > /dev/null; echo "\${PIPESTATUS[0]}"`
  const { out, err } = await spawnShell(line, { ...environment, XDG_CONFIG_HOME: config }).ended
  expect(err).toBe('')
  expect(['0\n', '141\n']).toContain(out)
  const deaf = await spawnShell(`{ polegraph export ${crowd.id} --format ndjson; echo "$?" >&2; } | true`, {
    ...environment,
    XDG_CONFIG_HOME: config,
  }).ended
  expect(deaf.err).toBe('141\n')
})

/** A Node that runs no TypeScript, as many machines have it. */
const olderNode = findProgram('node')
const isOlder =
  olderNode !== undefined && /^v2[0-3]\./.test(execFileSync(olderNode, ['--version'], { encoding: 'utf8' }))

it.skipIf(!isOlder)(
  'a signal is told by the exit code, also where an older Node hands over to a newer one',
  async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const asked = once(silent, 'request')
    const waiting = spawnProgram(olderNode as string, [program, 'status', '--url', `http://127.0.0.1:${port}`], {
      XDG_CONFIG_HOME: config,
    })
    await asked
    waiting.child.kill('SIGTERM')
    expect((await waiting.ended).code).toBe(143)
    silent.closeAllConnections()
    silent.close()
  },
)

describe('a terminal', () => {
  const evil = '\x1b[2J\x1b]0;owned\x07Ada\u202e Berg\x9b31m'

  it('is never sent the control characters of a name', async () => {
    const hostile = await saidGraph(test)
    await hostile.say({ 'evil.example/1': [says('person', 'Ada Evil', { attributes: { role: evil } })] })
    await call('PATCH', `/v1/domains/${hostile.id}`, { key, body: { description: 'a\u202eb\x9b31m' } })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/
    for (const argv of [
      ['entity', hostile.id, 'Ada Evil'],
      ['entity', hostile.id, 'Ada Evil', '--json'],
      ['search', hostile.id, 'Ada Evil'],
      ['domains', 'show', hostile.id],
      ['domains', 'show', hostile.id, '--json'],
      ['export', hostile.id, '--format', 'csv'],
      ['search', evil, 'x'],
    ]) {
      const { out, err } = await run(argv, { columns: 100, environment: { NO_COLOR: '1' } })
      expect(out + err).toMatch(/\\(?:x1b|u001b|x9b|u009b)/)
      expect(out).not.toMatch(obeyed)
      expect(err).not.toMatch(obeyed)
    }
  })

  it('of 40 columns is filled, and not overrun', async () => {
    await run(['domains', 'create', 'A long name of a graph that is about very much indeed'])
    const { out, code } = await spawnTerminal(
      ['domains'],
      { ...environment, XDG_CONFIG_HOME: config, NO_COLOR: '1' },
      { columns: 40 },
    ).ended
    expect(code).toBe(0)
    const lines = out.trimEnd().split(/\r?\n/)
    expect(lines[0]).toMatch(/^NAME +ENTITIES +PAGES/)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40)
    expect(out).toContain('A long name of…')
  })

  it('has colours, unless NO_COLOR is set or it is none', async () => {
    const own = { ...environment, XDG_CONFIG_HOME: config }
    expect((await spawnTerminal(['domains'], own).ended).out).toContain('\x1b[1mNAME')
    expect((await spawnTerminal(['domains'], { ...own, NO_COLOR: '1' }).ended).out).not.toContain('\x1b')
    expect((await spawnLine(['domains'], own).ended).out).not.toContain('\x1b')
  })
})
