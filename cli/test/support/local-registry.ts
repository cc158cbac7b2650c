import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { root } from './command-line.ts'

// A registry of npm on this machine, with the packages that are installed in the repository: what a stranger's npm asks for
// when it installs the package. Its tarballs are made of the installed folders when they are asked for.

interface Locked {
  version?: string
  link?: boolean
  [field: string]: unknown
}

interface Version {
  description: object
  /** Undefined where it is for other machines. */
  folder: string | undefined
}

export async function startRegistry(): Promise<{ url: string; asked: string[] }> {
  const packages = readPackages()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tar)?$/.exec(path) ?? []
    const versions = packages.get(name)
    const folder = version === undefined ? undefined : versions?.get(version)?.folder
    if (folder) return void response.end(packFolder(folder))
    if (!versions || version !== undefined) return void response.writeHead(404).end('{}')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(describe(name, versions, `http://${request.headers.host}`)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Every package of the lock, by name and version. */
function readPackages(): Map<string, Map<string, Version>> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Map<string, Version>>()
  for (const [place, locked] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1) ?? ''
    if (!place.includes('node_modules/') || locked.link || !locked.version) continue
    const folder = existsSync(join(root, place)) ? join(root, place) : undefined
    const versions = found.get(name) ?? new Map<string, Version>()
    versions.set(locked.version, { description: locked, folder })
    found.set(name, versions)
  }
  return found
}

function describe(name: string, versions: Map<string, Version>, url: string): object {
  const described = [...versions].map(([version, { description }]) => {
    const { integrity: _, ...fields } = description as Locked
    return [version, { ...fields, name, version, dist: { tarball: `${url}/${name}/-/${version}.tar` } }]
  })
  return { name, 'dist-tags': { latest: [...versions.keys()].at(-1) }, versions: Object.fromEntries(described) }
}

const mostBytes = 400 * 1024 * 1024

/** As npm packs it, without the packages inside. */
function packFolder(folder: string): Buffer {
  const name = basename(folder)
  const args = [
    '-c',
    '--exclude',
    `${name}/node_modules`,
    '--transform',
    `s,^${name},package,`,
    '-C',
    dirname(folder),
    name,
  ]
  return execFileSync('tar', args, { maxBuffer: mostBytes })
}
