import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Log } from '../log.ts'

/** Lines that are kept for the sentence that says why it did not start. */
const linesKept = 50

const levels: [RegExp, 'error' | 'warn' | 'debug'][] = [
  [/^PANIC:/, 'error'],
  // Every session is told so while the server starts, stops or recovers.
  [/^FATAL:\s+(?:the database system is|terminating connection) /, 'debug'],
  [/^(?:WARNING|ERROR|FATAL):/, 'warn'],
  [/^LOG:\s+.* was terminated by signal/, 'warn'],
]

/** What PostgreSQL says, for the log of the service. Why it did not start is told by whoever has started it, and its end is expected. */
export class ServerLog {
  readonly #lines: string[] = []
  readonly #log: Log
  /** True from the start of the server to its stop. */
  isRunning = false

  constructor(output: Readable, log: Log) {
    this.#log = log
    createInterface({ input: output }).on('line', (line) => this.#add(line))
  }

  get text(): string {
    return this.#lines.join('\n')
  }

  #add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length > linesKept) this.#lines.shift()
    const level = (this.isRunning && levels.find(([pattern]) => pattern.test(line))?.[1]) || 'debug'
    this.#log[level]({ postgresql: line }, 'PostgreSQL')
  }
}
