import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyDatabase } from '../../server/test/support/harness.ts'
import { nodeFlags } from '../src/service/service-program.ts'
import { commandLine, root, spawnLine, spawnTerminal } from './support/command-line.ts'

// `polegraph start` is `npm start` with options.

const { environment, remove } = await copyDatabase()
afterAll(remove)
const { config } = commandLine()
const own = { ...environment, XDG_CONFIG_HOME: config, RATE_LIMIT_ANONYMOUS: '0' }

it('starts the program with the flags of npm start', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const flags = nodeFlags.join(' ')
  expect(scripts.start).toBe(
    `umask 077; for compiled in "\${DATA_DIR:-./data}/compiled" node_modules/.compiled; do [ ! -O "$compiled" ] || export NODE_COMPILE_CACHE="$compiled"; done; MALLOC_ARENA_MAX=2 exec node ${flags} server/src/main.ts`,
  )
})

describe('the service', { timeout: 120_000 }, () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends as it should after %s', async (signal) => {
    const started = spawnLine(['start', '--port', '0'], own)
    await expect.poll(() => started.written.err).toMatch(/"msg":"ready"/)
    const [, address = ''] = /Listens\s+(\S+)/.exec(started.written.out) ?? []
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    started.child.kill(signal)
    const { code, err } = await started.ended
    expect(code).toBe(0)
    expect(err).toContain('"msg":"stopping"')
    await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  })

  it('ends when the command line is killed', async () => {
    const started = spawnLine(['start', '--port', '0'], own)
    await expect.poll(() => started.written.err).toMatch(/"msg":"ready"/)
    const [, address = ''] = /Listens\s+(\S+)/.exec(started.written.out) ?? []
    started.child.kill('SIGKILL')
    await expect
      .poll(
        () =>
          fetch(`${address}/healthz`).then(
            () => 'answers',
            () => 'ended',
          ),
        { timeout: 20_000 },
      )
      .toBe('ended')
  })

  it('hears the Ctrl-C of a terminal once', async () => {
    const started = spawnTerminal(['start', '--port', '0'], { ...own, NO_COLOR: '1' })
    await expect.poll(() => started.written.out).toMatch(/ready\b/)
    started.type('\u0003')
    const { code, out } = await started.ended
    // An entry of the log is one line.
    expect([code, out]).toEqual([0, expect.stringMatching(/stopping \{"signal":"SIG\w+"\}/)])
  })

  it('keeps what it writes to itself', async () => {
    const data = join(config, 'own-data')
    const started = spawnLine(['start', '--port', '0', '--data', data], { XDG_CONFIG_HOME: config })
    await expect.poll(() => started.written.err).toMatch(/"msg":"ready"/)
    expect(started.written.out).toContain(`embedded database in ${data}`)
    for (const folder of [data, join(data, 'postgres')]) expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    started.child.kill('SIGTERM')
    expect((await started.ended).code).toBe(0)
  })

  it('says why it does not start, with its own exit code', async () => {
    const wrong = await spawnLine(['start'], { ...own, CRAWL_DELAY_MS: 'soon' }).ended
    expect([wrong.code, wrong.err]).toEqual([78, expect.stringContaining('CRAWL_DELAY_MS must be a whole number')])
    const folder = '/proc/polegraph'
    const nowhere = await spawnLine(['start', '--port', '0', '--data', folder], { XDG_CONFIG_HOME: config }).ended
    const reason = `the data folder ${folder} cannot be used: no folder can be made there; set DATA_DIR to another one\n`
    expect([nowhere.code, nowhere.err]).toEqual([78, reason])
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const taken = await spawnLine(['start', '--port', String(port)], own).ended
    server.close()
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(`port ${port} on 127.0.0.1 is in use`)])
  })
})
