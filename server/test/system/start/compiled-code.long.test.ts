import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

// Whoever can write where compiled code is kept runs code as the service.

const root = resolve(import.meta.dirname, '../../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

describe('compiled code', { timeout: 120_000 }, () => {
  it.each([
    ['npm start', scripts.start],
    ['the program itself', 'exec node --disable-warning=ExperimentalWarning server/src/main.ts'],
  ])('is kept below the data folder by %s, not where anybody may write', async (_, command) => {
    const { data, anybodys } = await startIn(emptyFolder(), command)
    expect(readdirSync(anybodys)).toEqual([])
    const kept = join(data, 'compiled')
    expect(readdirSync(kept)).not.toEqual([])
    for (const one of [data, kept]) expect((statSync(one).mode & 0o777).toString(8)).toBe('700')
  })

  it('is kept beside the packages where npm ci has begun to, in a folder of the same user', async () => {
    const folder = emptyFolder()
    const installed = join(folder, 'node_modules/.compiled')
    mkdirSync(installed, { recursive: true })
    const { data } = await startIn(folder, scripts.start)
    expect(readdirSync(installed)).not.toEqual([])
    expect(existsSync(join(data, 'compiled'))).toBe(false)
  })

  it('is there after npm ci, for all that a start loads', async () => {
    const kept = emptyFolder()
    const run = (...args: string[]) => {
      const path = `${dirname(process.execPath)}:${process.env.PATH}`
      const options = { cwd: root, env: { PATH: path, NODE_COMPILE_CACHE: kept, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' } }
      return promisify(execFile)('node', ['--disable-warning=ExperimentalWarning', ...args], {
        ...options,
        maxBuffer: 64 * 1024 * 1024,
      })
    }
    await run('scripts/compile.ts')
    const { stdout, stderr } = await run('--eval', "import('./server/src/service/start.ts')")
    const read = (stdout + stderr).split('\n').filter((line) => line.includes('reading cache'))
    expect(read.length).toBeGreaterThan(500)
    expect(read.filter((line) => !line.includes('success') && !line.includes('[eval'))).toEqual([])
  })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polegraph-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts the service of the repository from another folder, in which it may find or make its own. */
async function startIn(folder: string, command: string) {
  symlinkSync(join(root, 'server'), join(folder, 'server'))
  const anybodys = join(folder, 'tmp')
  mkdirSync(anybodys)
  const data = join(folder, 'data')
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  // Neither the database nor the address can be had: a start that fails keeps what it has compiled.
  const unusable = { DATABASE_URL: 'postgres://127.0.0.1:1/none', HOST: '192.0.2.1' }
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { PATH: path, TMPDIR: anybodys, DATA_DIR: data, ...unusable },
    stdio: 'ignore',
  })
  expect(await once(child, 'exit')).toEqual([1, null])
  return { data, anybodys }
}
