import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackageDescription, root } from './repository.ts'

// The lock of the package: the very packages that were tested, with their hashes, for everybody who installs it. The lock of
// the repository knows them at the places that its folders need; here each gets the place that the package needs.

interface LockedPackage extends Pick<PackageDescription, 'dependencies' | 'optionalDependencies'> {
  peerDependencies?: Record<string, string>
  [field: string]: unknown
}

type Lock = Record<string, LockedPackage>

/** Where a package of the lock goes: its place in the tree of the package. */
interface Placed {
  place: string
  from: string
}

const placeOf = (place: string, name: string) => `${place === '' ? '' : `${place}/`}node_modules/${name}`

export function writeShrinkwrap(description: PackageDescription) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  const { name, version } = description
  const tree = layOut(packages, description)
  const entries = [...tree]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([place, from]) => [place, plain(packages, from)])
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': description, ...Object.fromEntries(entries) },
  }
}

/** Places, and what of the lock stands there: on top where the name is free, else below whoever needs it. */
function layOut(lock: Lock, description: PackageDescription): Map<string, string> {
  const tree = new Map<string, string>()
  const waiting: Placed[] = []
  const put = (place: string, from: string) => {
    tree.set(place, from)
    waiting.push({ place, from })
  }
  const own = { ...description.dependencies, ...description.optionalDependencies }
  for (const name of Object.keys(own)) put(placeOf('', name), locate(lock, 'server', name) ?? missing(name))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { place, from } = next
    const { dependencies, optionalDependencies, peerDependencies } = lock[from] as LockedPackage
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const wanted = locate(lock, from, name)
      // A peer that nobody has asked for.
      if (wanted === undefined) continue
      const seen = locate(tree, place, name)
      if (seen === undefined) put(placeOf('', name), wanted)
      else if (tree.get(seen) !== wanted) put(placeOf(place, name), wanted)
    }
  }
  return tree
}

/** Where Node finds a package from a place: beside it, or beside a folder above. */
function locate(places: Lock | Map<string, string>, from: string, name: string): string | undefined {
  const has = (place: string) => (places instanceof Map ? places.has(place) : place in places)
  return foldersAbove(from)
    .map((folder) => placeOf(folder, name))
    .find(has)
}

/** `a/node_modules/b` is in `a`, which is in the root. */
function foldersAbove(folder: string): string[] {
  if (folder === '') return ['']
  const at = folder.lastIndexOf('/node_modules/')
  return [folder, ...foldersAbove(at < 0 ? '' : folder.slice(0, at))]
}

const missing = (name: string): never => {
  throw new Error(`${name} is not in package-lock.json`)
}

/** Without what the entry was in the repository. */
function plain(lock: Lock, from: string): LockedPackage {
  const { dev: _, devOptional: __, peer: ___, ...entry } = lock[from] as LockedPackage
  return entry
}
