import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EventLog } from '../../server/src/events/event-log.ts'
import { deliveryHeaders, newWebhookSecret } from '../../server/src/webhooks/signature.ts'
import { pageUpdate } from '../../server/test/support/event-entries.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { Polegraph } from '../src/polegraph.ts'
import { compile, findRuntimes, installClient, root } from './support/pack.ts'

// What a stranger gets: packed, installed in an empty folder, compiled against and run.

const { url, service, makeProject } = await startTestService()
const client = await installClient()
const readPacked = (path: string) => readFile(join(client.folder, 'node_modules/@polegraph/sdk', path), 'utf8')

const tsc = join(root, 'tools/node_modules/typescript-7/bin/tsc')
/** Another version of the compiler, where `npm ci --prefix tools` has brought it. */
const olderTsc = join(root, 'tools/node_modules/typescript/bin/tsc')

const [publint, attw] = ['publint/src/cli.js', '@arethetypeswrong/cli/dist/index.js'].map((path) =>
  join(root, 'tools/node_modules', path),
) as [string, string]

const typedUse = `
import { type Entity, Polegraph, PolegraphError, type StreamedEvent, verifyWebhook } from '@polegraph/sdk'

const polegraph = new Polegraph({ url: 'http://127.0.0.1:1', key: 'svc_' })

export async function names(domainId: string): Promise<string[]> {
  const found: Entity[] = []
  for await (const entity of polegraph.entities.list(domainId, { kind: ['person', 'event'], has: 'when', limit: 10 })) {
    found.push(entity)
  }
  const { entities, total } = await polegraph.entities.list(domainId, { attr: { role: 'captain' } })
  const { data, response } = await polegraph.entities.get(domainId, 'id').withResponse()
  const etag: string | null = response.headers.get('etag')
  const count: number = total + entities.length
  return [...found.map(({ name }) => name), data.name, String(etag), String(count)]
}

export async function watch(domainId: string, signal: AbortSignal): Promise<number> {
  for await (const event of polegraph.events(domainId, { signal })) {
    const any: StreamedEvent = event
    if (any.type === 'crawl.finished') return any.data.entities_added
  }
  return 0
}

export const isGone = (error: unknown) => error instanceof PolegraphError && error.code === 'domain_not_found'
export const typeOf = async (body: string, headers: Headers) => (await verifyWebhook({ body, headers, secret: '' })).type

// @ts-expect-error: a domain needs a name
polegraph.domains.create({ description: 'Ports' })
// @ts-expect-error: there is no such field
polegraph.entities.list('id', { color: 'red' })
// @ts-expect-error: the service would make a full key of it
polegraph.keys.create({ scope: 'raed' })
// @ts-expect-error: there is no such code
export const isWrong = (error: PolegraphError) => error.code === 'no_such_code'
`

const { key: ownKey } = await makeProject()
const [domainId] = await Promise.all(
  ['a', 'b', 'c'].map((name) => new Polegraph({ url, key: ownKey }).domains.create({ name }).then(({ id }) => id)),
)
await service.db.transaction((tx) => new EventLog([]).append(tx, domainId as string, [pageUpdate(1), pageUpdate(2)]))

const secret = newWebhookSecret()
const body = JSON.stringify({ id: 'd', type: 'ping', domain_id: 'x', data: {} })
const signed = deliveryHeaders({ id: 'd', body, secret, event_id: null, created_at: '' }, new Date())

