import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

// The client as a stranger has it: packed, and installed in a folder of its own.

const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../../..')

/** What a shell has that npm did not start: npm tells its scripts the settings of the repository. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const npm = (folder: string, ...args: string[]) => run('npm', args, { cwd: folder, env: environment })

export interface InstalledClient {
  folder: string
  /** Paths in the package. */
  files: string[]
  /** Runs a file in the folder, on this Node; the result is what it prints. */
  run(name: string, text: string): Promise<string>
}

/** Packs the client and installs it in an empty folder, without a network. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-client-'))
  afterAll(() => rm(folder, { recursive: true }))
  const { stdout } = await npm(join(root, 'sdk'), 'pack', '--json', '--pack-destination', folder)
  // What the build prints comes before.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error(`npm pack said ${stdout}`)
  const home = join(folder, 'stranger')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(home, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename))
  return {
    folder: home,
    files: packed.files.map(({ path }) => path),
    run: async (name, text) => {
      await writeFile(join(home, name), text)
      return (await run(process.execPath, [name], { cwd: home, env: environment })).stdout
    },
  }
}

/** What a compiler says about a file; empty when it is content. */
export async function compile(tsc: string, folder: string, options: object, files: string[]): Promise<string> {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = { module: 'nodenext', noEmit: true, strict: true, ...options }
  await writeFile(config, JSON.stringify({ compilerOptions, files }))
  const { stdout } = await run(process.execPath, [tsc, '-p', config], { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  )
  return stdout
}
