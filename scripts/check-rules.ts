import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

// Rules that neither the compiler nor the linter knows: who may import whom, who writes which table,
// who reads the environment, how files are named and how long they get. Run by `npm run check`.

const root = resolve(import.meta.dirname, '..')
const serverSource = 'server/src'

/** Folders of the server, lowest first. A folder imports from lower tiers only; `.` are the files on top. */
const tiers = [
  ['platform', 'language'],
  ['web', 'facts'],
  ['model', 'dates', 'places'],
  ['reader'],
  ['events', 'budget', 'resolution'],
  ['projects'],
  ['keys', 'sessions'],
  ['access'],
  ['gate'],
  ['domains', 'claims', 'recipes'],
  ['graph'],
  ['queue'],
  ['frontier'],
  ['crawl', 'scorecard'],
  ['sources'],
  ['pipeline'],
  ['webhooks', 'shares', 'feedback', 'status'],
  ['.'],
]

/** Files of a slice that are its own business. */
const privateFiles = /^(queries|routes|jobs)\.ts$/
const forbiddenNames = /^(utils?|helpers?|common|lib|manager|service|base|index)\.ts$/
const maxLines = 400

const mistakes: string[] = []

for (const file of listFiles(root)) {
  const text = readFileSync(join(root, file), 'utf8')
  checkName(file)
  checkLength(file, text)
  checkEnvironment(file, text)
  for (const imported of importsOf(file, text)) checkImport(file, imported)
}
checkTableWriters()
checkVersions()

for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.') || entry.name === 'data') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(path)
    return entry.name.endsWith('.ts') ? [relative(root, path)] : []
  })
}

function checkName(file: string): void {
  const name = basename(file)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.config)?\.ts$/.test(name)) mistakes.push(`${file}: name files in kebab-case`)
  if (forbiddenNames.test(name)) mistakes.push(`${file}: a drawer, not a name; say what is in it`)
}

function checkLength(file: string, text: string): void {
  const lines = text.split('\n').length - 1
  if (lines > maxLines) mistakes.push(`${file}: ${lines} lines; split it (at most ${maxLines})`)
}

function checkEnvironment(file: string, text: string): void {
  const production = file.startsWith(`${serverSource}/`) || file.startsWith('contract/src/')
  if (production && text.includes('process.env') && file !== `${serverSource}/config.ts`) {
    mistakes.push(`${file}: only ${serverSource}/config.ts reads process.env`)
  }
}

/** What a file imports of ours, as paths from the root. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [join(dirname(file), specifier)]
    const contract = /^@polegraph\/contract\/(.+)$/.exec(specifier)
    return contract ? [`contract/src/${contract[1]}`] : []
  })
}

function checkImport(file: string, imported: string): void {
  const from = file.split('/')[0]
  const to = imported.split('/')[0]
  if (from === 'contract' && to !== 'contract') mistakes.push(`${file}: the contract imports nothing of ours`)
  const mayImportServer = from === 'server' || from === 'bench' || from === 'scripts'
  if (to === 'server' && !mayImportServer) mistakes.push(`${file}: nobody imports the server`)
  if (!file.startsWith(`${serverSource}/`) || !imported.startsWith(`${serverSource}/`)) return
  if (file.endsWith('.test.ts')) return
  const here = sliceOf(file)
  const there = sliceOf(imported)
  if (here === there) return
  if (tierOf(file, here) <= tierOf(imported, there)) mistakes.push(`${file}: ${here} must not import ${imported}`)
  if (here !== '.' && privateFiles.test(basename(imported)) && there !== 'platform') {
    mistakes.push(`${file}: ${imported} is private to its folder`)
  }
}

function sliceOf(file: string): string {
  const parts = relative(serverSource, file).split('/')
  return parts.length === 1 ? '.' : (parts[0] as string)
}

function tierOf(file: string, slice: string): number {
  const tier = tiers.findIndex((folders) => folders.includes(slice))
  if (tier < 0) mistakes.push(`${file}: give the folder ${slice} its tier in scripts/check-rules.ts`)
  return tier
}

/** Each table has one writing folder, so that its rules have one home. */
function checkTableWriters(): void {
  const writers = new Map<string, Set<string>>()
  for (const file of listFiles(join(root, serverSource))) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, file), 'utf8')
    for (const match of text.matchAll(/\b(?:insert into|delete from|update) ([a-z_]+)(?= |\n)/g)) {
      const table = match[1] as string
      // `on conflict … do update set`, `for update skip locked`, `for update of`.
      if (['set', 'skip', 'of'].includes(table)) continue
      writers.set(table, (writers.get(table) ?? new Set()).add(sliceOf(file)))
    }
  }
  for (const [table, slices] of writers) {
    if (slices.size > 1) mistakes.push(`table ${table} is written by ${[...slices].join(' and ')}; give it one writer`)
  }
}

/** bench/ has a lock of its own. A package that it shares with the service must be the same one, or it measures another. */
function checkVersions(): void {
  const dependenciesOf = (folder: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).dependencies
  const ofServer = dependenciesOf('server')
  for (const [name, version] of Object.entries(dependenciesOf('bench'))) {
    const wanted = ofServer[name]
    if (wanted && wanted !== version) mistakes.push(`bench/package.json: ${name} ${version}; the server has ${wanted}`)
  }
}
