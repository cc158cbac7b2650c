import { BackupRefused } from '../backup/backup-file.ts'
import { DatabaseUnavailable, DatabaseUnusable, errorCode } from '../platform/db/database.ts'
import { ConfigError } from '../settings/config.ts'

// What a program says to the command line that runs it: lines of JSON on the standard error.

export type ProgramMessage =
  | { progress: { done: number; total: number; table: string } }
  | { done: object }
  | { failed: { message: string; code: 'configuration' | 'file' | 'database' | 'internal' } }

function say(message: ProgramMessage): void {
  process.stderr.write(`${JSON.stringify(message)}\n`)
}

/** A database has many tables, and a table many pieces; a line for each would be more than anybody reads. */
const everyMs = 100

/** Says how far the work is. */
export function reportProgress(): (done: number, total: number, table: string) => void {
  let said = Number.NEGATIVE_INFINITY
  return (done, total, table) => {
    if (performance.now() - said < everyMs) return
    said = performance.now()
    say({ progress: { done, total, table } })
  }
}

/** Does the work, and says how it ended. */
export async function reportWork(work: () => Promise<object>): Promise<void> {
  try {
    say({ done: await work() })
  } catch (error) {
    say({ failed: explain(error) })
    process.exitCode = 1
  }
}

/** What PostgreSQL says to its sessions when it stops, or when another one of them has crashed. */
const stopped = new Set(['57P01', '57P02'])

function explain(error: unknown): Extract<ProgramMessage, { failed: object }>['failed'] {
  if (error instanceof ConfigError) return { message: error.message.replaceAll('\n', '; '), code: 'configuration' }
  if (error instanceof BackupRefused) return { message: error.message, code: 'file' }
  if (error instanceof DatabaseUnusable) return { message: error.message, code: 'database' }
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (stopped.has(errorCode(cause) ?? '')) {
    return { message: 'the database was stopped meanwhile; try again', code: 'database' }
  }
  if (cause !== error) return { message: `the database cannot be reached or used: ${reason}`, code: 'database' }
  if (errorCode(error) !== undefined) return { message: reason, code: 'database' }
  return { message: error instanceof Error ? (error.stack ?? reason) : reason, code: 'internal' }
}
