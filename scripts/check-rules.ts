import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkFolderSizes } from './rules/files.ts'
import { findMistakes } from './rules/find-mistakes.ts'
import { listFiles, readSourceFiles } from './rules/source-file.ts'
import { checkRelease, checkVersions } from './rules/versions.ts'

// Rules that neither the compiler nor the linter knows. Run by `npm run check`.

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const packageOf = (folder: string) => JSON.parse(read(join(folder, 'package.json')))
const files = listFiles(root)
/** The text of the files that a pattern fits, by path. */
const textsOf = (pattern: RegExp) =>
  Object.fromEntries(files.filter((path) => pattern.test(path)).map((path) => [path, read(path)]))
const packages = Object.entries(textsOf(/^(?:\w+\/)?package\.json$/)).map(([path, text]) => [path, JSON.parse(text)])

const mistakes = [
  ...findMistakes(readSourceFiles(root)),
  ...checkFolderSizes(files),
  ...checkVersions(packageOf('server'), packageOf('bench')),
  ...checkRelease(Object.fromEntries(packages), textsOf(/\.md$/)),
]
for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)
