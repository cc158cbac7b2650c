import { foldSpace } from '../../../language/fold-space.ts'
import { blockAt } from '../../blocks/block-at.ts'
import type { Picture } from '../../blocks/block-collector.ts'
import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { InlinePart } from '../../blocks/inline-parts.ts'
import type { Block } from '../../blocks/parsed-page.ts'
import { type PageRecord, type RecordField, type RecordList, recordBounds } from '../../blocks/record-list.ts'
import type { Region } from '../../html/region.ts'
import {
  ancestorNamed,
  areHeadedSections,
  areLists,
  areSections,
  haveOneShape,
  type Piece,
  recordsMin,
} from './alike.ts'
import { commonEdges, cutEdges, edgeName } from './common-edges.ts'
import { fieldCutter } from './cut-fields.ts'
import { FewAlike } from './few-alike.ts'
import { headingsAbove, isBelowHeading, picturesByHeading } from './headings-above.ts'
import { HiddenLines, isNamedIn } from './hidden-lines.ts'
import { ColumnNumbers, pathWithin } from './record-columns.ts'
import type { ListShape, RecordSource } from './record-source.ts'
import { columnNames, isHeadOf, leadingSpans } from './table-shape.ts'

// Finds the records of a page by the shape of its tree: rows of a table, elements beside each other that are written
// alike, and headings of one level, each with what stands below it.

/** Lists of paragraphs longer than this are prose, and a record longer than that an article. */
const proseChars = 160
const recordChars = 1_500
/** A name, and two lines about it: two alone may be anything. */
const cardParts = 3

export interface FoundRecords {
  lists: RecordList[]
  data: string
  /** The names of pictures, which are part of what the page says. */
  pictures: string
}

export function findRecords(source: RecordSource): FoundRecords {
  const finder = new RecordFinder(source)
  const lists = finder.find()
  for (const [label, text] of Object.entries(source.names)) {
    // A page that shows nothing says nothing by its title either.
    if (source.text !== '' && text && !source.text.includes(text)) finder.lines.add(label, foldSpace(text))
  }
  const { data, pictures } = finder.lines
  return { lists, data, pictures }
}

class RecordFinder {
  readonly #source: RecordSource
  readonly lines: HiddenLines
  readonly #lists: RecordList[] = []
  readonly #taken: Uint8Array
  /** Pictures that are fields of a record, or repeat one. */
  readonly #shown = new Set<Picture>()
  #records = 0

  constructor(source: RecordSource) {
    this.#source = source
    this.lines = new HiddenLines(source.text.length, source.data)
    this.#taken = new Uint8Array(source.drafts.length)
  }

  find(): RecordList[] {
    this.#findTables()
    this.#findAlike()
    this.#findPictures()
    this.#findHeaded()
    this.#findLines()
    return this.#lists.sort((a, b) => (a.records[0]?.start ?? 0) - (b.records[0]?.start ?? 0))
  }

