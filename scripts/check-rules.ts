import { resolve } from 'node:path'
import { findMistakes } from './rules/find-mistakes.ts'
import { readSourceFiles } from './rules/source-file.ts'

// Rules that neither the compiler nor the linter knows. Run by `npm run check`.

const mistakes = findMistakes(readSourceFiles(resolve(import.meta.dirname, '..')))
for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)
