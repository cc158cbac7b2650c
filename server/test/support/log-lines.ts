import { pino } from 'pino'
import type { Log } from '../../src/platform/log.ts'

export interface LogLine {
  msg: string
  level: number
  request_id?: string
  domain_id?: string
  peer?: string
  status?: string | number
  err?: { message: string; stack: string }
}

/** A log that keeps its lines for the test. */
export function keepLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) })
  return { log, lines }
}
