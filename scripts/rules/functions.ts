import { parseSync, Visitor } from 'vite'
import { isTest, type SourceFile } from './source-file.ts'

const maxLines = 80
/** Where functions were longer before the rule. */
const longFunctions = /^bench\/src\//

/** A function is read at a glance. Tests are tables, as long as what they list. */
export function checkFunctions(file: SourceFile): string[] {
  const { path, text } = file
  if (isTest(file) || /(?:^|\/)test\//.test(path) || longFunctions.test(path)) return []
  if (linesOf(text) <= maxLines) return []
  const mistakes: string[] = []
  const check = ({ start, end }: { start: number; end: number }) => {
    const lines = linesOf(text.slice(start, end))
    const at = linesOf(text.slice(0, start))
    if (lines > maxLines) mistakes.push(`${path}:${at}: a function of ${lines} lines; split it (at most ${maxLines})`)
  }
  const visitor = new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  })
  visitor.visit(parseSync(path, text).program)
  return mistakes
}

const linesOf = (text: string) => text.split('\n').length
