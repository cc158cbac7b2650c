import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { DatabaseUnusable } from '../platform/db/database.ts'
import { type BackupHeader, type BackupRecord, bounds, magic } from './backup-file.ts'

/** The bytes of the file. */
export async function* writeBackup(
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const bytes of unhashed(header, records)) {
    hash.update(bytes)
    yield bytes
  }
  yield hash.digest()
}

async function* unhashed(header: BackupHeader, records: AsyncIterable<BackupRecord>): AsyncGenerator<Uint8Array> {
  yield magic
  yield toLine(header)
  const compress = createZstdCompress()
  const source = Readable.from(toBytes(records), { objectMode: false })
  source.on('error', (error) => compress.destroy(error))
  yield* source.pipe(compress)
}

async function* toBytes(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    if ('rows' in record) {
      const { table, columns, rows } = record
      yield toLine({ table, columns, bytes: rows.length })
      yield rows
    } else {
      yield toLine(record)
    }
  }
}

function toLine(value: object): Buffer {
  const line = Buffer.from(`${JSON.stringify(value)}\n`)
  if (line.length > bounds.line_bytes) {
    throw new DatabaseUnusable('more jobs wait than a backup can hold; let the service run until they are done')
  }
  return line
}
