#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// In the package the command line is plain JavaScript. In the repository it is TypeScript, for which Node must be 24: an
// older one hands over to the Node that npm has installed.

const major = Number(process.versions.node.split('.')[0])
const source = new URL('../src/main.ts', import.meta.url)

if (major < 20) {
  process.stderr.write(`polegraph: Node 20 or later is needed, this is ${process.versions.node}\n`)
  process.exitCode = 78
} else if (!existsSync(source)) {
  await import('../cli/src/main.js')
} else if (major >= 24) {
  await import(source.href)
} else {
  const node = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/bin/node`)
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; the other decides what it means.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // Whoever was ended by a signal has no code; shells call it 128 and the number of the signal.
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}
