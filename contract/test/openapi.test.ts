import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { errors } from '../src/errors.ts'
import { buildOpenapi, errorsOf } from '../src/openapi.ts'
import type { Route } from '../src/route.ts'
import { routes } from '../src/routes.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const document = buildOpenapi({ version: '0.0.0', server_url: 'http://127.0.0.1:8080' })
const folder = await mkdtemp(join(tmpdir(), 'polegraph-openapi-'))
const file = join(folder, 'openapi.json')
await writeFile(file, JSON.stringify(document))
afterAll(() => rm(folder, { recursive: true }))

interface Operation {
  summary?: string
  description?: string
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string }; examples?: object }> }>
}
const schemas = (document.components as { schemas: Record<string, { examples?: unknown[] }> }).schemas
const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
)

describe('the OpenAPI description', () => {
  it('passes the linter without an error or a warning', { timeout: 60_000 }, async () => {
    const cli = join(require.resolve('@redocly/cli/package.json'), '../bin/cli.js')
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await run(process.execPath, [cli, 'lint', file, '--format', 'json'], { env: environment })
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: object[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  // It takes ten seconds of a core, and the database has no part in it: once is enough where the suite runs on two.
  it.runIf(process.env.TEST_DATABASE_URL)('generates a typed client', { timeout: 60_000 }, async () => {
    const cli = join(require.resolve('openapi-typescript/package.json'), '../bin/cli.js')
    const types = join(folder, 'client.ts')
    await run(process.execPath, [cli, file, '--output', types])
    const usage = join(folder, 'usage.ts')
    await writeFile(
      usage,
      `import type { operations, components } from './client.ts'
       type Listed = operations['listKeys']['responses'][200]['content']['application/json']
       export const first = (answer: Listed): components['schemas']['ApiKey'] | undefined => answer.keys[0]
       export const body: operations['renameProject']['requestBody']['content']['application/json'] = { name: 'x' }`,
    )
    const tsc = join(require.resolve('typescript/package.json'), '../bin/tsc')
    await run(process.execPath, [
      tsc,
      '--noEmit',
      '--strict',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      usage,
    ])
  })

  it('describes every operation, names its schemas and lists its errors with their texts', () => {
    expect(operations).toHaveLength(Object.keys(routes).length)
    for (const operation of operations) {
      expect(operation.summary).toBeTruthy()
      expect(operation.description).toBeTruthy()
      const body = operation.requestBody?.content['application/json']?.schema
      // A body without fields needs no name.
      if (body && !body.$ref) expect(body).toMatchObject({ properties: {}, additionalProperties: false })
      if (body && !body.$ref) expect(Object.keys((body as { properties: object }).properties)).toEqual([])
      for (const [status, response] of Object.entries(operation.responses)) {
        const json = response.content?.['application/json']
        if (json) expect(json.schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/)
        if (Number(status) >= 400) expect(Object.keys(json?.examples ?? {})).not.toHaveLength(0)
      }
    }
  })

  it('has an example for every request body that has fields', () => {
    for (const route of Object.values<Route>(routes)) {
      if (!route.body || Object.keys(route.body.shape).length === 0) continue
      const name = route.body.meta()?.id as string
      expect(schemas[name]?.examples, name).not.toHaveLength(0)
      for (const example of schemas[name]?.examples ?? []) expect(route.body.safeParse(example).error).toBeUndefined()
    }
  })

  it('has every error that no route lists by itself', () => {
    const listed = new Set(Object.values<Route>(routes).flatMap(errorsOf))
    const ofAnyRequest = ['method_not_allowed', 'request_timeout', 'headers_too_large']
    expect(Object.keys(errors).filter((code) => !listed.has(code as never))).toEqual(ofAnyRequest)
  })
})
