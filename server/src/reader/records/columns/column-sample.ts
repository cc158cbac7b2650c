import type { RecordField } from '../../blocks/record-list.ts'

// The values of a column that decide what it is.

const sampleMax = 16

/** Different values from all over the list. */
export function sampleOf(fields: RecordField[]): RecordField[] {
  const step = Math.max(1, Math.floor(fields.length / sampleMax))
  return fields.filter((_, at) => at % step === 0).slice(0, sampleMax)
}

export const textIn = (text: string, { start, end }: RecordField): string => text.slice(start, end).trim()

export const mostly = <Value>(values: Value[], is: (value: Value) => boolean): boolean =>
  values.filter(is).length * 2 > values.length
