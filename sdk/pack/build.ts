import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeTypes } from './write-types.ts'

// The package holds plain JavaScript and its types: this writes them into dist/, or the folder that is named. `npm pack` runs it.

const folder = resolve(import.meta.dirname, '..')
const source = join(folder, 'src')
const target = resolve(process.argv[2] ?? join(folder, 'dist'))
const compiler = resolve(folder, '../node_modules/typescript/bin/tsc')

/** Inferred from the contract in the repository, and written out in the package. */
const inferred = 'contract-types.ts'

/** Here each name is imported from the file that has it; strangers get one door. */
const entry = `export type * from './call-options.js'
export type * from './contract-types.js'
export type { StreamOptions } from './event-stream.js'
export { Polegraph } from './polegraph.js'
export { PolegraphError } from './polegraph-error.js'
export type { PolegraphOptions } from './transport.js'
export { type ReceivedDelivery, verifyWebhook, WebhookError } from './verify-webhook.js'
export type { WaitOptions } from './wait-for-run.js'
`

const options = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.asynciterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  declaration: true,
  verbatimModuleSyntax: true,
  noEmitOnError: true,
  rootDir: '.',
  outDir: target,
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target)
const scratch = mkdtempSync(join(tmpdir(), 'polegraph-sdk-'))
try {
  for (const name of readdirSync(source).filter((name) => name !== inferred)) {
    const text = readFileSync(join(source, name), 'utf8')
    writeFileSync(join(scratch, name), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(scratch, 'index.ts'), entry)
  writeFileSync(join(scratch, 'contract-types.d.ts'), writeTypes())
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  execFileSync(process.execPath, [compiler, '-p', scratch], { stdio: ['ignore', 'inherit', 'inherit'] })
  copyFileSync(join(scratch, 'contract-types.d.ts'), join(target, 'contract-types.d.ts'))
  copyFileSync(resolve(folder, '../LICENSE'), join(target, 'LICENSE'))
  // Nothing but types.
  rmSync(join(target, 'call-options.js'))
} finally {
  rmSync(scratch, { recursive: true })
}
