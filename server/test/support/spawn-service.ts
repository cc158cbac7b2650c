import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

// The program as an operator runs it: another process, its output and its exit code.

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Compiled code, which all of them share: each has a data folder of its own, where the program would keep it. */
export const sharedCode = () => ({ NODE_COMPILE_CACHE: join(inject('template').folder, 'compiled') })

export interface SpawnedService {
  child: ChildProcess
  url: string
  output(): string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
}

export function runProgram(environment: Record<string, string>): {
  child: ChildProcess
  output(): string
  ended: Promise<number | string>
} {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' },
      ...sharedCode(),
      ...environment,
    },
    // The channel ends it with the tests, also where these are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, output: () => output, ended }
}

/** Starts the program and waits until it is ready. */
export async function spawnService(environment: Record<string, string>): Promise<SpawnedService> {
  const program = runProgram(environment)
  const url = await waitFor(program, /Listens\s+(\S+)/)
  await waitFor(program, /"msg":"(ready)"/)
  return { ...program, url }
}

export async function waitFor(
  program: { output(): string; ended: Promise<number | string> },
  pattern: RegExp,
): Promise<string> {
  let ended: number | string | undefined
  program.ended.then((code) => {
    ended = code
  })
  for (;;) {
    const match = pattern.exec(program.output())
    if (match) return match[1] ?? ''
    if (ended !== undefined) throw new Error(`the program ended with ${ended}:\n${program.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
