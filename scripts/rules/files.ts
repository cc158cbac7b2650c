import { basename, dirname } from 'node:path'
import { cliSource, isConsole, isProduct, limitsFile, type SourceFile, serverSource } from './source-file.ts'

const forbiddenNames = /^(utils?|helpers?|common|lib|manager|service|base|index)\.tsx?$/
/** Words behind the name of a test say where it runs (CONTRIBUTING.md): any other would have no effect. */
const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.config|(\.database)?(\.long)?\.test)?\.tsx?$/
const maxLines = 400
const maxFiles = 20
/** Files that read the environment: those of the service, of the commands of the system, and of the command line. */
const environmentFiles = [
  `${serverSource}/settings/config.ts`,
  `${serverSource}/platform/embedded/commands.ts`,
  `${cliSource}/terminal.ts`,
]
/** A bound of a field that is larger than a digit is one of the contract's; a copy of it differs some day. */
const copiedLimit = /\b(?:maxLength|minLength|maxTags|max)=\{\d[\d_]+\}/g
/** Hooks of the library that one hook of the console has around them, so that all pages behave alike. */
const wrappedHooks = [
  ['useMutation', 'console/src/shared/forms/use-action.tsx'],
  ['useInfiniteQuery', 'console/src/shared/lists/use-list.ts'],
] as const
const cacheFile = `${serverSource}/platform/cache.ts`

/** How files are named, how long they get, who reads the environment, who makes a cache, and where forms have their bounds. */
export function checkFile(file: SourceFile): string[] {
  const { path, text } = file
  const name = basename(path)
  const mistakes: string[] = []
  if (!fileName.test(name)) mistakes.push(`${path}: name files in kebab-case`)
  if (forbiddenNames.test(name)) mistakes.push(`${path}: a drawer, not a name; say what is in it`)
  const lines = text.split('\n').length - 1
  if (lines > maxLines) mistakes.push(`${path}: ${lines} lines; split it (at most ${maxLines})`)
  const readsEnvironment = /\bprocess\s*\.\s*env\b|from 'node:process'|\{[^}]*\benv\b[^}]*\} = process\b/.test(text)
  // A browser has no environment: where the console names it, it shows an example.
  if (isProduct(file) && !isConsole(file) && readsEnvironment && !environmentFiles.includes(path)) {
    mistakes.push(`${path}: only ${environmentFiles.join(' and ')} read process.env`)
  }
  if (isProduct(file) && text.includes(`from 'lru-cache'`) && path !== cacheFile) {
    mistakes.push(`${path}: a cache without a bound in bytes; use ${cacheFile}`)
  }
  for (const [copied] of isConsole(file) ? text.matchAll(copiedLimit) : []) {
    mistakes.push(`${path}: ${copied}: take it from ${limitsFile}`)
  }
  for (const [hook, owner] of isConsole(file) ? wrappedHooks : []) {
    if (path !== owner && text.includes(hook)) mistakes.push(`${path}: ${hook}: use ${owner}`)
  }
  return mistakes
}

/** What stands in one folder is read at a glance: rooms by subject are made of more. */
export function checkFolderSizes(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) =>
    count > maxFiles ? [`${folder}: ${count} files; make rooms by subject (at most ${maxFiles})`] : [],
  )
}
