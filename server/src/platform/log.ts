import { pino } from 'pino'
import { PinoPretty as pretty } from 'pino-pretty'

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
  return pino(lines, pretty({ destination: standardError, translateTime: 'HH:MM:ss.l', sync: true }))
}
