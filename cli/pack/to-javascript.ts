import { stripTypeScriptTypes } from 'node:module'
import { dirname, relative } from 'node:path'

// Types become spaces, so lines and columns stay those of the sources, and what is imported gets its new name.

const specifier = /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'((?:\.\.?\/|@polegraph\/)[^']+\.ts)'/g

/** A source file as JavaScript. `path` is that from the root of the repository. */
export function toJavaScript(path: string, text: string): string {
  const plain = stripTypeScriptTypes(text, { mode: 'strip' })
  return plain.replace(specifier, (_, before: string, imported: string) => {
    return `${before}'${pathOf(path, imported).replace(/\.ts$/, '.js')}'`
  })
}

/** Packages of the repository are folders beside each other. */
function pathOf(path: string, imported: string): string {
  const [, name, file] = /^@polegraph\/(contract|sdk|mcp)\/(.+)$/.exec(imported) ?? []
  if (name === undefined) return imported
  const found = relative(dirname(path), `${name}/src/${file}`)
  return found.startsWith('.') ? found : `./${found}`
}
