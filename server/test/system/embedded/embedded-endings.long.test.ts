import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type EmbeddedProgram,
  isRoot,
  makeFolderToCopy,
  newFolder,
  nobody,
  postmasterOf,
  processesOn,
  refusedStart,
  startAndStop,
  startEmbedded,
  whenReady,
} from '../../support/embedded-service.ts'
import { callService } from '../../support/harness.ts'

// However the service ends, its PostgreSQL ends too, and the next start finds a folder that it can open.

const copyFolder = makeFolderToCopy()

const everything = { environment: { LOG_LEVEL: 'debug' } }
const nothingOn = (folder: string) => expect.poll(() => processesOn(folder), { timeout: 20_000 }).toEqual([])

/** The shells that stand between the service and PostgreSQL. */
const shellsOn = (folder: string) => processesOn(folder).filter(({ title }) => title.startsWith('sh -c'))

async function answers(program: EmbeddedProgram): Promise<boolean> {
  const url = /Listens\s+(\S+)/.exec(program.out())?.[1] as string
  return (await callService(url, 'GET', '/readyz')).status === 200
}

describe('the embedded PostgreSQL', { timeout: 180_000 }, () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'is shut down in order upon %s, and says nothing',
    async (signal) => {
      const folder = copyFolder()
      const program = startEmbedded(folder)
      await whenReady(program)
      // To all processes of the terminal.
      program.killGroup(signal)
      expect(await program.ended).toBe(0)
      expect(processesOn(folder)).toEqual([])
      const said = program.err().trim().split('\n')
      expect(said.map((line) => JSON.parse(line).msg)).toEqual(['ready', 'stopping'])
      const next = await startAndStop(folder, everything)
      expect(next).toContain('database system was shut down at')
      expect(next).not.toContain('recovery')
    },
  )

  it.each(['SIGTERM', 'SIGKILL'] as const)('is not left behind by %s at any moment of a start', async (signal) => {
    const [empty, existing] = [join(newFolder(), 'data'), copyFolder()]
    for (const folder of [existing, empty]) {
      for (const ms of [0, 50, 100, 300, 600, 1_000, 2_000]) {
        const program = startEmbedded(folder)
        await sleep(ms)
        program.kill(signal)
        // Beside what it leaves.
        if (ms === 600 && signal === 'SIGKILL') await startAndStop(folder)
        const code = await program.ended
        expect([0, signal]).toContain(code)
        expect(program.err()).not.toContain('    at ')
      }
      await startAndStop(folder)
      await nothingOn(folder)
    }
  })

  it('is stopped in order by a Ctrl-C that comes twice, from the terminal and from npm', async () => {
    const folder = newFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    program.kill('SIGINT')
    program.kill('SIGINT')
    expect(await program.ended).toBe(0)
    expect(existsSync(join(folder, 'lock.json'))).toBe(false)
  })

  it.runIf(isRoot)('goes on where its folder is closed for a while', async () => {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder)
    chownSync(folder, nobody, nobody)
    const program = startEmbedded(folder, { uid: nobody })
    const { url } = await whenReady(program)
    chmodSync(join(folder, 'postgres'), 0)
    await sleep(6_000)
    chmodSync(join(folder, 'postgres'), 0o700)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('is not left behind by a second signal', async () => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    program.kill('SIGTERM')
    program.kill('SIGTERM')
    await program.ended
    await nothingOn(folder)
    await startAndStop(folder)
  })

  it('ends when the service was killed, and the next one starts at once', async () => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    program.kill('SIGKILL')
    await startAndStop(folder)
    await program.ended
    await nothingOn(folder)
  })

  it('ends where the service and the shell between them were killed together', async () => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    const [keeper] = shellsOn(folder)
    process.kill(keeper?.pid as number, 'SIGKILL')
    program.kill('SIGKILL')
    await program.ended
    await nothingOn(folder)
    await startAndStop(folder)
  })

  it.each([
    ['the shell between them was killed', 1],
    ['all shells between them were killed', 9],
  ])('is there again where %s, and ends with the service', async (_, most) => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    const before = postmasterOf(folder)
    for (const { pid } of shellsOn(folder).slice(0, most)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => program.err(), { timeout: 30_000 }).toContain('PostgreSQL runs again')
    expect(postmasterOf(folder)).not.toBe(before)
    await expect.poll(() => answers(program), { timeout: 30_000 }).toBe(true)
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await nothingOn(folder)
  })

  it('starts where the process that held the folder was killed, and nobody has looked at it since', async () => {
    const folder = copyFolder()
    // Whoever has started the service waits for something else.
    const parent = spawn('sh', ['-c', `"$@" & echo $!; exec sleep 600`, 'sh', process.execPath, 'server/src/main.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    let said = ''
    for (const stream of [parent.stdout, parent.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    await expect.poll(() => said, { timeout: 60_000 }).toContain('"msg":"ready"')
    const pid = Number(said.split('\n')[0])
    // PostgreSQL takes its time to end.
    const postmaster = postmasterOf(folder)
    process.kill(postmaster, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /)
    const next = startAndStop(folder)
    await Promise.race([next, sleep(4_000)])
    process.kill(postmaster, 'SIGCONT')
    await next
  })

  it('starts where its lock files name a process that runs, but is another program', async () => {
    const folder = copyFolder()
    const own = String(process.pid)
    // As a container finds them that was killed and started again: ids are given anew.
    writeFileSync(
      join(folder, 'postgres/postmaster.pid'),
      [own, join(folder, 'postgres'), '1700000000', '5432', '.', '', '  1234567         0', 'ready   ', ''].join('\n'),
    )
    writeFileSync(
      join(folder, 'postgres/.s.PGSQL.5432.lock'),
      [own, join(folder, 'postgres'), '1700000000', '5432', '.', ''].join('\n'),
    )
    writeFileSync(join(folder, 'postgres/.s.PGSQL.5432'), '')
    writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, since: 'then', began: '1' }))
    await startAndStop(folder)
  })

  it('is not shared by two services, also where one does not see the processes of the other', async () => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    const { url } = await whenReady(program)
    const remedy = 'stop it first, or set DATABASE_URL to share one PostgreSQL\n'
    const second = await refusedStart(folder)
    expect(second.code).toBe(1)
    expect(second.err).toMatch(
      new RegExp(`^the data folder ${folder} is in use by process ${program.pid}, started [^;]+; ${remedy}$`),
    )
    if (isRoot) {
      const other = await refusedStart(folder, { prefix: ['unshare', '--pid', '--fork', '--mount-proc'] })
      expect(other).toEqual({
        code: 1,
        err: `the data folder ${folder} is in use by another process; ${remedy}`,
      })
    }
    expect((await callService(url, 'GET', '/readyz')).status).toBe(200)
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('ends with the service where the folder is removed', async () => {
    const folder = copyFolder()
    const program = startEmbedded(folder)
    await whenReady(program)
    const postmaster = postmasterOf(folder)
    rmSync(folder, { recursive: true })
    expect(await program.ended).toBe(1)
    expect(program.err()).toContain(`the data folder ${folder} was removed or moved\n`)
    await expect.poll(() => readTitle(postmaster), { timeout: 20_000 }).toBe('')
  })
})

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
