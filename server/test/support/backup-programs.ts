import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { sharedCode } from './spawn-service.ts'
import { databaseUrl, runOnServer } from './template.ts'

// Databases without anything in them, and the programs that write a backup and restore one.

export type DatabaseKind = 'embedded' | 'postgresql'

export interface NewDatabase {
  environment: Record<string, string>
  remove(): Promise<void>
}

/** On the server of the tests, or in a folder of its own. */
export async function newDatabase(kind: DatabaseKind): Promise<NewDatabase> {
  if (kind === 'postgresql') {
    const { serverUrl } = inject('template')
    const name = `polegraph_new_${randomBytes(6).toString('hex')}`
    await runOnServer(serverUrl, `create database ${name}`)
    return {
      environment: { DATABASE_URL: databaseUrl(serverUrl, name) },
      remove: () => runOnServer(serverUrl, `drop database ${name} with (force)`),
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-new-'))
  return {
    environment: { DATA_DIR: join(folder, 'data') },
    // The PostgreSQL of a service that was killed is still at it for a moment.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

export interface ProgramEnd {
  code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  done?: any
  failed?: { message: string; code: string }
}

const pathOf = (name: 'backup' | 'restore') => fileURLToPath(new URL(`../../src/programs/${name}.ts`, import.meta.url))

function spawnProgram(
  name: 'backup' | 'restore',
  environment: Record<string, string>,
  { args = [], user }: { args?: string[]; user?: number | undefined } = {},
) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', pathOf(name), ...args], {
    env: { PATH: process.env.PATH, ...(user === undefined && sharedCode()), ...environment },
    ...(user !== undefined && { uid: user, gid: user, cwd: '/' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export type BackupProgram = ReturnType<typeof spawnProgram>

/** As the user, where one is given. */
export const spawnBackup = (environment: Record<string, string>, user?: number) =>
  spawnProgram('backup', environment, { user })
export const spawnRestore = (environment: Record<string, string>, file: string) =>
  spawnProgram('restore', environment, { args: [file] })

/** What it said in the end. */
export async function endOf(child: BackupProgram): Promise<ProgramEnd> {
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  const last = said.trimEnd().split('\n').at(-1) ?? ''
  return { code, ...(last.startsWith('{') ? JSON.parse(last) : { failed: { message: said, code: 'none' } }) }
}

export async function backUp(environment: Record<string, string>, file: string): Promise<ProgramEnd> {
  const child = spawnBackup(environment)
  const [end] = await Promise.all([endOf(child), pipeline(child.stdout, createWriteStream(file))])
  return end
}

export const restore = (environment: Record<string, string>, file: string): Promise<ProgramEnd> =>
  endOf(spawnRestore(environment, file))
