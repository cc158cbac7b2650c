import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

// Loading is most of a start, so what no first answer needs is loaded later.

const root = resolve(import.meta.dirname, '../../../..')

const program = `
const { registerHooks } = require('node:module')
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
import(${JSON.stringify(resolve(root, 'server/src/service/start.ts'))}).then(() =>
  console.log(JSON.stringify({ loaded, ofNode: process.moduleLoadList })),
)`

/** Prints what a start has loaded when it finds a setting that it refuses. */
const watcher = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => console.log(JSON.stringify(loaded)))`

async function listLoaded(): Promise<string[]> {
  const options = { cwd: root, maxBuffer: 16 * 1024 * 1024, env: { PATH: process.env.PATH } }
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], options)
  const { loaded, ofNode } = JSON.parse(stdout) as { loaded: string[]; ofNode: string[] }
  return [...loaded.map((url) => decodeURI(url).replace(`file://${root}/`, '')), ...ofNode]
}

describe('before the first answer', () => {
  it('nothing is loaded that only later calls, jobs or crawls need', { timeout: 120_000 }, async () => {
    const loaded = await listLoaded()
    expect(loaded).toContain('server/src/graph/export/export.ts')
    const late = [
      // Node's own client of the web, which comes with an import statement of node:http.
      /internal\/deps\/undici/,
      /^node_modules\/(undici|pg-boss|@ai-sdk|prom-client|@modelcontextprotocol)\//,
      /^server\/src\/service\/worker\.ts/,
      /^server\/src\/autopilot\/(pilot|brief\/make-brief|find-sources|follow-crawl|assess-graph)\.ts/,
      /^server\/src\/graph\/export\/(turtle|json-ld|graphml|csv|cypher|ndjson)\.ts/,
      /^server\/src\/graph\/ask\/ask\.ts/,
    ]
    expect(loaded.filter((name) => late.some((one) => one.test(name)))).toEqual([])
  })

  it('no texts of zod in other languages are loaded', { timeout: 120_000 }, async () => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(watcher)}`, 'server/src/main.ts']
    const options = { cwd: root, env: { PATH: process.env.PATH, PORT: 'none' } }
    const stdout = await promisify(execFile)(process.execPath, args, options).catch((error) => error.stdout as string)
    const loaded = JSON.parse(stdout as string) as string[]
    const texts = loaded.flatMap((url) => /zod\/v4\/locales\/(.+)/.exec(url)?.[1] ?? [])
    expect(texts).toEqual(['en.js'])
  })
})
