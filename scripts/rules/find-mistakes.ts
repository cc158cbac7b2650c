import { findCircles } from './circles.ts'
import { checkExports } from './exports.ts'
import { checkFile } from './files.ts'
import { checkFunctions } from './functions.ts'
import { checkImports } from './imports.ts'
import type { SourceFile } from './source-file.ts'
import { checkTableWriters } from './tables.ts'
import { checkWords } from './words.ts'

/** Every breach of a rule, as a line that names the file. */
export function findMistakes(files: SourceFile[]): string[] {
  return [
    ...files.flatMap(checkFile),
    ...files.flatMap(checkFunctions),
    ...files.flatMap(checkImports),
    ...files.flatMap(checkWords),
    ...findCircles(files),
    ...checkExports(files),
    ...checkTableWriters(files),
  ]
}
