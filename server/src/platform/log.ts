import { createRequire } from 'node:module'
import { pino } from 'pino'

export type Log = pino.Logger

/** Structured JSON lines; readable ones on a terminal. Secrets never reach a line. */
export function createLog(options: { level: string; pretty?: boolean }): Log {
  const lines: pino.LoggerOptions = {
    level: options.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.authorization', '*.cookie'],
  }
  // Standard output is for what a person should read; the log goes to standard error.
  const standardError = 2
  if (!options.pretty) return pino(lines, pino.destination({ dest: standardError, sync: true }))
  // Loaded only where somebody looks on.
  const { PinoPretty: pretty } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty')
  // One line for each entry, so that what a start has printed, such as the first key, stays in sight longer.
  return pino(lines, pretty({ destination: standardError, translateTime: 'HH:MM:ss.l', singleLine: true, sync: true }))
}
