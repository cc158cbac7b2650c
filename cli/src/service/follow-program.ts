import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CommandContext } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { CommandFailed } from '../failure.ts'
import { Progress } from '../output/progress.ts'
import type { ServiceChild } from './service-program.ts'

// A program of the service that works for a while and says on its standard error, in lines of JSON, how far it is and how it
// ended.

interface ProgramMessage {
  progress?: { done: number; total: number; table: string }
  done?: unknown
  failed?: { message: string; code: string }
}

const codes: Record<string, ExitCode> = { configuration: exitCodes.configuration, file: exitCodes.file }

/** Shows how far the program is. Resolves with what it says in the end; Ctrl-C ends it. `left` says what it leaves when it ends before. */
export async function followProgram<Result>(
  child: ServiceChild,
  { terminal, notes, json }: Pick<CommandContext, 'terminal' | 'notes' | 'json'>,
  left = 'nothing was written',
): Promise<Result> {
  const progress = new Progress(notes)
  let isInterrupted = false
  const release = terminal.onInterrupt(() => {
    isInterrupted = true
    child.kill('SIGTERM')
  })
  try {
    const ended = once(child, 'close')
    const complaints: string[] = []
    let last: ProgramMessage = {}
    for await (const line of createInterface({ input: child.stderr as Readable })) {
      const message = readMessage(line)
      if (!message) complaints.push(line)
      else if (message.progress) {
        // Elsewhere than on a terminal every table would be a line of its own.
        const { done, total, table } = message.progress
        if (!json && notes.isTerminal) progress.show({ done, total, words: table.replaceAll('_', ' ') })
      } else last = message
    }
    await ended
    if (isInterrupted) throw new CommandFailed(`interrupted: ${left}`, interruption)
    if (last.done !== undefined) return last.done as Result
    throw failureOf(last, complaints, left)
  } finally {
    progress.clear()
    release()
  }
}

const interruption = { exit_code: exitCodes.interrupted, code: 'interrupted' }

function readMessage(line: string): ProgramMessage | undefined {
  try {
    return JSON.parse(line) as ProgramMessage
  } catch {
    return undefined
  }
}

function failureOf({ failed }: ProgramMessage, complaints: string[], left: string): CommandFailed {
  if (failed)
    return new CommandFailed(failed.message, { exit_code: codes[failed.code] ?? exitCodes.failed, code: failed.code })
  const reason = complaints.join('\n').trim() || 'the program ended without a word'
  return new CommandFailed(`${reason}; ${left}`, { exit_code: exitCodes.failed, code: 'internal' })
}
