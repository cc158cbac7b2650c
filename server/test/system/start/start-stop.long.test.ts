import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { newDatabase } from '../../support/backup-programs.ts'
import { callService, copyDatabase } from '../../support/harness.ts'
import { runProgram, spawnService, waitFor } from '../../support/spawn-service.ts'

const { key } = inject('template')
const { environment, remove } = await copyDatabase()
afterAll(remove)

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
const startWithChannel = `
  const options = { stdio: ['ignore', 'inherit', 'ignore', 'ipc'], detached: true }
  const child = require('node:child_process').spawn(process.execPath, [process.env.MAIN], options)
  console.log('pid', child.pid)`

/** A process that has ended and was not waited for yet counts as running for `kill`, but has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

describe('the program', { timeout: 120_000 }, () => {
  it('prints a key and an invite that work, on the first start only', async () => {
    const empty = await newDatabase('postgresql')
    const first = await spawnService(empty.environment)
    // Answered even before the jobs have made their tables.
    expect((await callService(first.url, 'GET', '/v1/status')).body.queue).toEqual({ queued: 0, running: 0 })
    const printedKey = await waitFor(first, /Key\s+(svc_\w+)/)
    const token = await waitFor(first, /Invite\s+\S+?\/invite\/(\w+)/)
    expect(first.output()).toContain(`Console  ${first.url}/`)
    expect((await callService(first.url, 'GET', '/v1/project', { key: printedKey })).body.name).toBe('default')
    const body = { email: 'first@example.org', name: 'First', password: 'correct horse' }
    const accepted = await callService(first.url, 'POST', `/v1/invites/${token}/accept`, { body })
    expect(accepted.body.projects).toMatchObject([{ name: 'default', role: 'owner' }])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = await spawnService(empty.environment)
    expect(second.output()).not.toContain('First start')
    expect((await callService(second.url, 'GET', '/v1/project', { key: printedKey })).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    await empty.remove()
  })

  it('does not print a key that it was given', async () => {
    const empty = await newDatabase('postgresql')
    const given = `svc_${'g'.repeat(40)}`
    const first = await spawnService({ ...empty.environment, BOOTSTRAP_KEY: given })
    await waitFor(first, /Invite\s+\S+?(\/invite\/\w+)/)
    expect((await callService(first.url, 'GET', '/v1/project', { key: given })).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.output()).not.toContain(given)
    expect(first.output()).toMatch(/Key\s+the one in BOOTSTRAP_KEY/)
    await empty.remove()
  })

  it('names every mistake in its configuration and exits with 78', async () => {
    const program = runProgram({ PORT: 'eighty', RATE_LIMIT: 'many' })
    expect(await program.ended).toBe(78)
    expect(program.output()).toContain('PORT must be a whole number from 0 to 65535\nRATE_LIMIT must be a whole number')
    expect(program.output()).not.toContain('    at ')
  })

  it('stops without a complaint while it starts', async () => {
    const empty = await newDatabase('postgresql')
    const program = runProgram(empty.environment)
    await waitFor(program, /(Docs)/)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.output()).not.toContain('    at ')
    await empty.remove()
  })

  it('ends with the program that has started it, where that is killed', async () => {
    const parent = spawn(process.execPath, ['-e', startWithChannel], {
      env: { ...environment, PATH: process.env.PATH, PORT: '0', MAIN: main },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    parent.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/pid (\d+)[\s\S]*Listens/)
    const pid = Number(/pid (\d+)/.exec(output)?.[1])
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  })

  it('says in one line why it cannot use its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polegraph-unusable-'))
    const file = join(folder, 'file')
    await writeFile(file, '')
    const program = runProgram({ DATA_DIR: file })
    expect(await program.ended).toBe(78)
    expect(program.output()).toMatch(
      /^the data folder \S+ cannot be used: it is a file; set DATA_DIR to another one\n$/,
    )
    await rm(folder, { recursive: true })
  })

  it('says why it cannot listen, and warns of settings that are none', async () => {
    const program = runProgram({ ...environment, HOST: '192.0.2.1', CRAWL_DELAY: '5' })
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(
      /cannot listen on HOST 192\.0\.2\.1, PORT \d+: this machine has no such address \(EADDRNOTAVAIL\)/,
    )
    expect(program.output()).toContain('CRAWL_DELAY is no setting and has no effect; did you mean CRAWL_DELAY_MS?')
  })

  it('says so when its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const program = runProgram({ ...environment, PORT: String(port) })
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain(`port ${port} on 127.0.0.1 is in use; set PORT to another one`)
    server.close()
  })

  it('finishes what runs when it is told to stop, and takes nothing new', async () => {
    const program = await spawnService(environment)
    const { port } = new URL(program.url)
    // A request whose body is still on its way when the signal comes.
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    const body = JSON.stringify({ name: 'late' })
    socket.write(
      `POST /v1/project/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
    )
    await expect.poll(() => answer, { interval: 10 }).toMatch(/^HTTP\/1\.1 100 /)
    program.child.kill('SIGTERM')
    await waitFor(program, /"msg":"(stopping)"/)
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow()
    socket.write(body.slice(5))
    expect(await program.ended).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 201 /m)
    expect(program.output()).not.toContain('"level":"error"')
  })

  it('runs as a worker that listens to nobody', async () => {
    const program = runProgram({ ...environment, ROLE: 'worker' })
    await waitFor(program, /"msg":"(ready)"/)
    expect(program.output()).not.toContain('Listens')
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('refuses a folder that another process has, and names that process', async () => {
    const folder = await newDatabase('embedded')
    const first = await spawnService(folder.environment)
    const second = runProgram(folder.environment)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(new RegExp(`in use by process ${first.child.pid}, started .+; stop it first`))
    // Killed without a chance to clean up, the process leaves no lock behind.
    first.child.kill('SIGKILL')
    await first.ended
    const third = await spawnService(folder.environment)
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
    await folder.remove()
  })
})
