import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Failpoint } from './failing-service.ts'

const program = fileURLToPath(new URL('failing-service.ts', import.meta.url))

export interface FailingProcess {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
}

/** A service that dies at a point, or when somebody kills it. Its clock may be ahead: then leases have run out. */
export function runFailing(
  environment: Record<string, string>,
  options: { failpoint?: Failpoint; ahead_ms?: number } = {},
): FailingProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', CLOCK_AHEAD_MS: String(options.ahead_ms ?? 0) },
      ...(options.failpoint && { FAILPOINT: JSON.stringify(options.failpoint) }),
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
