import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CpuUse } from './cpu-probe.ts'

// Every program that is measured runs in a process of its own, on the Node that runs the bench.

const root = resolve(import.meta.dirname, '../..')
const probe = fileURLToPath(new URL('./cpu-probe.ts', import.meta.url))
const readyWithinMs = 60_000

/** As `npm start` has it. */
export const service = {
  script: resolve(root, 'server/src/main.ts'),
  flags: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--max-old-space-size=1024'],
}

const installedCode = resolve(root, 'node_modules/.compiled')

/** As `npm start` has them, for the peers too, which have no data folder to keep compiled code in. */
function settingsOf({ DATA_DIR }: Record<string, string>): Record<string, string> {
  const own = DATA_DIR && (existsSync(installedCode) ? installedCode : join(DATA_DIR, 'compiled'))
  const compiled = own || resolve(root, 'bench/node_modules/.compiled')
  return { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiled }
}

export interface Program {
  script: string
  flags?: string[]
  /** All of its environment but PATH: what is set where the bench runs must not change a measurement. */
  environment?: Record<string, string>
  args?: string[]
}

export class Child {
  readonly process: ChildProcess
  readonly #name: string
  readonly #exit: Promise<unknown[]>
  #output = ''
  #errors = ''

  constructor(program: Program, options: { channel: boolean }) {
    this.#name = program.script.slice(root.length + 1)
    this.process = spawn(process.execPath, [...(program.flags ?? []), program.script, ...(program.args ?? [])], {
      cwd: root,
      env: { PATH: process.env.PATH, ...settingsOf(program.environment ?? {}), ...program.environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(options.channel ? (['ipc'] as const) : [])],
    })
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
    // Without a channel a child does not notice that the bench has gone.
    const kill = () => this.process.kill('SIGKILL')
    process.on('exit', kill)
    this.#exit = once(this.process, 'close').finally(() => process.off('exit', kill))
    this.#exit.catch(() => undefined)
  }

  /** What it printed, once it has ended well. */
  async output(): Promise<string> {
    const [code] = await this.#exit
    if (code !== 0) throw this.#ended()
    return this.#output
  }

  /** Waits for the first 200. */
  async answers(url: string, headers: Record<string, string>): Promise<void> {
    const deadline = performance.now() + readyWithinMs
    while (performance.now() < deadline) {
      if (this.process.exitCode !== null || this.process.signalCode !== null) throw this.#ended()
      const response = await fetch(url, { headers }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.status === 200) return
      await sleep(5)
    }
    throw new Error(`${this.#name} does not answer ${url}\n${this.#errors}`)
  }

  async ask<Answer>(question: string): Promise<Answer> {
    this.process.send(question)
    const [answer] = await Promise.race([
      once(this.process, 'message'),
      this.#exit.then(() => Promise.reject(this.#ended())),
    ])
    return answer as Answer
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGTERM')
    await this.#exit
  }

  #ended(): Error {
    const how = this.process.signalCode ?? `code ${this.process.exitCode}`
    return new Error(`${this.#name} ended with ${how}\n${this.#errors}`)
  }
}

/** A server whose CPU time can be asked for with `readCpu`. */
export function startServer(program: Program): Child {
  return new Child({ ...program, flags: [...(program.flags ?? []), '--import', probe] }, { channel: true })
}

export function readCpu(server: Child): Promise<CpuUse> {
  return server.ask<CpuUse>('cpu')
}
