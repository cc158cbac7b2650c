import { isProduct, type SourceFile } from './source-file.ts'

const declaration =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm
const reexport = /^export (?:type )?(?:\{[^}]*\}|\*)(?: as \w+)? from '[^']+'/gm
const bareExport = /^export (?:type )?\{[^}]*\}\s*$/gm
const alias = /^export (?:const|type) (\w+)(?:: [^=\n]+)? = (\w+)$(?!\n\s*[.|&])/gm

/** Packages whose names meet in one file: the console sees the client and the contract, and never the server. */
const readTogether = [/^(?:contract|sdk|mcp|cli|server)\//, /^(?:contract|sdk|console)\//]

/** One owner for each exported name, and no second door to it. */
export function checkExports(files: SourceFile[]): string[] {
  const product = files.filter(isProduct)
  const doubled = readTogether.flatMap((packages) => checkOwners(product.filter(({ path }) => packages.test(path))))
  return [...new Set(doubled), ...product.flatMap(checkSecondDoors)]
}

function checkOwners(files: SourceFile[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name] of text.matchAll(declaration)) {
      const key = name as string
      // Overloads of one function have one owner.
      owners.set(key, (owners.get(key) ?? new Set()).add(path))
    }
  }
  return [...owners].flatMap(([name, paths]) =>
    paths.size > 1 ? [`${name} is exported by ${[...paths].join(' and ')}; one word for one thing`] : [],
  )
}

function checkSecondDoors({ path, text }: SourceFile): string[] {
  const imported = new Set([...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => namesIn(list)))
  const aliases = [...text.matchAll(alias)].filter(([, , target]) => imported.has(target as string))
  const doors = [...text.matchAll(reexport), ...text.matchAll(bareExport), ...aliases]
  return doors.map(([line]) => `${path}: ${line.replaceAll(/\s+/g, ' ')}: import from the owner instead`)
}

const namesIn = (list = '') => list.split(',').map((name) => name.trim().replace(/^type /, ''))
