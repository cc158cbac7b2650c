import { fail } from './http/errors.ts'

// Lists are read by position in their order, not by offset, so that rows added meanwhile shift nothing.

export interface ListQuery {
  limit: number
  cursor?: string | undefined
}

/** The position a cursor stands for: the values of the order's columns in the last row seen. */
export function readCursor(cursor: string | undefined, columns: number): string[] | undefined {
  if (cursor === undefined) return undefined
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (
      Array.isArray(position) &&
      position.length === columns &&
      position.every((value) => typeof value === 'string')
    ) {
      return position
    }
  } catch {
    // Answered below like every other cursor that is not ours.
  }
  throw invalidCursor()
}

export function invalidCursor() {
  const message = 'cursor must be the next_cursor of an earlier answer'
  return fail('invalid_request', { text: message, details: [{ path: 'cursor', message }] })
}

/** Cuts the one row that was read too many, and says where to go on. */
export function cutPage<Row>(rows: Row[], limit: number, position: (row: Row) => string[]) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { page, next_cursor: more ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null }
}
