import { help, readOptions, WrongArguments } from './options.ts'
import { runDemo } from './run-demo.ts'

// `npm run demo` and `polegraph demo`: reads the arguments, and ends the demo on a signal.

const exitCodes = { failure: 1, usage: 2, pipe: 141 }

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait until the service has stopped.
    if (stopping.signal.aborted) process.exit(exitCodes.failure)
    stopping.abort()
  })
}

// The command line that has started it was killed.
process.once('disconnect', () => stopping.abort())
process.channel?.unref()

// Whoever reads has gone, as `| head` does: nobody sees the rest, and nothing may be left behind.
process.stdout.on('error', () => {
  process.exitCode = exitCodes.pipe
  stopping.abort()
})

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
