import { DatabaseUnusable } from '../platform/db/database.ts'

// The file of a backup, the same from every PostgreSQL:
//   polegraph backup\n
//   {"format":1, …}\n                      the header, readable without anything else
//   a zstd stream of records               each a line of JSON; one of a table is followed by its rows
//   32 bytes                               SHA-256 of all that stands before

export const magic = Buffer.from('polegraph backup\n')
export const formatVersion = 1
export const hashBytes = 32

const mb = 1024 * 1024
/** What a reader holds at a time: a small file may unpack to far more than memory holds. No row of ours comes near the most. */
export const bounds = { line_bytes: 8 * mb, piece_bytes: 64 * mb, tables: 1_000 }

export interface BackupHeader {
  format: number
  /** The version of the program that wrote it. */
  version: string
  /** The last migration of the database that it was made of. */
  migration: number
  made_at: string
  database: 'embedded' | 'postgresql'
}

/** A job that waits, or was under way. */
export interface KeptJob {
  name: string
  data: object
  retries: number
  start_after: string
}

export interface TableRows {
  table: string
  columns: string[]
  /** Whole rows in the text format of `copy`, as many bytes as the line says. */
  rows: Buffer
}

/** What a restore has to know before it writes anything. */
export interface BackupContents {
  /** The key that secrets are sealed with; null when they are stored as they are. */
  secrets_key: string | null
  jobs: KeptJob[]
}

/** The last record: a file without it was cut. */
export interface BackupEnd {
  /** The number of rows of each table. */
  rows: Record<string, number>
}

export type BackupRecord = { contents: BackupContents } | TableRows | { end: BackupEnd }

/** The file cannot be used: it is no backup, is damaged, or is of a newer program. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** A restore that finds the database in a state in which it must not be written. */
export class RestoreRefused extends DatabaseUnusable {
  override name = 'RestoreRefused'
}

const lineEnd = 10

/** A record is more than a reader would hold. */
export class RecordTooLarge extends Error {
  override name = 'RecordTooLarge'
}

/** The text format writes a line break in a value as `\n`, so each row has one line break: its end. */
export function countRows(rows: Buffer): number {
  let count = 0
  for (let at = rows.indexOf(lineEnd); at >= 0; at = rows.indexOf(lineEnd, at + 1)) count++
  return count
}
