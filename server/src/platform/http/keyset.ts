import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../db/database.ts'
import { fail } from './errors.ts'

// Lists are paged by the values of their order, not by offset, so that rows added meanwhile shift nothing.

export interface ListQuery {
  limit: number
  cursor?: string | undefined
}

const columnKinds = {
  /** Any text that a column can hold. */
  text: (value: string) => !value.includes('\0') && value.isWellFormed(),
  /** Empty when the column is null. */
  maybe_integer: (value: string) => /^(-?\d{1,9})?$/.test(value),
  real: (value: string) => /^-?\d{1,9}(\.\d{1,20})?(e-\d{1,2})?$/.test(value),
  number: (value: string) => /^\d{1,9}$/.test(value),
  id: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  time: (value: string) => /^\d{4}-/.test(value) && Date.parse(value) > 0 && new Date(value).toISOString() === value,
}

/** The kind of a value; or the exact value, for lists with several orders. */
type Column = keyof typeof columnKinds | { is: string }

/** The position of a cursor: the values of the order's columns in the last row that was seen. */
export function readCursor(cursor: string | undefined, columns: Column[]): string[] | undefined {
  if (cursor === undefined) return undefined
  const position = parsePosition(cursor)
  const fits = columns.every((kind, index) => {
    const value = position[index]
    if (typeof value !== 'string') return false
    return typeof kind === 'string' ? columnKinds[kind](value) : value === kind.is
  })
  if (fits && position.length === columns.length) return position as string[]
  const message = 'cursor must be the next_cursor of an earlier answer'
  throw fail('invalid_request', { text: message, details: [{ path: 'cursor', message }] })
}

function parsePosition(cursor: string): unknown[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(position) ? position : []
  } catch {
    return []
  }
}

export interface ListedRows<Row> {
  rows: Row[]
  /** The statement has more rows than these. */
  is_cut: boolean
}

/**
 * The rows of a statement until they have as many bytes as a list may have, the first in any case. The database counts: five
 * hundred of the largest rows would not fit into the memory of the process.
 */
export async function queryList<Row extends object>(
  db: Queryable,
  statement: string,
  values: unknown[],
): Promise<ListedRows<Row>> {
  const found = await db.query<Row & { bytes_before: number; found: number }>(
    `select l.* from (
       select q.*, sum(b.bytes) over (rows unbounded preceding) - b.bytes as bytes_before, count(*) over () as found
       from (${statement}) q cross join lateral (select octet_length(q::text) as bytes offset 0) b
     ) l where l.bytes_before < ${limits.list_bytes}`,
    values,
  )
  const is_cut = found.length < (found[0]?.found ?? 0)
  const rows = found.map(({ bytes_before: _, found: __, ...row }) => row as unknown as Row)
  return { rows, is_cut }
}

/** Cuts the extra row that was read, and returns the cursor of the next page. `isMore`: when there are more for another reason. */
export function cutPage<Row>(rows: Row[], limit: number, position: (row: Row) => string[], isMore = false) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = (isMore || rows.length > limit) && last !== undefined
  return { page, next_cursor: more ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null }
}
