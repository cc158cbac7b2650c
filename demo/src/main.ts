import { help, readOptions, WrongArguments } from './options.ts'
import { runDemo } from './run-demo.ts'

// `npm run demo` and `polegraph demo`: reads the arguments, and ends the demo on a signal.

const exitCodes = { failure: 1, usage: 2 }

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait until the service has stopped.
    if (stopping.signal.aborted) process.exit(exitCodes.failure)
    stopping.abort()
  })
}
// The window was closed, or a program that read has ended: nobody sees what would come.
process.stdout.on('error', () => stopping.abort())

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') process.stdout.write(help)
  else await runDemo({ ...options, output: process.stdout, signal: stopping.signal })
} catch (error) {
  const isUsage = error instanceof WrongArguments
  const message = error instanceof Error ? error.message : error
  process.stderr.write(isUsage ? `${message}; --help lists the options\n` : `${message}\n`)
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failure
}
