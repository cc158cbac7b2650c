import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Folders that git does not know. */
const leftOut = new Set(['node_modules', '.git', 'data', 'sdk/dist', 'cli/dist'])

/** All files, as paths from the root. */
export const files: string[] = listFiles(root)

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (leftOut.has(relative(root, path)) || entry.name === 'node_modules') return []
    return entry.isDirectory() ? listFiles(path) : [relative(root, path)]
  })
}

/** All folders, as paths from the root. */
export const folders: ReadonlySet<string> = new Set(
  files.flatMap((file) => {
    const parts = file.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)

export interface MarkdownFile {
  path: string
  text: string
}

export const markdownFiles: MarkdownFile[] = files
  .filter((file) => file.endsWith('.md'))
  .map((path) => ({ path, text: readRepositoryFile(path) }))

export function readRepositoryFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
