import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface PackageDescription {
  name: string
  version: string
  description?: string
  license?: string
  type?: string
  bin?: Record<string, string>
  engines?: Record<string, string>
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The description of a package of the repository; that of the root for ''. */
export const readPackage = (folder: string): PackageDescription =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
