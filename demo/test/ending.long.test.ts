import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

// However the demo is ended, nothing of it is left.

const main = join(import.meta.dirname, '../src/main.ts')

async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-demo-ending-'))
  const demo = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    demo.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const ended = once(demo, 'exit').then(([code]) => code as number | null)
  let printed = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  let complained = ''
  demo.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text
  })
  const made = () => readdir(folder)
  return {
    demo,
    ended,
    made,
    text: () => printed,
    complaints: () => complained,
    says: (text: string) => waitFor(() => printed.includes(text)),
  }
}

const waitFor = (is: () => boolean | Promise<boolean>) => expect.poll(is, { timeout: 60_000 }).toBe(true)

it('asked while it starts, it does not go on', { timeout: 120_000 }, async () => {
  const { demo, ended, made, text } = await startDemo()
  await waitFor(async () => (await made()).length > 0)
  demo.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(text()).toContain('The service stops')
  expect(text()).not.toContain('Polegraph runs at')
  expect(await made()).toEqual([])
})

it('asked twice, it ends at once', { timeout: 120_000 }, async () => {
  const { demo, ended, made, says } = await startDemo()
  await says('Polegraph runs at')
  demo.kill('SIGINT')
  await says('The service stops')
  demo.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(await made()).toEqual([])
})

it('when nobody reads any more, it ends by itself', { timeout: 120_000 }, async () => {
  const { demo, ended, made, says, complaints } = await startDemo()
  await says('Polegraph runs at')
  demo.stdout.destroy()
  expect([await ended, complaints()]).toEqual([141, ''])
  expect(await made()).toEqual([])
})
