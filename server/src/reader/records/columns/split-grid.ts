import type { PageRecord, RecordField, RecordList } from '../../blocks/record-list.ts'
import { kindOfAddress } from '../../vocabulary/sections.ts'
import { isClock } from '../values/field-values.ts'

// Programmes with several rooms are grids: a row is a time, a column a room, and each cell a talk with its speakers. What
// stands beside each other in a row only happens at the same time.

const sampleMax = 40

/** Each cell of a grid as a record of its own, with the time of its row; other lists as they are. */
export function splitGrid(list: RecordList, text: string): RecordList {
  return /(?:^|>)table[^>]*$/.test(list.selector) ? splitTable(list, text) : splitCards(list, text)
}

/** Talks at the same time, one card behind the other in the record of that time: each begins as the first does. */
function splitCards(list: RecordList, text: string): RecordList {
  const stems = list.columns.map((name) => name.replace(/ \d+$/, ''))
  const stemOf = ({ column }: RecordField) => stems[Math.floor(column / 10)]
  const isTime = ({ start, end }: RecordField) => isClock(text.slice(start, end))
  const isTalk = ({ url }: RecordField) => url !== undefined && kindOfAddress(url) === 'event'
  const isSeveral = ({ fields }: PageRecord) => {
    const titles = fields.filter(isTalk).map(stemOf)
    return titles[0] !== undefined && titles.filter((stem) => stem === titles[0]).length > 1
  }
  const { records } = list
  if (records.filter((record) => isSeveral(record) && record.fields.some(isTime)).length < 2) return list
  const columnOf = (field: RecordField) => 10 * stems.indexOf(stemOf(field) ?? '') + (field.column % 10)
  return {
    ...list,
    records: records.flatMap((record) => {
      const time = record.fields.find(isTime)
      const others = record.fields.filter((field) => field !== time)
      const first = others[0] && stemOf(others[0])
      const cells: RecordField[][] = []
      for (const field of others) {
        if (stemOf(field) === first || cells.length === 0) cells.push([])
        cells.at(-1)?.push({ ...field, column: columnOf(field) })
      }
      const parts = cells.filter((cell) => cell.some(isTalk))
      if (parts.length < 2)
        return [{ ...record, fields: record.fields.map((one) => ({ ...one, column: columnOf(one) })) }]
      return parts.map((cell) => ({
        start: cell[0]?.start ?? record.start,
        end: cell.at(-1)?.end ?? record.end,
        fields: time ? [{ ...time, column: columnOf(time) }, ...cell] : cell,
      }))
    }),
  }
}

function splitTable(list: RecordList, text: string): RecordList {
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
