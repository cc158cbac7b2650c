import { commands } from './command-table.ts'
import { exitCodes } from './exit-codes.ts'
import { ofFile } from './failure.ts'
import { runLine } from './run-line.ts'
import { processTerminal } from './terminal.ts'

// The process of one command: its streams, and its end.

/** Whoever read the output may be gone (`| head`), or the disk that it goes to is full. */
function onBrokenOutput(error: Error & { code?: string }): never {
  if (error.code === 'EPIPE') process.exit(exitCodes.closed)
  process.stderr.write(`polegraph: ${ofFile(error.code ?? 'EIO').message}\n`)
  process.exit(exitCodes.file)
}

process.stdout.on('error', onBrokenOutput)
process.stderr.on('error', () => process.exit(exitCodes.closed))

const code = await runLine(commands, process.argv.slice(2), processTerminal())
// Not `process.exit`: what was written to a pipe may still be on its way.
process.exitCode = code
