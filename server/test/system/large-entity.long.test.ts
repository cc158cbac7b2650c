import { expect, it, onTestFinished } from 'vitest'
import { newSecret } from '../../src/platform/secrets.ts'
import { newDatabase } from '../support/backup-programs.ts'
import { callService } from '../support/harness.ts'
import { spawnService } from '../support/spawn-service.ts'

// An entity as large as one may be, edited often, and read by several at once in a process with little memory.

const heapMb = 128
const edits = 80

it('reads of a large entity that was edited often do not end the process', { timeout: 300_000 }, async () => {
  const database = await newDatabase('postgresql')
  onTestFinished(database.remove)
  const key = newSecret('svc_')
  const service = await spawnService({
    ...database.environment,
    ...{
      BOOTSTRAP_KEY: key,
      NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
      RATE_LIMIT_PROJECT: '0',
      RATE_LIMIT_TOTAL: '0',
    },
  })
  onTestFinished(async () => {
    service.child.kill('SIGTERM')
    await service.ended
  })
  const call = (method: string, path: string, body?: object) =>
    callService(service.url, method, path, { key, ...(body && { body }) })
  const { id: domain } = (await call('POST', '/v1/domains', { name: 'large' })).body
  const base = `/v1/domains/${domain}`
  const { id } = (await call('POST', `${base}/entities`, { kind: 'person', name: 'Ada Large' })).body
  for (let n = 0; n < edits; n++) {
    const keys = Array.from({ length: 20 }, (_, m) => `a${(20 * n + m) % 160}`)
    const attributes = Object.fromEntries(keys.map((name) => [name, `${n} `.padEnd(500, '語')]))
    expect((await call('PATCH', `${base}/entities/${id}`, { attributes })).status).toBe(200)
  }
  const paths = [`/entities/${id}/history?limit=500`, '/changes?since=0&limit=500']
  const answers = await Promise.all([...paths, ...paths].map((path) => call('GET', `${base}${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [{ body } = { body: undefined }] = answers
  expect(body.next_cursor).not.toBeNull()
  for (const { body } of answers) expect(JSON.stringify(body).length).toBeLessThan(9_000_000)
  expect(Object.keys((await call('GET', `${base}/entities/${id}`)).body.attributes)).toHaveLength(160)
})
