import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { errorCode } from '../platform/db/database.ts'
import {
  type BackupContents,
  type BackupEnd,
  type BackupHeader,
  type BackupRecord,
  BackupRefused,
  bounds,
  countRows,
  formatVersion,
  hashBytes,
  magic,
  RecordTooLarge,
  type TableRows,
} from './backup-file.ts'
import { ByteReader } from './byte-reader.ts'

/** A file that was read to its end, and is whole. */
export interface CheckedBackup {
  header: BackupHeader
  contents: BackupContents
  end: BackupEnd
  /** Reads the file again. */
  records(): AsyncGenerator<BackupRecord>
}

/** What this program can restore. */
export interface KnownVersions {
  version: string
  migration: number
}

const headerBytesMost = 4096

/** Throws BackupRefused unless the file is a whole backup that this program can restore. */
export async function checkBackup(path: string, known: KnownVersions): Promise<CheckedBackup> {
  const { header, size, bodyStart } = await readHead(path)
  refuseNewer(path, header, known)
  const damaged = new BackupRefused(`${path} is damaged or was cut short: take another backup; nothing was written`)
  const bodyEnd = size - hashBytes
  if (bodyEnd <= bodyStart || !(await isHashRight(path, bodyEnd))) throw damaged
  const body = { path, start: bodyStart, end: bodyEnd }
  try {
    const checked = await checkRecords(readRecords(body, countRowsOf))
    return { header, ...checked, records: () => readRecords(body, (reader, bytes) => reader.take(bytes)) }
  } catch (error) {
    if (!(error instanceof RecordTooLarge)) throw damaged
    throw new BackupRefused(`${path} holds more in one piece than any backup does; nothing was written`)
  }
}

async function readHead(path: string): Promise<{ header: BackupHeader; size: number; bodyStart: number }> {
  const noBackup = new BackupRefused(`${path} is no backup of Polegraph`)
  const file = await openOrRefuse(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytesMost), 0, headerBytesMost, 0)
    const head = buffer.subarray(0, bytesRead)
    if (!head.subarray(0, magic.length).equals(magic)) throw noBackup
    const headerEnd = head.indexOf('\n', magic.length)
    if (headerEnd < 0) throw new BackupRefused(`${path} was cut short: take another backup; nothing was written`)
    const header = parseHeader(head.toString('utf8', magic.length, headerEnd))
    if (!header) throw noBackup
    return { header, size, bodyStart: headerEnd + 1 }
  } finally {
    await file.close()
  }
}

/** Undefined where it is none. That of a newer format may have other fields, but has these. */
function parseHeader(line: string): BackupHeader | undefined {
  try {
    const header = JSON.parse(line) as Partial<BackupHeader>
    const isHeader = Number.isInteger(header.format) && /^\d+\.\d+\.\d+/.test(header.version ?? '')
    return isHeader ? (header as BackupHeader) : undefined
  } catch {
    return undefined
  }
}

async function openOrRefuse(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
    throw new BackupRefused(`${path} is no file; a restore reads it twice`)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new BackupRefused(`there is no file ${path}`)
    if (errorCode(error) !== undefined) throw new BackupRefused(`${path} cannot be read: ${errorCode(error)}`)
    throw error
  }
}

function refuseNewer(path: string, header: BackupHeader, known: KnownVersions): void {
  const isNewer =
    !(header.format <= formatVersion) ||
    !(header.migration <= known.migration) ||
    compareVersions(header.version, known.version) > 0
  if (!isNewer) return
  throw new BackupRefused(
    `${path} was made by Polegraph ${header.version}, and this is ${known.version}: restore it with that version or a later one`,
  )
}

/** Versions as 1.10.2; what follows the numbers is not looked at. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.+-]/, 3).map(Number))
  for (const [at, number] of (left ?? []).entries()) if (number !== right?.[at]) return number - (right?.[at] ?? 0)
  return 0
}

async function isHashRight(path: string, bodyEnd: number): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { end: bodyEnd - 1, highWaterMark: 1024 * 1024 })) hash.update(bytes)
  const stored: Buffer[] = []
  for await (const bytes of createReadStream(path, { start: bodyEnd })) stored.push(bytes)
  return hash.digest().equals(Buffer.concat(stored))
}

type RecordOf<Rows> = Exclude<BackupRecord, TableRows> | (Omit<TableRows, 'rows'> & { rows: Rows })

async function* readRecords<Rows>(
  { path, start, end }: { path: string; start: number; end: number },
  readRows: (reader: ByteReader, bytes: number) => Promise<Rows>,
): AsyncGenerator<RecordOf<Rows>> {
  const file = createReadStream(path, { start, end: end - 1, highWaterMark: 1024 * 1024 })
  const decompress = createZstdDecompress({ chunkSize: 1024 * 1024 })
  file.on('error', (error) => decompress.destroy(error))
  const reader = new ByteReader(file.pipe(decompress))
  for (;;) {
    const line = await reader.line(bounds.line_bytes)
    if (line === undefined) return
    if (line === null) throw new RecordTooLarge()
    const record = JSON.parse(line) as
      | (Exclude<BackupRecord, TableRows> & { bytes?: never })
      | { table: string; columns: string[]; bytes: number }
    if (record.bytes === undefined) yield record
    else yield { ...record, rows: await readRows(reader, requireBytes(record.bytes)) }
  }
}

function requireBytes(bytes: unknown): number {
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) throw new Error('a piece has no length')
  if (Number(bytes) > bounds.piece_bytes) throw new RecordTooLarge()
  return Number(bytes)
}

async function countRowsOf(reader: ByteReader, bytes: number): Promise<number> {
  let rows = 0
  for await (const piece of reader.pieces(bytes)) rows += countRows(piece)
  return rows
}

/** The file holds what its end says. */
async function checkRecords(records: AsyncGenerator<RecordOf<number>>) {
  let contents: BackupContents | undefined
  let end: BackupEnd | undefined
  const counts = new Map<string, number>()
  for await (const record of records) {
    if (end) throw new Error('something follows the end')
    if ('contents' in record) contents = record.contents
    else if ('end' in record) end = record.end
    else counts.set(record.table, (counts.get(record.table) ?? 0) + record.rows)
    if (counts.size > bounds.tables) throw new Error('there are more tables than there can be')
  }
  if (!contents || !end) throw new Error('there is no end')
  for (const table of new Set([...counts.keys(), ...Object.keys(end.rows)])) {
    if ((counts.get(table) ?? 0) !== end.rows[table]) throw new Error(`${table} has other rows`)
  }
  return { contents, end }
}
