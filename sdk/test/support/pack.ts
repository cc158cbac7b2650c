import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

// The client as a stranger has it: packed, and installed in a folder of its own.

const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../../..')

/** What a shell has that npm did not start: npm tells its scripts the settings of the repository. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const npm = (folder: string, ...args: string[]) => run('npm', args, { cwd: folder, env: environment })

export interface Runtime {
  program: string
  args: string[]
}

/** This Node, and what else is installed: another Node, Deno, Bun. */
export function findRuntimes(): [string, Runtime][] {
  const others = { node: [], deno: ['run', '--allow-net'], bun: ['run'] }
  const found = Object.entries(others).flatMap(([name, args]): [string, Runtime][] => {
    const program = findProgram(name)
    return program === undefined || isTooOld(program) ? [] : [[`the ${name} of the path`, { program, args }]]
  })
  return [['this Node', { program: process.execPath, args: [] }], ...found]
}

/** A program on the path, but not one that npm has installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function isTooOld(program: string): boolean {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return version.startsWith('v') && Number.parseInt(version.slice(1), 10) < 20
}

export interface InstalledClient {
  folder: string
  /** The package itself. */
  packed: string
  /** Paths in the package. */
  files: string[]
  /** Runs a script in the folder; the result is what it prints. */
  run(runtime: Runtime, script: string): Promise<string>
}

/** Packs the client and installs it in an empty folder, without a network. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-client-'))
  afterAll(() => rm(folder, { recursive: true }))
  const built = join(folder, 'built')
  await run(process.execPath, [join(root, 'sdk/pack/build.ts'), built])
  const { stdout } = await npm(folder, 'pack', built, '--json', '--pack-destination', folder)
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error(`npm pack said ${stdout}`)
  const home = join(folder, 'stranger')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(home, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename))
  return {
    folder: home,
    packed: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    run: async ({ program, args }, script) => {
      await writeFile(join(home, 'script.js'), script)
      return (await run(program, [...args, 'script.js'], { cwd: home, env: environment })).stdout
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
