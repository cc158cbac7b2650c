import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { buildOpenapi } from '../src/reference/openapi.ts'

// The tools are large and bring a second TypeScript, so they have a lock of their own. `.ci/run` installs them; without
// them these tests are skipped.
const tools = resolve(import.meta.dirname, '../../tools/node_modules')
const installed = existsSync(tools)

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'polegraph-openapi-'))
const file = join(folder, 'openapi.json')
await writeFile(file, JSON.stringify(buildOpenapi({ version: '0.0.0', server_url: 'http://127.0.0.1:8080' })))
afterAll(() => rm(folder, { recursive: true }))

describe.runIf(installed)('the OpenAPI file (npm ci --prefix tools)', () => {
  it('passes the linter without an error or a warning', { timeout: 60_000 }, async () => {
    const cli = join(tools, '@redocly/cli/bin/cli.js')
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await run(process.execPath, [cli, 'lint', file, '--format', 'json'], { env: environment })
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: object[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  it('generates a typed client', { timeout: 60_000 }, async () => {
    const cli = join(tools, 'openapi-typescript/bin/cli.js')
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
    const tsc = join(tools, 'typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext']
    await run(process.execPath, [tsc, ...options, usage])
  })
})
