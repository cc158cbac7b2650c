import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export interface SourceFile {
  /** From the root of the repository. */
  path: string
  text: string
}

export const serverSource = 'server/src'

export const isTest = ({ path }: SourceFile): boolean => path.endsWith('.test.ts')
export const consoleSource = 'console/src'
export const cliSource = 'cli/src'
export const limitsFile = 'contract/src/limits.ts'
export const isConsole = ({ path }: SourceFile): boolean => path.startsWith(`${consoleSource}/`)
export const isServer = ({ path }: SourceFile): boolean => path.startsWith(`${serverSource}/`)
/** What a user runs. */
export const isProduct = (file: SourceFile): boolean =>
  (isServer(file) || /^(?:contract|sdk|mcp|cli|console)\/src\//.test(file.path)) && !isTest(file)

/** Folders of what is not written here: packages, data, what is built, and the pictures that tests make. */
const leftOut = new Set(['node_modules', 'data', 'dist', 'shots'])

/** The paths of all files, from the root. */
export function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.has(entry.name) || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
}

export function readSourceFiles(root: string): SourceFile[] {
  const paths = listFiles(root).filter((path) => /\.tsx?$/.test(path))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** What a file imports, as it is written there. */
export function specifiersOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
}

/** What a file imports of ours, as paths from the root. */
export function importsOf(file: SourceFile): string[] {
  const { path } = file
  return specifiersOf(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) return [join(dirname(path), specifier)]
    const [, folder, file] = /^@polegraph\/(contract|sdk|mcp)\/(.+)$/.exec(specifier) ?? []
    return folder ? [`${folder}/src/${file}`] : []
  })
}

/** The folder of a file of the server, from `server/src`; `.` for the files on top. */
export function folderOf(path: string): string {
  return relative(serverSource, dirname(path)) || '.'
}

/** The folder of a capability: the first part of the path. */
export function sliceOf(path: string): string {
  return folderOf(path).split('/')[0] as string
}
