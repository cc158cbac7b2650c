import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

// Whoever can write where compiled code is kept runs code as the service.

const root = resolve(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

describe('compiled code', { timeout: 120_000 }, () => {
  it.each([
    ['npm start', scripts.start],
    ['the program itself', 'exec node --disable-warning=ExperimentalWarning server/src/main.ts'],
  ])('is kept below the data folder by %s, not where anybody may write', async (_, command) => {
    const folder = mkdtempSync(join(tmpdir(), 'polegraph-compiled-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const anybodys = join(folder, 'tmp')
    mkdirSync(anybodys)
    const data = join(folder, 'data')
    const path = `${dirname(process.execPath)}:${process.env.PATH}`
    // Neither the database nor the address can be had: a start that fails keeps what it has compiled.
    const unusable = { DATABASE_URL: 'postgres://127.0.0.1:1/none', HOST: '192.0.2.1' }
    const child = spawn('sh', ['-c', command], {
      cwd: root,
      env: { PATH: path, TMPDIR: anybodys, DATA_DIR: data, ...unusable },
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(readdirSync(anybodys)).toEqual([])
    const kept = join(data, 'compiled')
    expect(readdirSync(kept)).not.toEqual([])
    for (const one of [data, kept]) expect((statSync(one).mode & 0o777).toString(8)).toBe('700')
  })
})
