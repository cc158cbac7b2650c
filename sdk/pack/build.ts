import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeTypes } from './write-types.ts'

// The package holds plain JavaScript and its types, as modules and, in cjs/, for `require`: this writes it into dist/, or the
// folder that is named. Packed is that folder, because here the package also has doors to its sources, for its neighbours.

const folder = resolve(import.meta.dirname, '..')
const source = join(folder, 'src')
const target = resolve(process.argv[2] ?? join(folder, 'dist'))
const compiler = resolve(folder, '../tools/node_modules/typescript-7/bin/tsc')

/** Inferred from the contract in the repository, and written out in the package. */
const inferred = 'contract-types.ts'

/** Here each name is imported from the file that has it; strangers get one door. */
const entry = `export type * from './call-options.js'
export type * from './contract-types.js'
export type { EventStreamOptions, StreamOptions } from './event-stream.js'
export { Polegraph } from './polegraph.js'
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  PolegraphError,
  RateLimitError,
  ServerError,
} from './polegraph-error.js'
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
  noEmitOnError: true,
  rootDir: '.',
}

/** The package.json of the package: its description, and the files that `import` and `require` find. */
function describePackage(): object {
  const { name, version, description, keywords, license, repository, homepage, bugs, sideEffects, engines } =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    ...{ name, version, description, keywords, license, repository, homepage, bugs },
    ...{ type: 'module', sideEffects, engines },
    // For resolution that does not know `exports`.
    ...{ main: './cjs/index.js', types: './cjs/index.d.ts' },
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

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
  for (const [type, outDir] of [
    ['module', target],
    ['commonjs', join(target, 'cjs')],
  ] as const) {
    const compilerOptions = { ...options, verbatimModuleSyntax: type === 'module', outDir }
    writeFileSync(join(scratch, 'package.json'), json({ type }))
    writeFileSync(join(scratch, 'tsconfig.json'), json({ compilerOptions, include: ['*.ts'] }))
    execFileSync(process.execPath, [compiler, '-p', scratch], { stdio: ['ignore', 'inherit', 'inherit'] })
    copyFileSync(join(scratch, 'contract-types.d.ts'), join(outDir, 'contract-types.d.ts'))
    // Nothing but types.
    rmSync(join(outDir, 'call-options.js'))
    writeFileSync(join(outDir, 'package.json'), json(outDir === target ? describePackage() : { type }))
  }
  copyFileSync(resolve(folder, '../LICENSE'), join(target, 'LICENSE'))
  copyFileSync(join(folder, 'README.md'), join(target, 'README.md'))
} finally {
  rmSync(scratch, { recursive: true })
}
