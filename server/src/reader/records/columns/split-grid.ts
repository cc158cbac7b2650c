import type { RecordField, RecordList } from '../../blocks/record-list.ts'
import { kindOfAddress } from '../../vocabulary/sections.ts'
import { isClock } from '../values/field-values.ts'

// Programmes with several rooms are grids: a row is a time, a column a room, and each cell a talk with its speakers. What
// stands beside each other in a row only happens at the same time.

const sampleMax = 40

/** Each cell of a grid as a record of its own, with the time of its row; other lists as they are. */
export function splitGrid(list: RecordList, text: string): RecordList {
  const cellOf = ({ column }: RecordField) => Math.floor(column / 10)
  const isTime = ({ start, end }: RecordField) => isClock(text.slice(start, end))
  const rooms = new Map<number, number>()
  for (const { fields } of list.records.slice(0, sampleMax)) {
    const cells = new Set(fields.filter(({ url }) => url !== undefined && kindOfAddress(url) === 'event').map(cellOf))
    for (const cell of cells) rooms.set(cell, (rooms.get(cell) ?? 0) + 1)
  }
  const often = [...rooms.values()].filter((count) => count > 1)
  if (often.length < 2 || !list.records.some(({ fields }) => fields.some(isTime))) return list
  const records = list.records.flatMap(({ fields }) => {
    const time = fields.find(isTime)
    const cells = Map.groupBy(
      fields.filter((field) => field !== time),
      cellOf,
    )
    return [...cells.values()].map((cell) => {
      const own = cell.map((field) => ({ ...field, column: 10 + (field.column % 10) }))
      const [first, last] = [own[0], own.at(-1)] as [RecordField, RecordField]
      return { start: first.start, end: last.end, fields: time ? [{ ...time, column: 0 }, ...own] : own }
    })
  })
  return { ...list, labels: {}, records }
}
