import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { sharedCode } from './spawn-service.ts'

// The program on a data folder of its own, and the processes that work on such a folder.

export const isRoot = process.getuid?.() === 0
/** A user who owns nothing. */
export const nobody = 65_534
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A folder that is removed after the test, with all processes that still work on it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polegraph-embedded-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => {
    // First the services of a test that has failed: they would start PostgreSQL again.
    killAll(findProcesses(folder, 'DATA_DIR'))
    killAllOn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export interface StartOptions {
  environment?: Record<string, string | undefined>
  /** Words before the command. */
  prefix?: string[]
  /** For the shell, before the program is started. */
  setUp?: string
  cwd?: string
  uid?: number
  /** Options of Node. */
  node?: string[]
}

export interface EmbeddedProgram {
  pid: number
  out(): string
  err(): string
  kill(signal: NodeJS.Signals): void
  killGroup(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or the signal's name, once all output was read. */
  ended: Promise<number | string>
}

export function startEmbedded(folder: string, options: StartOptions = {}): EmbeddedProgram {
  const { prefix = [], setUp = '', node = [], uid, cwd } = options
  const program = [...prefix, process.execPath, '--disable-warning=ExperimentalWarning', ...node, main]
  // By its full path: some tests leave the PATH empty.
  const child = spawn('/bin/sh', ['-c', `${setUp}\nexec "$@"`, 'sh', ...program], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', ...(!uid && sharedCode()), ...options.environment },
    // A group of its own, as a terminal makes for a command.
    ...{ stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    ...(cwd && { cwd }),
    ...(uid && { uid, gid: uid }),
  })
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text
  })
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return {
    pid: child.pid as number,
    out: () => written.out,
    err: () => written.err,
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => void process.kill(-(child.pid as number), signal),
    ended,
  }
}

/** Waits until it answers. Throws with what it said where it ends instead. */
export async function whenReady(program: EmbeddedProgram): Promise<{ url: string; key: string | undefined }> {
  let hasEnded = false
  void program.ended.then(() => {
    hasEnded = true
  })
  while (!program.err().includes('"msg":"ready"')) {
    if (hasEnded) throw new Error(`the program ended with ${await program.ended}:\n${program.out()}${program.err()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const url = /Listens\s+(\S+)/.exec(program.out())?.[1] as string
  return { url, key: /Key\s+(svc_\w+)/.exec(program.out())?.[1] }
}

/** Starts it, and ends it as soon as it answers. Returns all that it said. */
export async function startAndStop(folder: string, options: StartOptions = {}): Promise<string> {
  const program = startEmbedded(folder, options)
  await whenReady(program)
  program.kill('SIGTERM')
  const code = await program.ended
  if (code !== 0) throw new Error(`the program ended with ${code}:\n${program.out()}${program.err()}`)
  return program.out() + program.err()
}

/** Makes a folder with a database before the tests of a file. Each test gets a copy by the function that is returned. */
export function makeFolderToCopy(): () => string {
  const made = mkdtempSync(join(tmpdir(), 'polegraph-made-'))
  beforeAll(() => startAndStop(made), 120_000)
  afterAll(() => rmSync(made, { recursive: true }))
  return () => {
    const folder = join(newFolder(), 'data')
    cpSync(made, folder, { recursive: true, verbatimSymlinks: true })
    return folder
  }
}

/** For a start that is refused: what it says, and its exit code. */
export async function refusedStart(
  folder: string,
  options: StartOptions = {},
): Promise<{ code: number | string; err: string }> {
  const program = startEmbedded(folder, options)
  // One that is not refused would never end.
  void whenReady(program).then(
    () => program.kill('SIGTERM'),
    () => undefined,
  )
  return { code: await program.ended, err: program.err() }
}

export interface FolderProcess {
  pid: number
  /** PostgreSQL has a title for each of its processes, such as `postgres: checkpointer`. */
  title: string
}

/** All processes of PostgreSQL and of its keeper on a data folder, or on one below the folder. */
export const processesOn = (folder: string) => findProcesses(folder, 'lock')

function findProcesses(folder: string, variable: 'lock' | 'DATA_DIR'): FolderProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const title = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const isOn = readlinkSync(`/proc/${name}/cwd`).startsWith(folder) || hasVariable(name, variable, folder)
        // One that has ended has no command line, until somebody waits for it.
        return isOn && title !== '' ? [{ pid: Number(name), title }] : []
      } catch {
        return []
      }
    })
}

const hasVariable = (pid: string, variable: string, folder: string) =>
  readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .some((entry) => entry.startsWith(`${variable}=${folder}`))

/** Kills at once all of PostgreSQL that works on a folder, without a chance to end in order. */
export const killAllOn = (folder: string) => killAll(processesOn(folder))

function killAll(processes: FolderProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The process of PostgreSQL that has started all others. */
export const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Whether a disk can be mounted here. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'polegraph-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A disk of so many bytes. */
export function mountDisk(bytes: number): string {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder])
  onTestFinished(() => {
    killAllOn(folder)
    execFileSync('umount', ['--lazy', folder])
  })
  return folder
}
