import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createZstdCompress } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { type BackupHeader, magic } from '../../../src/backup/backup-file.ts'

// Small files that unpack to far more than memory holds, with a hash that is right.

const folder = mkdtempSync(join(tmpdir(), 'polegraph-bomb-'))
afterAll(() => rmSync(folder, { recursive: true }))
const program = fileURLToPath(new URL('../../../src/programs/restore.ts', import.meta.url))
const mb = 1024 * 1024
const header: BackupHeader = {
  ...{ format: 1, version: '0.1.0', migration: 1, made_at: '2026-11-17T09:30:00.000Z' },
  database: 'embedded',
}
const contents = '{"contents":{"secrets_key":null,"jobs":[]}}\n'
const rowsLine = (bytes: number) => `{"table":"pages","columns":["id"],"bytes":${bytes}}\n`

function* repeat(piece: string, times: number): Generator<string> {
  for (let n = 0; n < times; n++) yield piece
}

async function bombOf(body: Iterable<string>): Promise<string> {
  const records = await buffer(Readable.from(body, { objectMode: false }).pipe(createZstdCompress()))
  const bytes = Buffer.concat([magic, Buffer.from(`${JSON.stringify(header)}\n`), records])
  const file = join(folder, 'bomb')
  await writeFile(file, Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]))
  return file
}

const printPeak = `data:text/javascript,process.on('exit',()=>console.log(process.resourceUsage().maxRSS))`

async function restore(file: string) {
  const flags = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256', '--import', printPeak]
  const data = join(folder, 'data')
  const child = spawn(process.execPath, [...flags, program, file], {
    env: { PATH: process.env.PATH, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { peak_mb: Number(out) / 1024, said: err, wrote: existsSync(data) }
}

const most = 'holds more in one piece than any backup does'

describe('a backup that somebody has forged', { timeout: 120_000 }, () => {
  it.each<[string, () => Iterable<string>, string]>([
    ['a line of a gigabyte', () => repeat('a'.repeat(mb), 1024), most],
    ['a row of a gigabyte', () => [rowsLine(1024 * mb), ...repeat('a'.repeat(mb), 1024)], most],
    [
      'a piece of no length',
      () => [contents, rowsLine(-1), '{"end":{"rows":{"pages":0}}}\n'],
      'is damaged or was cut short',
    ],
    [
      'a gigabyte of rows that its end does not count',
      () => repeat(`${rowsLine(mb)}${'a'.repeat(mb - 1)}\n`, 1024),
      'is damaged',
    ],
    ['a million tables', () => manyTables(), 'is damaged or was cut short'],
    ['lists in lists', () => [`{"contents":${'['.repeat(7 * mb)}\n`], 'is damaged or was cut short'],
  ])('with %s is refused, and takes little memory', async (_what, body, reason) => {
    const file = await bombOf(body())
    expect((await stat(file)).size).toBeLessThan(64 * mb)
    const { peak_mb, said, wrote } = await restore(file)
    expect(JSON.parse(said)).toMatchObject({ failed: { code: 'file', message: expect.stringContaining(reason) } })
    expect(peak_mb).toBeLessThan(640)
    expect(wrote).toBe(false)
  })
})

function* manyTables(): Generator<string> {
  for (let n = 0; n < 40; n++) {
    const names = Array.from({ length: 25_000 }, (_, at) => `{"table":"t${n}_${at}","columns":[],"bytes":0}\n`)
    yield names.join('')
  }
}