/** Uses every part of the client. */
const script = `
  import { Polegraph, PolegraphError, verifyWebhook } from '@polegraph/sdk'
  const polegraph = new Polegraph(${JSON.stringify({ url, key: ownKey })})
  const domainId = ${JSON.stringify(domainId)}
  const names = []
  for await (const domain of polegraph.domains.list({ limit: 1 })) names.push(domain.name)
  const { domains } = await polegraph.domains.list({ limit: 1 })
  const failure = await polegraph.domains.get('none').catch((error) => error)
  const isTyped = failure instanceof PolegraphError
  const file = await polegraph.graph.export(domainId, { format: 'turtle' })
  let text = ''
  for (const reader = file.body.getReader(), decoder = new TextDecoder(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  const events = []
  for await (const { id, type } of polegraph.events(domainId, { since: 0 })) if (events.push(type + ' ' + id) === 2) break
  const ending = new AbortController()
  const onLive = () => ending.abort('enough')
  const aborted = await polegraph.agents({ signal: ending.signal, onLive }).next().catch((reason) => reason)
  const list = ${JSON.stringify(signed)}
  const headers = Object.fromEntries(list.flatMap((name, at) => (at % 2 ? [] : [[name, list[at + 1]]])))
  const received = { body: ${JSON.stringify(body)}, headers, secret: ${JSON.stringify(secret)} }
  const delivery = await verifyWebhook(received)
  const forged = await verifyWebhook({ ...received, body: '{}' }).catch((error) => error)
  console.log(JSON.stringify({
    names: names.sort(),
    pages: domains.length,
    error: { isTyped, status: failure.status, code: failure.code },
    file: text.includes('@prefix'),
    events,
    aborted,
    delivery: delivery.type,
    forged: forged.name,
  }))`

const forBrowsers = {}
const forNode = { lib: ['es2022'], target: 'es2022', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }
const compilers: [string, string, object][] = [
  ['a browser', tsc, forBrowsers],
  ['Node', tsc, forNode],
  ...(existsSync(olderTsc)
    ? [['a browser, by another compiler', olderTsc, forBrowsers] as [string, string, object]]
    : []),
]

describe('the package', () => {
  it('has plain JavaScript and types, and needs nothing else', async () => {
    const { dependencies, peerDependencies } = JSON.parse(await readPacked('package.json'))
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined])
    expect(client.files.filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path))).toEqual([])
    const texts = await Promise.all(client.files.filter((path) => /\.(?:js|ts)$/.test(path)).map(readPacked))
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)/g)].map(([, name]) => name),
    )
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((name) => !name?.startsWith('./'))).toEqual([])
  })

  it('has a door for every way of resolving, and no door to nothing', { timeout: 120_000 }, async () => {
    const { exports, main, types, repository, keywords } = JSON.parse(await readPacked('package.json'))
    expect(Object.keys(exports)).toEqual(['.', './package.json'])
    expect([repository.type, keywords.length > 3]).toEqual(['git', true])
    const paths = JSON.stringify([exports, main, types]).match(/\.\/[\w./-]+/g) ?? []
    for (const path of paths) expect([path, client.files.includes(path.slice(2))]).toEqual([path, true])
    const required = `
      const { Polegraph, NotFoundError } = require('@polegraph/sdk')
      const polegraph = new Polegraph(${JSON.stringify({ url, key: ownKey })})
      polegraph.domains.get('none').catch((error) => console.log(error instanceof NotFoundError))`
    await writeFile(join(client.folder, 'old.cjs'), required)
    const { stdout } = await promisify(execFile)(process.execPath, ['old.cjs'], { cwd: client.folder })
    expect(stdout.trim()).toBe('true')
    const oldUse =
      "import { Polegraph } from '@polegraph/sdk'\nexport const named: Polegraph = new Polegraph({ url: 'x' })\n"
    await writeFile(join(client.folder, 'old.cts'), oldUse)
    expect(await compile(tsc, client.folder, forBrowsers, ['old.cts'])).toBe('')
  })

  it.runIf(existsSync(publint) && existsSync(attw))('is clean to publint and attw', { timeout: 120_000 }, async () => {
    const run = (program: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [program, ...args, client.packed]).catch((failure) => failure)
    expect((await run(publint, 'run', '--strict')).stdout).toContain('All good!')
    expect(await run(attw, '--format', 'ascii')).toMatchObject({ stdout: expect.stringContaining('No problems found') })
  })

  it('is at most 16 KB of compressed script', async () => {
    const scripts = await Promise.all(client.files.filter((path) => /^[\w-]+\.js$/.test(path)).map(readPacked))
    expect(scripts.length).toBeGreaterThan(5)
    const sizes = scripts.map((script) => gzipSync(script).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(16 * 1024)
  })

  it.each(compilers)('compiles for %s', { timeout: 120_000 }, async (_name, compiler, options) => {
    await writeFile(join(client.folder, 'use.ts'), typedUse)
    expect(await compile(compiler, client.folder, options, ['use.ts'])).toBe('')
  })

  it.each(findRuntimes())('runs in %s', async (_name, runtime) => {
    expect(JSON.parse(await client.run(runtime, script))).toEqual({
      names: ['a', 'b', 'c'],
      pages: 1,
      error: { isTyped: true, status: 404, code: 'domain_not_found' },
      file: true,
      events: ['page.update 1', 'page.update 2'],
      aborted: 'enough',
      delivery: 'ping',
      forged: 'WebhookError',
    })
  })

  it('has examples in its README, and in that of the repository, that compile', { timeout: 120_000 }, async () => {
    const readmes = [await readPacked('README.md'), await readFile(join(root, 'README.md'), 'utf8')]
    const examples = [...readmes.join('\n').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text ?? '')
    expect(examples.length).toBeGreaterThan(5)
    const given = `import { Polegraph, PolegraphError, verifyWebhook } from '@polegraph/sdk'
      declare const polegraph: Polegraph, domainId: string, entityId: string, request: Request, secret: string\n`
    const whole = examples.map((text) => (text.includes('import ') ? text : `${given}${text}`))
    const files = whole.map((_, at) => `example-${at}.ts`)
    await Promise.all(
      whole.map((text, at) => writeFile(join(client.folder, `example-${at}.ts`), `${text}\nexport {}\n`)),
    )
    expect(await compile(tsc, client.folder, { target: 'es2022' }, files)).toBe('')
  })
})

