import type { WriteGraph } from './graph-file.ts'
import {
  type Cell,
  type Cells,
  type Columns,
  cellsOfEntity,
  cellsOfRelationship,
  columnsOfEntities,
  columnsOfRelationships,
  withPages,
} from './table.ts'
import { escapeXml } from './xml-text.ts'
import { ZipWriter } from './zip-writer.ts'

// A workbook of Excel (Office Open XML): a sheet of entities and a sheet of relationships, more of each where one is
// full. Every text is a text: a sheet has no formulas.

/** What Excel opens: https://support.microsoft.com, "Excel specifications and limits". */
export const mostRows = 1_048_576
const mostSigns = 32_767
/** A sheet ends before it is larger than a zip file can say. */
const mostSheetSigns = 1_000_000_000

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'
const main = `${office}/spreadsheetml/2006/main`

export const writeXlsx: WriteGraph = (exported, rows) => writeWorkbook(exported, rows, mostRows)

export async function* writeWorkbook(
  exported: Parameters<WriteGraph>[0],
  { entities, relationships }: Parameters<WriteGraph>[1],
  rowsOfSheet: number,
): ReturnType<WriteGraph> {
  const zip = new ZipWriter()
  const names: string[] = []
  const tables = [
    ['Entities', withPages(columnsOfEntities, exported), new Rows(entities, cellsOfEntity)],
    ['Relationships', withPages(columnsOfRelationships, exported), new Rows(relationships, cellsOfRelationship)],
  ] as const
  for (const [title, columns, source] of tables) {
    let part = 1
    do {
      names.push(part === 1 ? title : `${title} ${part}`)
      part++
      yield* zip.add(`xl/worksheets/sheet${names.length}.xml`, writeSheet(columns, source, rowsOfSheet))
    } while (!(await source.isAtEnd()))
  }
  for (const [name, text] of partsOf(names)) yield* zip.add(name, [text])
  yield zip.end()
}

/** Rows that are taken one by one, and read a batch at a time. */
class Rows<Row = never> {
  readonly #batches: AsyncIterator<Row[]>
  readonly #toCells: (row: Row) => Cells
  #batch: Row[] = []
  #at = 0
  #hasEnded = false

  constructor(batches: AsyncIterable<Row[]>, toCells: (row: Row) => Cells) {
    this.#batches = batches[Symbol.asyncIterator]()
    this.#toCells = toCells
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at >= this.#batch.length && !this.#hasEnded) {
      const next = await this.#batches.next()
      this.#hasEnded = next.done === true
      this.#batch = next.done ? [] : next.value
      this.#at = 0
    }
    return this.#hasEnded
  }

  /** The next one of those that are read; undefined behind the last of them. */
  take(): Cells | undefined {
    const row = this.#batch[this.#at]
    if (row === undefined) return undefined
    this.#at++
    return this.#toCells(row)
  }
}

async function* writeSheet(columns: Columns, rows: Pick<Rows, 'isAtEnd' | 'take'>, rowsOfSheet: number) {
  const names = Object.keys(columns)
  const letters = names.map((_, at) => letterOf(at))
  // The row of titles stays where it is.
  let text = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  text += rowOf(1, letters, names)
  let [row, signs] = [1, 0]
  while (row < rowsOfSheet && signs < mostSheetSigns && !(await rows.isAtEnd())) {
    for (let cells = rows.take(); cells; cells = row < rowsOfSheet ? rows.take() : undefined) {
      const one: Cells = cells
      row++
      text += rowOf(
        row,
        letters,
        names.map((name) => one[name] ?? null),
      )
    }
    signs += text.length
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

/** `A` to `Z`, then `AA`. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

function rowOf(number: number, letters: string[], cells: Cell[]): string {
  let text = ''
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue
    const place = `${letters[at]}${number}`
    text +=
      typeof cell === 'number'
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${writeText(cell)}</t></is></c>`
  }
  return `<row r="${number}">${text}</row>`
}

/** Excel reads `_x000D_` as a sign by its number: what only looks so gets its underscore by number. */
const writeText = (text: string) =>
  escapeXml(
    shorten(text)
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replace(/\r\n?/g, '\n'),
  )

function shorten(text: string): string {
  return text.length <= mostSigns ? text : `${text.slice(0, mostSigns - 1).toWellFormed()}…`
}

function partsOf(names: string[]): [name: string, text: string][] {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (list: string[]) =>
    `${xml}<Relationships xmlns="${office}/package/2006/relationships">${list.join('')}</Relationships>`
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${kind}.${type}+xml"/>`
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${names.map((_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}/officeDocument/2006/relationships"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation(names.length + 1, 'styles', 'styles.xml'),
      ]),
    ],
    [
      'xl/styles.xml',
      `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`,
    ],
  ]
}
