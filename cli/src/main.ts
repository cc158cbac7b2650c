import { commands } from './command-table.ts'
import { exitCodes } from './exit-codes.ts'
import { ofFile } from './failure.ts'
import { runLine } from './run-line.ts'
import { processTerminal } from './terminal.ts'

// The process of one command: its streams, and its end.

const terminal = processTerminal()

/** Whoever read the output may be gone (`| head`), or the disk that it goes to is full. */
function onBrokenOutput(error: Error & { code?: string }): void {
  const isClosed = error.code === 'EPIPE'
  if (!isClosed) process.stderr.write(`polegraph: ${ofFile(error.code ?? 'EIO').message}\n`)
  terminal.end(isClosed ? exitCodes.closed : exitCodes.file)
}

process.stdout.on('error', onBrokenOutput)
process.stderr.on('error', () => terminal.end(exitCodes.closed))

const code = await runLine(commands, process.argv.slice(2), terminal)
// Not `process.exit`: what was written to a pipe may still be on its way.
process.exitCode = code