  #findTables(): void {
    const { drafts } = this.#source
    const tables = new Map<Region, number[]>()
    for (const [at, draft] of drafts.entries()) {
      if (!draft.is_row) continue
      const table = ancestorNamed(draft.region, 'table')
      if (!table) continue
      const rows = tables.get(table)
      if (rows) rows.push(at)
      else tables.set(table, [at])
    }
    for (const rows of tables.values()) this.#addTable(rows)
  }

  #addTable(rows: number[]): void {
    const { drafts, blocks } = this.#source
    const [first] = rows as [number]
    const hasHead = (drafts[first] as BlockDraft).is_head || isHeadOf(rows.map((at) => drafts[at] as BlockDraft))
    const labels: Record<number, string> = {}
    if (hasHead) {
      const { cells, text } = drafts[first] as BlockDraft
      for (const { column, start, end } of cells) labels[10 * column] = text.slice(start, end)
    }
    const body = rows.slice(hasHead ? 1 : 0).filter((at) => !(drafts[at] as BlockDraft).is_head)
    if (body.length < (hasHead ? 1 : recordsMin)) return
    const shift = leadingSpans(body.map((at) => drafts[at] as BlockDraft))
    const records = body.map((at): PageRecord => {
      const [{ start, end }, draft] = [blocks[at] as Block, drafts[at] as BlockDraft]
      const cut = fieldCutter(this.#source, at)
      this.#taken[at] = 1
      const fields: RecordField[] = []
      for (const cell of draft.cells) {
        if (fields.length >= recordBounds.fields) break
        const column = 10 * (cell.column + shift(draft))
        fields.push(...cut({ column, start: start + cell.start, end: start + cell.end }))
      }
      return { start, end, fields: fields.slice(0, recordBounds.fields) }
    })
    const selector = ancestorNamed((drafts[first] as BlockDraft).region, 'table')?.selector ?? ''
    this.#add(first, records, { labels, selector, columns: columnNames(labels) })
  }

  /** Elements of one parent with the same name and classes. */
  #findAlike(): void {
    const { regions } = this.#source
    const pieces = this.#pieces()
    // The pieces of a region follow each other.
    const first = new Int32Array(regions.length).fill(-1)
    const last = new Int32Array(regions.length)
    for (const [number, { region }] of pieces.entries()) {
      for (let at: Region | undefined = region; at; at = at.parent) {
        if (first[at.index] === -1) first[at.index] = number
        last[at.index] = number
      }
    }
    const groups = new Map<string, Region[]>()
    for (const region of regions) {
      if (first[region.index] === -1 || !region.parent || noRecords.has(region.name)) continue
      const key = `${region.parent.index} ${region.part}`
      const group = groups.get(key)
      if (group) group.push(region)
      else groups.set(key, [region])
    }
    const outermost = [...groups.values()].sort((a, b) => (a[0] as Region).depth - (b[0] as Region).depth)
    const contents = (group: Region[]) =>
      group.map(({ index }) => pieces.slice(first[index], (last[index] as number) + 1))
    const isBelow = ({ block }: Piece) => isBelowHeading(this.#source.drafts, block)
    const isTextBelow = (piece: Piece) => !piece.picture && isBelow(piece)
    const few = new FewAlike(
      outermost.filter((group) => group.length < recordsMin),
      (region) => isTextBelow(pieces[first[region.index] as number] as Piece),
    )
    for (const alone of outermost) {
      if (alone.length < recordsMin) continue
      const records = contents(alone)
      if (!this.#isRecords(alone[0] as Region, records) || !haveOneShape(alone, records)) continue
      if (areSections(alone, records) || areHeadedSections(records, this.#source.drafts)) continue
      if (areLists(alone, records, isBelow)) continue
      const group = few.joinedTo(alone)
      this.#addAlike(group, group === alone ? records : contents(group))
    }
    for (const group of few.rest()) {
      const records = contents(group)
      if (
        !areLists(group, records, isBelow) &&
        this.#isRecords(group[0] as Region, records) &&
        haveOneShape(group, records)
      )
        this.#addAlike(group, records, [])
    }
  }

  #pieces(): Piece[] {
    const { drafts, pictures } = this.#source
    const pieces: Piece[] = []
    let next = 0
    for (let block = 0; block <= drafts.length; block++) {
      for (; next < pictures.length && (pictures[next] as Picture).before <= block; next++) {
        const picture = pictures[next] as Picture
        pieces.push({ block, picture, region: picture.region })
      }
      const draft = drafts[block]
      if (draft && this.#taken[block] === 0) pieces.push({ block, region: draft.region })
    }
    return pieces
  }

  #isRecords({ name }: Region, records: Piece[][]): boolean {
    const { drafts } = this.#source
    const lengths = records
      .map((pieces) => pieces.reduce((sum, { block, picture }) => sum + (picture ? 0 : this.#lengthOf(block)), 0))
      .sort((a, b) => a - b)
    const typical = lengths[Math.floor(lengths.length / 2)] as number
    if (typical > (name === 'p' ? proseChars : recordChars)) return false
    const isFree = records.every((pieces) => pieces.every(({ block, picture }) => picture || this.#taken[block] === 0))
    const most = Math.max(...records.slice(0, 1_000).map((pieces) => pieces.length))
    const count = (is: (draft: BlockDraft, at: number) => boolean) =>
      records.filter((pieces) =>
        pieces.some(({ block, picture }, at) => !picture && is(drafts[block] as BlockDraft, at)),
      ).length
    const sections = count(({ level }, at) => at > 0 && level > 0 && level < 3)
    // One element holds the page and the others its frame.
    const pages = count(({ level }) => level === 1)
    return isFree && most <= 40 && sections * 2 < records.length && (pages === 0 || pages * 2 > records.length)
  }

  #lengthOf(block: number): number {
    return this.#textOf(block).length
  }

  #textOf(block: number): string {
    return this.#source.drafts[block]?.text ?? ''
  }

  #addAlike(group: Region[], contents: Piece[][], path?: string[]): void {
    const all = contents.flat()
    if (all.every(({ picture }) => picture)) {
      this.#addPictures(all.flatMap(({ picture }) => picture ?? []))
      return
    }
    const columns = new ColumnNumbers()
    const edges = commonEdges(group, contents, this.#source.drafts)
    const records: PageRecord[] = []
    for (const [at, pieces] of contents.entries()) {
      const seen = new Map<string, number>()
      const fields = pieces.flatMap(({ block, picture, region }) => {
        const path = pathWithin(group[at] as Region, region)
        const nth = seen.get(path) ?? 0
        seen.set(path, nth + 1)
        const column = columns.of(`${path} ${nth}`)
        if (picture) {
          this.#shown.add(picture)
          const isNamed = pieces.some((other) => !other.picture && isNamedIn(this.#textOf(other.block), picture))
          return isNamed ? [] : (this.#pictureField(picture, column) ?? [])
        }
        this.#taken[block] = 1
        return this.#fieldsOf(block, { column, edges: edges.get(path) }, (part) => {
          const name = `${path}>${part}`
          const before = seen.get(name) ?? 0
          seen.set(name, before + 1)
          return columns.of(`${name} ${before}`)
        })
      })
      // Pictures are stored behind the text: a span that reached there would hold other records too.
      const shown = fields.filter(({ start }) => start < this.#source.text.length)
      const [first, last] = shown.length > 0 ? [shown[0], shown.at(-1)] : [fields[0], fields[0]]
      if (!first || !last) continue
      records.push({ start: first.start, end: last.end, fields: fields.slice(0, recordBounds.fields) })
    }
    const [piece] = contents[0] as [Piece]
    if (records.length < recordsMin) return
    const { selector } = group[0] as Region
    this.#add(piece.block, records, { selector, columns: columns.names, ...(path && { path }) })
  }

  /** The fields of a block; lines that are elements of their own have columns of their own. */
  #fieldsOf(
    block: number,
    { column, edges }: { column: number; edges?: ReadonlySet<string> | undefined },
    columnOf: (part: string) => number,
  ): RecordField[] {
    const { drafts, blocks } = this.#source
    const { start, end } = blocks[block] as Block
    const { parts, text, edges: own } = drafts[block] as BlockDraft
    const cut = fieldCutter(this.#source, block)
    const cuts = parts.length === 0 ? own.filter((edge) => edges?.has(edgeName(edge))) : []
    if (cuts.length > 0) {
      const spans = cutEdges({ start, end, column }, cuts, columnOf)
      return spans.flatMap((span) => cut(span))
    }
    if (parts.length === 0) return cut({ start, end, column })
    let at = start
    let next = 0
    return text.split('\n').flatMap((line, number) => {
      const span = { start: at, end: at + line.length }
      at = span.end + 1
      const found = parts.findIndex((part, index) => index >= next && part.text === line)
      if (found >= 0) next = found + 1
      return cut({ ...span, column: found < 0 ? column + number : columnOf((parts[found] as InlinePart).name) })
    })
  }

  /** Logos beside each other in one element. */
  #findPictures(): void {
    const { pictures } = this.#source
    const rows = Map.groupBy(
      pictures.filter((picture) => !this.#shown.has(picture)),
      ({ region }) => region,
    )
    for (const row of rows.values()) if (row.length > 1) this.#addPictures(row)
  }

  /** Logos below one heading are one list: the next one may stand over other sponsors, or over partners. */
  #addPictures(pictures: Picture[]): void {
    for (const picture of pictures) this.#shown.add(picture)
    for (const row of picturesByHeading(this.#source.drafts, pictures)) {
      const records = row.flatMap((picture) => {
        const field = this.#pictureField(picture, 0)
        return field ? [{ start: field.start, end: field.end, fields: [field] }] : []
      })
      if (records.length > 0) this.#add((row[0] as Picture).before, records, { selector: '', columns: [] })
    }
  }

  #pictureField(picture: Picture, column: number) {
    const link = picture.position && this.#source.links.get(picture.position)?.[0]
    const line = this.lines.addPicture(picture.alt)
    return line && { ...line, column, ...(link && { url: link.url }) }
  }

  /** Headings of one level in one place, with the short texts below them. */
  #findHeaded(): void {
    const { drafts, blocks } = this.#source
    const groups = new Map<string, number[]>()
    for (const [at, { level, region, kind }] of drafts.entries()) {
      if (this.#taken[at] === 1 || (level === 0 && kind !== 'definition')) continue
      if (level === 0 && region.name !== 'dt') continue
      const key = `${level} ${region.part} ${region.depth}`
      const group = groups.get(key)
      if (group) group.push(at)
      else groups.set(key, [at])
    }
    for (const group of groups.values()) {
      if (group.length < recordsMin) continue
      const records = group.map((at): PageRecord => {
        const { start, end } = blocks[at] as Block
        const fields = fieldCutter(this.#source, at)({ start, end, column: 0 })
        let last = end
        for (let below = at + 1; below <= at + 3; below++) {
          const draft = drafts[below]
          if (!draft || draft.level > 0 || draft.region.name === 'dt' || draft.text.length > proseChars) break
          // The first rows of a programme are nothing about its day.
          if (this.#taken[below] === 1 && draft.region.parent !== drafts[at]?.region.parent) break
          const block = blocks[below] as Block
          fields.push(
            ...fieldCutter(this.#source, below)({ start: block.start, end: block.end, column: 10 * (below - at) }),
          )
          last = block.end
        }
        return { start, end: last, fields: fields.slice(0, recordBounds.fields) }
      })
      const { selector } = (drafts[group[0] as number] as BlockDraft).region
      this.#add(group[0] as number, records, { selector, columns: [] })
    }
  }

  /** Lines of one block that only `br` separates. */
  #findLines(): void {
    const { drafts, blocks } = this.#source
    for (const [at, { text, is_row, region, parts }] of drafts.entries()) {
      if (this.#taken[at] === 1 || is_row || !text.includes('\n')) continue
      if (parts.length >= cardParts) {
        this.#addCard(at)
        continue
      }
      const lines = text.split('\n')
      // The two chairs below their heading.
      const least = isBelowHeading(drafts, at) ? 2 : recordsMin
      if (lines.length < least || lines.some((line) => line.length > proseChars)) continue
      let { start } = blocks[at] as Block
      const cut = fieldCutter(this.#source, at)
      const records: PageRecord[] = []
      for (const line of lines) {
        const span = { start, end: start + line.length, column: 0 }
        records.push({ start, end: span.end, fields: cut(span) })
        start = span.end + 1
      }
      this.#add(at, records, { selector: region.selector, columns: [] })
    }
  }

  /** A card that stands alone. */
  #addCard(block: number): void {
    const { drafts, blocks } = this.#source
    const { region } = drafts[block] as BlockDraft
    const { start, end } = blocks[block] as Block
    const columns = new ColumnNumbers()
    const fields = this.#fieldsOf(block, { column: columns.of('') }, (part) => columns.of(`${part} 0`)).slice(
      0,
      recordBounds.fields,
    )
    this.#add(block, [{ start, end, fields }], { selector: region.selector, columns: columns.names })
  }

  #add(block: number, records: PageRecord[], { labels = {}, selector, columns, path }: ListShape): void {
    const room = recordBounds.records - this.#records
    if (room <= 0 || this.#lists.length >= recordBounds.lists) return
    const { blocks } = this.#source
    this.#records += Math.min(room, records.length)
    this.#lists.push({
      path: path ?? headingsAbove(this.#source.drafts, block),
      labels,
      selector,
      columns,
      records: records.slice(0, room),
      is_own: records.some(({ start }) => blockAt(blocks, start)?.is_own),
    })
  }
}

const noRecords = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'html', 'body', 'main', 'h1', 'h2', 'dt', 'dd'])
