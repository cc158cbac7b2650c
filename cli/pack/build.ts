import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readPackage, root } from './repository.ts'
import { toJavaScript } from './to-javascript.ts'

// The package: the command line and the service that it starts, as plain JavaScript, because Node strips no types below
// node_modules. This writes it into dist/, in the layout of the repository. `npm run pack` runs it.

const target = resolve(process.argv[2] ?? join(root, 'cli/dist'))

/** Folders of sources. */
const sources = ['cli/src', 'sdk/src', 'contract/src', 'mcp/src', 'server/src', 'demo/src']
/** Files that the service reads when it runs. */
const data = ['server/data', 'server/migrations', 'console/dist', 'demo/web']
/** Documents for people: help and messages name them. */
const documents = ['docs', 'deploy', 'sdk/README.md', 'CHANGELOG.md']
const isTest = (path: string) => path.endsWith('.test.ts')

if (!existsSync(join(root, 'console/dist/index.html'))) {
  process.stderr.write('the console is not built, and the package holds it; run: npm run build\n')
  process.exit(1)
}

rmSync(target, { recursive: true, force: true })
for (const folder of sources) copySources(folder)
for (const folder of [...data, ...documents]) cpSync(join(root, folder), join(target, folder), { recursive: true })
for (const [from, to] of [
  ['cli/bin', 'bin'],
  ['cli/README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
  ['docs/notices.md', 'NOTICES.md'],
] as const) {
  cpSync(join(root, from), join(target, to), { recursive: true })
}
// Read for the versions that they tell.
for (const folder of ['cli', 'server', 'mcp']) {
  const { name, version } = readPackage(folder)
  writeJson(join(folder, 'package.json'), { name, version, private: true, type: 'module' })
}
writeJson('package.json', describePackage())

function copySources(folder: string): void {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name))
    if (!entry.isFile() || isTest(path)) continue
    const to = join(target, path)
    mkdirSync(dirname(to), { recursive: true })
    if (path.endsWith('.ts'))
      writeFileSync(to.replace(/ts$/, 'js'), toJavaScript(path, readFileSync(join(root, path), 'utf8')))
    else cpSync(join(root, path), to)
  }
}

/** The package.json that strangers see. Its dependencies are those of what runs, in the versions that were tested. */
function describePackage() {
  const { name, version, description, license, type, bin, engines } = readPackage('cli')
  const ofRun = ['server', 'contract', 'mcp'].flatMap((folder) =>
    Object.entries(readPackage(folder).dependencies ?? {}),
  )
  const theirs = ofRun.filter(([dependency]) => !dependency.startsWith('@polegraph/'))
  return {
    ...{ name, version, description, license, type, bin, engines },
    // The demo starts the service by it, as in the repository.
    scripts: { start: readPackage('').scripts?.start?.replace(/\.ts$/, '.js') },
    dependencies: Object.fromEntries(theirs.toSorted(([a], [b]) => a.localeCompare(b))),
    // PostgreSQL, and Node 24 for machines with an older one.
    optionalDependencies: { ...readPackage('server').optionalDependencies, ...readPackage('').optionalDependencies },
  }
}

function writeJson(path: string, value: object): void {
  writeFileSync(join(target, path), `${JSON.stringify(value, null, 2)}\n`)
}
