import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll } from 'vitest'
import { commands } from '../../src/command-table.ts'
import { runLine } from '../../src/run-line.ts'
import type { Terminal } from '../../src/terminal.ts'

// Command lines as a person types them: in this process with a terminal of the test, or in a process of their own.

export const root = resolve(import.meta.dirname, '../../..')
export const program = join(root, 'cli/bin/polegraph.js')

export interface Outcome {
  code: number
  out: string
  err: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  json: any
}

export interface LineOptions {
  environment?: Record<string, string>
  /** What is typed, or piped in. */
  input?: string
  /** The width of a terminal; without it the output is a pipe. */
  columns?: number
  /** Gets a function that interrupts the command, as Ctrl-C does. */
  onStart?: (interrupt: () => void) => void
  /** Told of what was written to the standard error so far, whenever there is more. */
  onNote?: (err: string) => void
  /** The same for the standard output. */
  onOutput?: (out: string) => void
}

export interface CommandLine {
  /** Where logins are kept. */
  config: string
  run(args: readonly string[], options?: LineOptions): Promise<Outcome>
}

/** A home of its own, in which nobody is signed in unless the environment says so. */
export function commandLine(environment: Record<string, string> = {}): CommandLine {
  const config = mkdtempSync(join(tmpdir(), 'polegraph-config-'))
  afterAll(() => rmSync(config, { recursive: true, force: true }))
  const own = { XDG_CONFIG_HOME: config, ...environment }
  return {
    config,
    run: (args, options = {}) => runHere(args, { ...options, environment: { ...own, ...options.environment } }),
  }
}

/** A command that goes on until it is interrupted, and what it has written so far. */
export interface GoingOn {
  written: { out: string; err: string }
  interrupt(): void
  ended: Promise<Outcome>
}

export function goOn({ run }: CommandLine, args: readonly string[], environment: Record<string, string> = {}): GoingOn {
  const written = { out: '', err: '' }
  let interrupt: () => void = () => undefined
  const ended = run(args, {
    environment,
    onStart: (given) => {
      interrupt = given
    },
    onNote: (err) => {
      written.err = err
    },
    onOutput: (out) => {
      written.out = out
    },
  })
  return { written, interrupt: () => interrupt(), ended }
}

async function runHere(args: readonly string[], options: LineOptions): Promise<Outcome> {
  const written = { out: '', err: '' }
  const output = (name: 'out' | 'err') => ({
    ...(options.columns && { isTTY: true, columns: options.columns }),
    write: (text: string | Uint8Array, done?: (error?: Error | null) => void) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
      if (name === 'err') options.onNote?.(written.err)
      else options.onOutput?.(written.out)
      done?.()
      return true
    },
  })
  const listeners = new Set<() => void>()
  const terminal: Terminal = {
    stdin: new PassThrough().end(options.input ?? ''),
    stdout: output('out'),
    stderr: output('err'),
    environment: options.environment ?? {},
    onInterrupt: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Only processes of their own are ended in the midst of a command.
    beforeEnd: () => () => undefined,
    end: () => undefined,
  }
  options.onStart?.(() => {
    for (const listener of listeners) listener()
  })
  const code = await runLine(commands, args, terminal)
  return outcome(code, written)
}

function outcome(code: number, { out, err }: { out: string; err: string }): Outcome {
  return {
    ...{ code, out, err },
    get json() {
      return JSON.parse(out)
    },
  }
}

export interface Spawned {
  child: ChildProcess
  written: { out: string; err: string }
  ended: Promise<Outcome>
}

/** The command as a process of its own. */
export function spawnLine(args: readonly string[], environment: Record<string, string>): Spawned {
  return spawnProgram(process.execPath, [program, ...args], environment)
}

export function spawnProgram(file: string, args: readonly string[], environment: Record<string, string>): Spawned {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text
  })
  const ended = once(child, 'close').then(([code]) => outcome(code as number, written))
  return { child, written, ended }
}

/** In a shell, for pipes and files. `polegraph` is the command. */
export function spawnShell(line: string, environment: Record<string, string>): Spawned {
  const script = `polegraph() { '${process.execPath}' '${program}' "$@"; }\n${line}`
  return spawnProgram('bash', ['-c', script], environment)
}

/** On a real terminal of so many columns, typing this; what the terminal shows comes back as the output. */
export function spawnTerminal(
  args: readonly string[],
  environment: Record<string, string>,
  { columns = 80 }: { columns?: number } = {},
): Spawned & { type(text: string): void } {
  const quoted = [process.execPath, program, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 24; exec ${quoted}`, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text
  })
  const ended = once(child, 'close').then(([code]) => outcome(code as number, written))
  return { child, written, ended, type: (text) => void child.stdin.write(text) }
}

/** An address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}
