import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../db/data-folder.ts'
import type { Log } from '../log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { requireOpenable } from './check-cluster.ts'
import { describeStartFailure } from './describe-start-failure.ts'
import { describeInUse, hasHolder } from './folder-holder.ts'
import { type Keeper, keeperExits, startKeeper } from './keeper.ts'
import { type Layout, layoutOf } from './layout.ts'
import { chooseUser } from './run-as.ts'
import { ServerLog } from './server-log.ts'
import { commonSettings, serverSettings } from './settings.ts'

// The PostgreSQL that belongs to this process: made, started, started again when it has ended, and stopped.

const lookMs = 5
const lookAtLockMs = 50
/** A server whose service was killed ends within this time; one that is still there then belongs to somebody. */
const lockedForMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 5_000
const stopWithinMs = 5_000

interface Running {
  keeper: Keeper
  pid: number
  said: ServerLog
}

/** A PostgreSQL of another version than ours, for a folder of that version. */
export interface OtherPrograms {
  version: string
  binaries: Binaries
  /** Where the links to its libraries are made. */
  libraries: string
}

export class OwnServer {
  readonly #folder: string
  readonly #programs: OtherPrograms | undefined
  readonly #layout: Layout
  readonly #log: Log
  readonly #settings: Record<string, string>
  readonly #stopping = new AbortController()
  #running: Running | undefined
  #inode: number | undefined
  #restarting: Promise<void> | undefined

  constructor(options: {
    folder: string
    log: Log
    settings?: Record<string, string>
    programs?: OtherPrograms | undefined
  }) {
    const { folder, programs } = options
    this.#folder = folder
    this.#programs = programs
    this.#layout = { ...layoutOf(folder), ...(programs && { libraries: programs.libraries }) }
    this.#log = options.log
    this.#settings = { ...(programs ? commonSettings : serverSettings), ...options.settings }
  }

  /** The process of PostgreSQL that starts all others. */
  get pid(): number | undefined {
    return this.#running?.pid
  }

  /** Resolves when connections are taken. Throws with a sentence that says what to do. */
  async start(): Promise<void> {
    const deadline = performance.now() + lockedForMs
    for (;;) {
      const running = await this.#launch()
      if (running) {
        this.#inode = this.#inodeNow()
        this.#attend(running)
        return
      }
      if (hasHolder(this.#layout) || performance.now() > deadline) throw describeInUse(this.#folder)
      await sleep(lookAtLockMs)
    }
  }

  /** False when the folder was removed, moved or replaced since the start: nothing that is written is kept. */
  isFolderThere(): boolean {
    return this.#inodeNow() === this.#inode
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#restarting
    if (!this.#running) return
    const { keeper, pid, said } = this.#running
    this.#running = undefined
    said.isRunning = false
    const ended = once(keeper, 'exit')
    // Ends all sessions, writes what is not in its files yet, and ends.
    signal(pid, 'SIGINT')
    const late = setTimeout(() => signal(pid, 'SIGQUIT'), stopWithinMs)
    await ended
    clearTimeout(late)
  }

  #inodeNow(): number | undefined {
    try {
      return statSync(join(this.#layout.database, 'PG_VERSION'), { throwIfNoEntry: false })?.ino
    } catch {
      // A folder that is closed to this user is still there.
      return this.#inode
    }
  }

  /** Undefined when another process has the folder. */
  async #launch(): Promise<Running | undefined> {
    const binaries = this.#programs?.binaries ?? findBinaries()
    makeFolder(this.#folder)
    requireOpenable(this.#folder, this.#programs?.version)
    const runAs = chooseUser(this.#layout, binaries)
    const keeper = startKeeper({ layout: this.#layout, binaries, runAs, settings: this.#settings })
    const said = new ServerLog(keeper.stderr, this.#log)
    // Where the keeper itself was killed, what it has started runs on, with nobody to end it: it is of the keeper's group.
    keeper.once('exit', (_, by) => {
      if (by && keeper.pid) signal(-keeper.pid, 'SIGKILL')
    })
    // A server that has ended reads nothing more.
    keeper.stdin.on('error', () => undefined)
    const ended = once(keeper, 'close').then(
      ([code]) => code as number | null,
      (error: Error) => error,
    )
    // One that makes its files good after a crash may take long, and nobody waits for it any more.
    const leave = () => void keeper.stdin.destroy()
    this.#stopping.signal.addEventListener('abort', leave)
    try {
      const pid = await Promise.race([firstLine(keeper).then(Number), ended.then(() => undefined)])
      // One that was killed meanwhile has left a file that says it is ready.
      if (pid !== undefined && (await this.#isReady(pid, ended)) && isAlive(keeper)) {
        said.isRunning = true
        return { keeper, pid, said }
      }
    } finally {
      this.#stopping.signal.removeEventListener('abort', leave)
    }
    const end = await ended
    if (end === keeperExits.isLocked) return undefined
    throw describeStartFailure(this.#folder, end, said.text)
  }

  /** Resolves with true when it takes connections, with false when it has ended. */
  async #isReady(pid: number, ended: Promise<unknown>): Promise<boolean> {
    let hasEnded = false
    void ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      if (isReadyIn(join(this.#layout.database, 'postmaster.pid'), pid)) return true
      await sleep(lookMs)
    }
    return false
  }

  /** Starts it again when it ends by itself. */
  #attend(running: Running): void {
    this.#running = running
    running.keeper.once('exit', (code, by) => {
      if (this.#stopping.signal.aborted) return
      this.#running = undefined
      this.#log.error({ code, signal: by }, 'PostgreSQL has ended; it is started again')
      this.#restarting = this.#restart().catch(() => undefined)
    })
  }

  async #restart(): Promise<void> {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      this.#stopping.signal.throwIfAborted()
      try {
        const running = this.isFolderThere() && (await this.#launch())
        if (running) {
          this.#log.info('PostgreSQL runs again')
          this.#attend(running)
          return
        }
      } catch (error) {
        this.#stopping.signal.throwIfAborted()
        this.#log.error({ reason: error instanceof Error ? error.message : error }, 'PostgreSQL does not start')
      }
      await sleep(pause, undefined, { signal: this.#stopping.signal })
    }
  }
}

const isAlive = ({ exitCode, signalCode }: Keeper) => exitCode === null && signalCode === null

async function firstLine(keeper: Keeper): Promise<string> {
  const [line] = (await once(createInterface({ input: keeper.stdout }), 'line')) as [string]
  return line
}

/** The eighth line of the file says how far the process of the first is. */
function isReadyIn(file: string, pid: number): boolean {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
