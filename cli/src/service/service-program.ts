import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type OptionSpecs, portValue } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { CommandFailed } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

// The programs of the service, run as `npm start` runs them: the same Node, flags and environment.

const programs = {
  start: new URL('../../../server/src/main.ts', import.meta.url),
  check: new URL('../../../server/src/programs/check.ts', import.meta.url),
  backup: new URL('../../../server/src/programs/backup.ts', import.meta.url),
  restore: new URL('../../../server/src/programs/restore.ts', import.meta.url),
  recover: new URL('../../../server/src/programs/recover.ts', import.meta.url),
  upgradeDatabase: new URL('../../../server/src/programs/upgrade-database.ts', import.meta.url),
  distribute: new URL('../../../server/src/programs/distribute.ts', import.meta.url),
  demo: new URL('../../../demo/src/main.ts', import.meta.url),
}

/** Those of `npm start`, for the reasons in docs/decisions/platform.md. */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--max-old-space-size=1024',
]
const neededMajor = 24
const privateFiles = 0o077

/** Options that name the database: a folder, or the address of a server. */
export const databaseOptions = {
  data: { about: 'Folder of the embedded database (DATA_DIR)', takes: 'FOLDER', isPath: true },
  'database-url': { about: 'Address of a PostgreSQL (DATABASE_URL)', takes: 'URL' },
} as const satisfies OptionSpecs

/** Settings that have an option of their own. */
export const settingOptions = {
  port: { about: 'Port to listen on (PORT)', ...portValue },
  host: { about: 'Address to listen on (HOST)', takes: 'HOST' },
  ...databaseOptions,
} as const satisfies OptionSpecs

interface SettingValues {
  port?: number | undefined
  host?: string | undefined
  data: string | undefined
  'database-url': string | undefined
}

/** The environment of the service: that of the command, and what its options set. */
export function serviceEnvironment(environment: Terminal['environment'], options: SettingValues) {
  const given = {
    PORT: options.port === undefined ? undefined : String(options.port),
    HOST: options.host,
    DATA_DIR: options.data,
    DATABASE_URL: options['database-url'],
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...environment, ...set }
}

/** The code that `npm ci` has compiled in the repository; a package has none. */
const installedCode = fileURLToPath(new URL('../../../node_modules/.compiled', import.meta.url))

/** Whoever can write there runs code as the service. */
const isOwn = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.uid === process.geteuid?.()

/** Starts the service. It does not hear the Ctrl-C of the terminal, but what this process tells it: each signal once. */
export function spawnStart(environment: NodeJS.ProcessEnv): ChildProcess {
  // One of them was made by `npm ci` or by the first start. Node would make it too, and below /proc try that for ever.
  const compiled = [installedCode, join(environment.DATA_DIR?.trim() || './data', 'compiled')].find(isOwn)
  return keepingPrivate(() =>
    spawn(findNode(), [...nodeFlags, fileURLToPath(programs.start)], {
      env: { ...environment, MALLOC_ARENA_MAX: '2', ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
      stdio: [...ownTerminal, 'ipc'],
      detached: true,
    }),
  )
}

/** Programs also get a channel, by which they notice that this process was killed. */
const ownTerminal = ['inherit', 'inherit', 'inherit'] as const

/** A program of the service that prints what it finds or makes. */
export type ServiceChild = ChildProcessByStdio<null, Readable, Readable>

/** Looks at what a start would find. It leaves nothing behind, and so keeps no compiled code. */
export const spawnCheck = (environment: NodeJS.ProcessEnv, args: readonly string[]) =>
  spawnProgram('check', environment, args)

/** Prints a backup. */
export const spawnBackup = (environment: NodeJS.ProcessEnv) => spawnProgram('backup', environment, [])

/** Restores the backup in a file. */
export const spawnRestore = (environment: NodeJS.ProcessEnv, file: string) =>
  spawnProgram('restore', environment, [file])

/** Makes an invite for an owner of a project. */
export const spawnRecover = (environment: NodeJS.ProcessEnv, project: string | undefined) =>
  spawnProgram('recover', environment, project === undefined ? [] : [project])

/** Moves the embedded database to another version of PostgreSQL. */
export const spawnUpgradeDatabase = (environment: NodeJS.ProcessEnv, programs: string | undefined) =>
  spawnProgram('upgradeDatabase', environment, programs === undefined ? [] : [programs])

/** Deals domains out to nodes. */
export const spawnDistribute = (environment: NodeJS.ProcessEnv) => spawnProgram('distribute', environment, [])

function spawnProgram(
  program: Exclude<keyof typeof programs, 'start'>,
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
): ServiceChild {
  return keepingPrivate(() =>
    spawn(findNode(), [...nodeFlags, fileURLToPath(programs[program]), ...args], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** Files that a program writes are for its owner alone when it is started in here. */
function keepingPrivate<Result>(start: () => Result): Result {
  const before = process.umask(privateFiles)
  try {
    return start()
  } finally {
    process.umask(before)
  }
}

/** Runs the demo, which starts a service of its own. Like the service it hears each signal once, from this process. */
export function spawnDemo(environment: NodeJS.ProcessEnv, args: readonly string[]): ChildProcess {
  return spawn(findNode(), ['--disable-warning=ExperimentalWarning', fileURLToPath(programs.demo), ...args], {
    env: environment,
    stdio: [...ownTerminal, 'ipc'],
    detached: true,
  })
}

/** Stops the program when somebody interrupts the command, and resolves with its exit code. */
export async function untilEnded(
  child: ChildProcess,
  { onInterrupt }: Pick<Terminal, 'onInterrupt'>,
): Promise<ExitCode> {
  const release = onInterrupt(() => child.kill('SIGTERM'))
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return (code ?? exitCodes.failed) as ExitCode
  } finally {
    release()
  }
}

/** This Node if it is new enough, else the one that came with the package. */
export function findNode(running = process.versions.node, packaged: string | null = packagedNode()): string {
  if (Number.parseInt(running, 10) >= neededMajor) return process.execPath
  if (packaged !== null) return packaged
  const message = `the service needs Node ${neededMajor} or later, this is ${running}; install a newer one, or install polegraph with its optional packages`
  throw new CommandFailed(message, { exit_code: exitCodes.configuration, code: 'old_node' })
}

function packagedNode(): string | null {
  try {
    const found = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`)
    const node = join(dirname(found), 'bin', 'node')
    return existsSync(node) ? node : null
  } catch {
    return null
  }
}
