import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type BackupHeader, type BackupRecord, BackupRefused } from './backup-file.ts'
import { checkBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'polegraph-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'backup')
const known = { version: '1.2.3', migration: 4 }
const header: BackupHeader = {
  ...{ format: 1, version: '1.2.3', migration: 4, made_at: '2026-11-17T09:30:00.000Z' },
  database: 'embedded',
}
const rows = Buffer.from('1\tone\\nline\n2\ttwo\n')
const contents = { secrets_key: 'k', jobs: [{ name: 'j', data: { id: 1 }, retries: 2, start_after: header.made_at }] }
const records: BackupRecord[] = [
  { contents },
  { table: 'a', columns: ['id', 'text'], rows },
  { table: 'a', columns: ['id', 'text'], rows: Buffer.from('3\tthree\n') },
  { end: { rows: { a: 3, b: 0 } } },
]

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function bytesOf(given: BackupHeader = header, list = records): Promise<Buffer> {
  async function* each() {
    yield* list
  }
  return Buffer.concat(await listOf(writeBackup(given, each())))
}

async function check(bytes: Uint8Array) {
  await writeFile(path, bytes)
  return checkBackup(path, known)
}

const whole = await bytesOf()

describe('a file', () => {
  it('is read as it was written', async () => {
    const backup = await check(whole)
    expect(backup).toMatchObject({ header, contents, end: { rows: { a: 3, b: 0 } } })
    expect(await listOf(backup.records())).toEqual(
      records.map((record) => ('rows' in record ? { ...record, bytes: record.rows.length } : record)),
    )
  })

  it('is refused when it is cut, wherever that is', async () => {
    for (let length = 0; length < whole.length; length++) {
      await expect(check(whole.subarray(0, length)), `cut at ${length}`).rejects.toThrow(BackupRefused)
    }
  })

  it('is refused when a byte is another, wherever that is', async () => {
    for (let at = 0; at < whole.length; at++) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] as number) ^ 1
      await expect(check(flipped), `another byte at ${at}`).rejects.toThrow(BackupRefused)
    }
  })

  it('is refused when something follows', async () => {
    await expect(check(Buffer.concat([whole, Buffer.from('x')]))).rejects.toThrow(`${path} is damaged or was cut short`)
  })

  it.each([
    ['the end is missing', records.slice(0, -1)],
    ['rows are missing', records.toSpliced(2, 1)],
    ['a table is missing', records.toSpliced(1, 2)],
    ['there are more rows', [records[0], records[1], records[1], ...records.slice(1)]],
    ['something follows the end', [...records, records[1]]],
  ])('is refused when %s, whatever its hash says', async (_what, list) => {
    await expect(check(await bytesOf(header, list as BackupRecord[]))).rejects.toThrow('is damaged or was cut short')
  })

  it.each([
    ['format', { format: 2, version: '2.0.0' }],
    ['migration', { migration: 5, version: '1.3.0' }],
    ['version', { version: '1.10.0' }],
  ])('of a newer %s is refused, and says which version it needs', async (_what, newer) => {
    await expect(check(await bytesOf({ ...header, ...newer }))).rejects.toThrow(
      `${path} was made by Polegraph ${newer.version}, and this is 1.2.3: restore it with that version or a later one`,
    )
  })

  it('of an older version is read', async () => {
    const older = { ...header, version: '0.9.12', migration: 1 }
    expect((await check(await bytesOf(older))).header).toEqual(older)
  })

  it.each([
    ['nothing', ''],
    ['a text', 'polegraph backups are fine\nbut this is none\n'],
    ['an archive', Buffer.from('PGDMP\u0001\u0000')],
    ['a header that is none', 'polegraph backup\nnot JSON\n'],
  ])('that is no backup is named: %s', async (_what, bytes) => {
    await expect(check(Buffer.from(bytes))).rejects.toThrow(`${path} is no backup of Polegraph`)
  })

  it('that is missing, or a folder, is named', async () => {
    await expect(checkBackup(join(folder, 'none'), known)).rejects.toThrow(`there is no file ${join(folder, 'none')}`)
    await expect(checkBackup(folder, known)).rejects.toThrow(`${folder} is no file`)
  })
})
