import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

// A PostgreSQL server of one's own, thrown away afterwards. As a command it runs another one on it:
//   node scripts/private-postgres.ts -- npm test

export interface PrivatePostgres {
  url: string
  /** The process that all others of the server descend from. */
  pid: number
  stop(): Promise<void>
}

export class PostgresMissing extends Error {
  override name = 'PostgresMissing'
}

const debianFolder = '/usr/lib/postgresql'
const attempts = 3

/** Stopped by `stop`, or when this process ends by `process.exit`: a signal needs a handler that calls it. */
export async function startPrivatePostgres(): Promise<PrivatePostgres> {
  const binaries = findBinaries()
  const user = findUser()
  const folder = mkdtempSync(join(tmpdir(), 'polegraph-postgres-'))
  const data = join(folder, 'data')
  // Synchronous throughout: a signal is then handled after a step, never in the middle of one.
  const run = (name: string, args: string[]) =>
    execFileSync(join(binaries, name), args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user })

  let stopped = false
  function stop(): void {
    if (stopped) return
    stopped = true
    process.off('exit', stop)
    try {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-s'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  process.on('exit', stop)

  try {
    if (user) chownSync(folder, user.uid, user.gid)
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
    appendFileSync(join(data, 'postgresql.conf'), settings(folder))
    const port = await startOnFreePort(folder, (port) =>
      run('pg_ctl', ['start', '-D', data, '-l', join(folder, 'log'), '-o', `-p ${port}`, '-w', '-s']),
    )
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid, stop: async () => stop() }
  } catch (error) {
    stop()
    throw error
  }
}

function settings(folder: string): string {
  return [
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${folder}'`,
    'max_connections = 500',
    'fsync = off',
    'synchronous_commit = off',
    'full_page_writes = off',
    '',
  ].join('\n')
}

/** The newest that Debian's packages have put beside each other, or the one on the PATH. */
function findBinaries(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
  if (!found) throw new PostgresMissing(`no PostgreSQL server in ${debianFolder} or on the PATH`)
  return found
}

/** PostgreSQL refuses to run as root. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'postgres') ?? []
  if (!uid || !gid) throw new PostgresMissing('PostgreSQL does not run as root, and there is no user postgres')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Another process may take the port between the look and the start. */
async function startOnFreePort(folder: string, start: (port: number) => void): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort()
    try {
      start(port)
      return port
    } catch (error) {
      if (attempt < attempts) continue
      const log = join(folder, 'log')
      throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'PostgreSQL does not start', { cause: error })
    }
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Runs a command with TEST_DATABASE_URL and answers its exit code. */
async function runOnPrivatePostgres([command, ...args]: string[]): Promise<number> {
  if (!command) {
    console.error('usage: node scripts/private-postgres.ts -- <command...>')
    return 64
  }
  // Before there is a command to pass a signal on to, the signal ends this process, and with it the server.
  let pass = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pass(signal))

  const postgres = await startPrivatePostgres()
  // A process group of its own, so that a signal reaches what the command has started too. At a terminal
  // the command stays in this group, where it can read, and gets the terminal's SIGINT by itself.
  const detached = !process.stdin.isTTY
  const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
  const child = spawn(command, args, { stdio: 'inherit', detached, env })
  pass = (signal) => {
    if (detached && child.pid) process.kill(-child.pid, signal)
    else if (signal !== 'SIGINT') child.kill(signal)
  }
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal ? 128 + constants.signals[signal] : (code ?? 1)
  } finally {
    await postgres.stop()
  }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  try {
    process.exitCode = await runOnPrivatePostgres(words[0] === '--' ? words.slice(1) : words)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
