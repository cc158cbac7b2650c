import { basename, dirname, join } from 'node:path'
import {
  cliSource,
  consoleSource,
  folderOf,
  importsOf,
  isConsole,
  isServer,
  isTest,
  limitsFile,
  type SourceFile,
  serverSource,
  sliceOf,
  specifiersOf,
} from './source-file.ts'
import { consoleTiers, tiers } from './tiers.ts'

/** Files of a slice that are its own business. */
const privateFiles = /^((.+-)?queries|routes|jobs)\.ts$/

/** Who may import whom. */
export function checkImports(file: SourceFile): string[] {
  const imports = importsOf(file)
  return [
    ...imports.flatMap((imported) => checkPackages(file, imported)),
    ...checkFolders(file, imports),
    ...imports.flatMap((imported) => checkConsole(file, imported)),
    ...checkDemo(file),
    ...imports.flatMap((imported) => checkCommandLine(file, imported)),
  ]
}

/** The demo knows the service as a stranger does, by its client, and is run by Node alone. */
function checkDemo(file: SourceFile): string[] {
  if (!file.path.startsWith('demo/src/')) return []
  const isOwn = (specifier: string) =>
    specifier.startsWith('.') && join(dirname(file.path), specifier).startsWith('demo/src/')
  const others = specifiersOf(file).filter(
    (specifier) => !/^(?:node:|@polegraph\/sdk\/)/.test(specifier) && !isOwn(specifier),
  )
  return others.map((specifier) => `${file.path}: the demo imports only the client and Node, not ${specifier}`)
}

/** The console knows the service by its client and the contract's limits, and a page knows no other page. */
function checkConsole(file: SourceFile, imported: string): string[] {
  if (!isConsole(file)) return []
  const { path } = file
  if (!imported.startsWith(`${consoleSource}/`)) {
    const isKnown = imported.startsWith('sdk/src/') || imported === limitsFile
    return isKnown ? [] : [`${path}: the console imports only the client and the limits, not ${imported}`]
  }
  const [here, there] = [path, imported].map((file) => file.slice(consoleSource.length + 1).split('/'))
  const tierAt = (parts: string[] | undefined) =>
    parts?.length === 1 ? consoleTiers.length : consoleTiers.indexOf(parts?.[0] ?? '')
  if (tierAt(here) < 0) return [`${path}: give the folder ${here?.[0]} its tier in scripts/rules/tiers.ts`]
  const isOtherPage = here?.[0] === 'pages' && there?.[0] === 'pages' && here[1] !== there[1]
  if (isOtherPage) return [`${path}: a page does not import another page, ${imported}`]
  return tierAt(here) < tierAt(there) ? [`${path}: ${here?.[0]} must not import ${imported}`] : []
}

/** The command line knows the service by its client alone, and a command knows others by what they share. */
function checkCommandLine({ path }: SourceFile, imported: string): string[] {
  if (!path.startsWith(`${cliSource}/`)) return []
  if (!imported.startsWith(`${cliSource}/`)) {
    const isClient = imported.startsWith('sdk/src/') || imported === 'mcp/src/stdio.ts'
    return isClient ? [] : [`${path}: the command line imports only the client, not ${imported}`]
  }
  const isCommand = (file: string) => file.startsWith(`${cliSource}/commands/`)
  return isCommand(imported) && path !== `${cliSource}/command-table.ts`
    ? [`${path}: only the table of commands imports ${imported}`]
    : []
}

function checkPackages({ path }: SourceFile, imported: string): string[] {
  const from = path.split('/')[0] as string
  const to = imported.split('/')[0]
  if (from === 'contract' && to !== 'contract') return [`${path}: the contract imports nothing of ours`]
  const isForMcp = ['mcp/src/', 'sdk/src/', 'contract/src/'].some((folder) => imported.startsWith(folder))
  if (path.startsWith('mcp/src/') && !isForMcp) return [`${path}: mcp knows the service by its client, not ${imported}`]
  // The tests of a client start a service.
  const mayImportServer = ['server', 'bench', 'scripts'].includes(from) || path.startsWith(`${from}/test/`)
  if (to === 'server' && !mayImportServer) return [`${path}: nobody imports the server`]
  return []
}

function checkFolders(file: SourceFile, imports: string[]): string[] {
  if (!isServer(file) || isTest(file)) return []
  const { path } = file
  const here = folderOf(path)
  const tier = tierOf(here)
  if (tier < 0) return [`${path}: give the folder ${here} its tier in scripts/rules/tiers.ts`]
  return imports.flatMap((imported) => {
    // A page gives the API to what speaks another protocol.
    const folders = [`${serverSource}/`, 'contract/src/', ...(here === 'pages' ? ['mcp/src/'] : [])]
    const isProductPath = folders.some((folder) => imported.startsWith(folder))
    const isAsset = !imported.endsWith('.ts')
    if (imported.endsWith('.test.ts') || !(isProductPath || isAsset)) {
      return [`${path}: the server does not import ${imported}, which users do not run`]
    }
    if (!imported.startsWith(`${serverSource}/`)) return []
    const there = folderOf(imported)
    const mistakes: string[] = []
    if (here !== there && tier <= tierOf(there)) mistakes.push(`${path}: ${here} must not import ${imported}`)
    const isForeign = sliceOf(path) !== sliceOf(imported) && here !== 'service'
    if (isForeign && privateFiles.test(basename(imported)) && sliceOf(imported) !== 'platform') {
      mistakes.push(`${path}: ${imported} is private to its slice`)
    }
    return mistakes
  })
}

const tierOf = (folder: string) => tiers.findIndex((folders) => folders.includes(folder))
