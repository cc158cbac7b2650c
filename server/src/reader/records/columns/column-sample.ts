import type { RecordField } from '../../blocks/record-list.ts'

// The values of a column that decide what it is.

const sampleMax = 16

/** Different values from all over the list. */
export function sampleOf(fields: RecordField[]): RecordField[] {
  const step = Math.max(1, Math.floor(fields.length / sampleMax))
  return fields.filter((_, at) => at % step === 0).slice(0, sampleMax)
}

export const textIn = (text: string, { start, end }: RecordField): string => text.slice(start, end).trim()

export const mostly = <Value>(values: Value[], is: (value: Value) => boolean): boolean => {
  let left = values.length
  let count = 0
  for (const value of values) {
    if (is(value)) count++
    left--
    // The rest changes nothing.
    if (count * 2 > values.length) return true
    if ((count + left) * 2 <= values.length) return false
  }
  return false
}

/** Whether at least this share of the values is so; 0 of none. */
export const reaches = <Value>(values: Value[], least: number, is: (value: Value, at: number) => unknown): boolean => {
  let left = values.length
  let count = 0
  for (const [at, value] of values.entries()) {
    if (is(value, at)) count++
    left--
    if (count / values.length >= least) return true
    if ((count + left) / values.length < least) return false
  }
  return false
}
