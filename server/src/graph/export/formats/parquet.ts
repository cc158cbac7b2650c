import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { WriteGraph } from './graph-file.ts'
import {
  type Cells,
  type Columns,
  type ColumnType,
  cellsOfEntity,
  cellsOfRelationship,
  columnsOfBoth,
  withPages,
} from './table.ts'

// Parquet: one table with typed columns, entities first, then relationships. A group of rows is in memory until it is
// full, and some kilobytes about each group until the end of the file, where they are written.

const groupRows = 2_000
/** Long texts fill a group sooner. */
const groupSigns = 8_000_000

const types = { text: 'STRING', real: 'DOUBLE', count: 'INT32', time: 'TIMESTAMP' } as const

export const writeParquet: WriteGraph = async function* (exported, { entities, relationships }) {
  const group = new Group(withPages(columnsOfBoth, exported))
  for await (const rows of entities) {
    for (const row of rows) yield* group.add(cellsOfEntity(row))
  }
  for await (const rows of relationships) {
    for (const row of rows) yield* group.add(cellsOfRelationship(row))
  }
  yield* group.end()
}

class Group {
  readonly #out = new ByteWriter()
  readonly #file: ParquetWriter
  readonly #columns: [name: string, type: ColumnType, values: unknown[]][]
  #rows = 0
  #signs = 0

  constructor(columns: Columns) {
    this.#columns = Object.entries(columns).map(([name, type]) => [name, type, []])
    const schema = this.#columns.map(([name, type]) => elementOf(name, type))
    this.#file = new ParquetWriter({
      writer: this.#out,
      schema: [{ name: 'root', num_children: schema.length }, ...schema],
      statistics: false,
      createdBy: 'Polegraph',
    })
  }

  *add(cells: Cells): Generator<Uint8Array<ArrayBuffer>> {
    for (const [name, type, values] of this.#columns) {
      const cell = cells[name] ?? null
      if (typeof cell === 'string') this.#signs += cell.length
      values.push(typeof cell === 'string' ? (type === 'time' ? new Date(cell) : cell.toWellFormed()) : cell)
    }
    this.#rows++
    if (this.#rows >= groupRows || this.#signs >= groupSigns) yield this.#write()
  }

  *end(): Generator<Uint8Array<ArrayBuffer>> {
    if (this.#rows > 0) yield this.#write()
    this.#file.finish()
    yield this.#taken()
  }

  #write(): Uint8Array<ArrayBuffer> {
    this.#file.write({
      columnData: this.#columns.map(([name, type, data]) => ({ name, data, type: types[type], offsetIndex: false })),
      rowGroupSize: this.#rows,
    })
    for (const column of this.#columns) column[2] = []
    this.#rows = 0
    this.#signs = 0
    return this.#taken()
  }

  /** The bytes since the last time. */
  #taken(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#out.getBuffer())
    this.#out.index = 0
    return bytes
  }
}

function elementOf(name: string, type: ColumnType) {
  const element = { name, repetition_type: 'OPTIONAL' } as const
  if (type === 'real') return { ...element, type: 'DOUBLE' } as const
  if (type === 'count') return { ...element, type: 'INT32' } as const
  if (type === 'time') return { ...element, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' } as const
  return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
}
