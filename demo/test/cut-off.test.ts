import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// A demo whose reader goes away in the middle, as `polegraph demo | head` does.

const folder = await mkdtemp(join(tmpdir(), 'polegraph-demo-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

it('ends quietly, and leaves nothing behind', { timeout: 120_000 }, async () => {
  const main = join(import.meta.dirname, '../src/main.ts')
  const demo = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  demo.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(demo.stdout, 'data')
  demo.stdout.destroy()
  const [code] = await once(demo, 'exit')
  expect([code, said, await readdir(folder)]).toEqual([141, '', []])
})
