import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkFolderSizes } from './rules/files.ts'
import { findMistakes } from './rules/find-mistakes.ts'
import { listFiles, readSourceFiles } from './rules/source-file.ts'
import { checkVersions } from './rules/versions.ts'

// Rules that neither the compiler nor the linter knows. Run by `npm run check`.

const root = resolve(import.meta.dirname, '..')
const packageOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

const mistakes = [
  ...findMistakes(readSourceFiles(root)),
  ...checkFolderSizes(listFiles(root)),
  ...checkVersions(packageOf('server'), packageOf('bench')),
]
for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)
