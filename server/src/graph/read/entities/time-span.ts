import { dateRule } from '@polegraph/contract/graph/graph-fields.ts'
import { pad, writeYear } from '../../../dates/date-point.ts'
import { parseEdtf } from '../../../dates/parse-edtf.ts'
import { dayOf } from '../../store/facts/day-of.ts'
import type { GraphAt } from '../moment/graph-at.ts'
import { invalidField } from './invalid-field.ts'

// Bounds as days since 1970-01-01.

export interface TimeSpan {
  from: number | undefined
  to: number | undefined
}

const dayMs = 86_400_000

export function readSpan(query: { from?: string | undefined; to?: string | undefined }): TimeSpan {
  const from = readDay('from', query.from, 'start')
  const to = readDay('to', query.to, 'end')
  if (from !== undefined && to !== undefined && from > to) throw invalidField('from', 'must not be after to')
  return { from, to }
}

/** The first or the last day of a vague date; undefined for an open end. */
function readDay(field: string, text: string | undefined, side: 'start' | 'end'): number | undefined {
  if (text === undefined) return undefined
  const when = parseEdtf(text)
  if (!when) throw invalidField(field, dateRule)
  const day = when[side]
  return day === null ? undefined : (dayOf(day) ?? undefined)
}

export function dayText(number: number): string {
  const day = new Date(number * dayMs)
  return `${writeYear(day.getUTCFullYear())}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}`
}

export const hasWhen = `e.doc -> 'when' <> 'null'`

/** Condition: the entity has a time that may lie in the span. An open end has no limit. */
export function within(at: GraphAt, { from, to }: TimeSpan): string {
  const conditions = [hasWhen]
  if (from !== undefined) conditions.push(`(e.when_end is null or e.when_end >= ${at.add(from)}::integer)`)
  if (to !== undefined) conditions.push(`(e.when_start is null or e.when_start <= ${at.add(to)}::integer)`)
  return conditions.join(' and ')
}
