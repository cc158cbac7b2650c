import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sharedCode } from '../../support/spawn-service.ts'
import type { Orders } from './failing-worker.ts'

const program = fileURLToPath(new URL('failing-worker.ts', import.meta.url))

export interface FailingProcess {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
}

/** A worker that kills itself as ordered, or is killed. Its clock may be ahead or behind. */
export function runFailing(
  environment: Record<string, string>,
  options: { orders?: Orders; ahead_ms?: number } = {},
): FailingProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...{ PATH: process.env.PATH, LOG_LEVEL: 'error', CLOCK_AHEAD_MS: String(options.ahead_ms ?? 0) },
      ...(options.orders && { ORDERS: JSON.stringify(options.orders) }),
      ...sharedCode(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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
