import { importsOf, isProduct, type SourceFile } from './source-file.ts'

/** Circles of files, types included: a reader of one file would have to know all of them. */
export function findCircles(files: SourceFile[]): string[] {
  const product = new Map(files.filter(isProduct).map((file) => [file.path, file]))
  const done = new Set<string>()
  const mistakes: string[] = []
  const visit = (file: SourceFile, way: string[]) => {
    const at = way.indexOf(file.path)
    if (at >= 0) {
      mistakes.push(`${way.slice(at).join(' -> ')} -> ${file.path}: a circle of files`)
      return
    }
    if (done.has(file.path)) return
    for (const path of importsOf(file)) {
      const imported = product.get(path)
      if (imported) visit(imported, [...way, file.path])
    }
    done.add(file.path)
  }
  for (const file of product.values()) visit(file, [])
  return mistakes
}