/** Compared field by field: mutual assignment would not notice a missing optional field. */
const sameTypes = `
import type * as Inferred from '${join(root, 'sdk/src/contract-types.ts')}'
import type * as Written from '@polegraph/sdk'

type Plain<T> = T extends Response | AbortSignal | ((...args: never[]) => unknown)
  ? 'as it is'
  : T extends readonly (infer Item)[]
    ? number extends T['length'] ? Plain<Item>[] : { [K in keyof T]: Plain<T[K]> }
    : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false
type Same<A, B> = Equal<Plain<A>, Plain<B>>
type ItemOf<T> = T extends AsyncIterable<infer Item> ? Item : 'no list'
type Parts<F> = F extends (...args: infer Args) => infer Result ? [Args, Awaited<Result>, ItemOf<Result>] : never

type Groups = Inferred.CallGroups
type Other<G, F> = G extends keyof Written.CallGroups
  ? F extends keyof Written.CallGroups[G] ? Written.CallGroups[G][F] : 'missing'
  : 'missing'
type Different = {
  [G in keyof Groups]: {
    [F in keyof Groups[G]]: Same<Parts<Groups[G][F]>, Parts<Other<G, F>>> extends true ? never : \`\${G}.\${F & string}\`
  }[keyof Groups[G]]
}[keyof Groups]

type Names = 'PolegraphErrorCode' | 'StreamedEvent' | 'StreamedActivity' | 'WebhookDelivery' | 'Run'
type Others = {
  PolegraphErrorCode: Same<Inferred.PolegraphErrorCode, Written.PolegraphErrorCode>
  StreamedEvent: Same<Inferred.StreamedEvent, Written.StreamedEvent>
  StreamedActivity: Same<Inferred.StreamedActivity, Written.StreamedActivity>
  WebhookDelivery: Same<Inferred.WebhookDelivery, Written.WebhookDelivery>
  Run: Same<Inferred.Run, Written.Run>
}

export const different: never = 0 as unknown as Different
export const otherTypes: Record<Names, true> = 0 as unknown as Others
// The comparison notices a field that is missing, and one that is optional.
export const missing: false = 0 as unknown as Same<{ a: string; b?: number }, { a: string }>
export const optional: false = 0 as unknown as Same<{ a: string }, { a?: string }>
// @ts-expect-error: the inferred types are none of 'any'
export const typed: number = 0 as unknown as Parts<Groups['domains']['create']>
`

// It takes half a minute of a core, and the database has no part in it: once is enough where the suite runs on two.
describe('the types of the package', () => {
  it('are those of the contract', { timeout: 300_000 }, async () => {
    await writeFile(join(client.folder, 'same.ts'), sameTypes)
    const options = { allowImportingTsExtensions: true, skipLibCheck: true, target: 'es2024', lib: ['es2024', 'dom'] }
    expect(await compile(tsc, client.folder, options, ['same.ts'])).toBe('')
  })
})
