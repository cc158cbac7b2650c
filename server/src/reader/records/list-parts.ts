import { lowerBound } from '../../language/lower-bound.ts'
import type { PageRecord, RecordList } from '../blocks/record-list.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { sectionOfLine } from '../vocabulary/sections.ts'

// A list that goes on below further headings is one list for whoever types its columns, and several for whoever asks what
// its people are: `General chair` stands over one of them, and `Publicity chair` over the next.

export interface ListPart {
  /** The headings above the part, outermost first. */
  path: string[]
  /** Where the last of them stands. */
  heading: Span | undefined
  records: PageRecord[]
}

interface Span {
  start: number
  end: number
}

type Heading = NamedPage['blocks'][number]

/** The records of a list by the headings between them. */
export function partsOfList(list: RecordList, headings: Heading[], text: string): ListPart[] {
  return partsByHeading(list, headings, text).flatMap((part) => partsByLine(part, text))
}

/** Lines of one paragraph have their headings among them: `Comitê de Programa` stands over the names that follow. */
function partsByLine(part: ListPart, text: string): ListPart[] {
  const { records } = part
  const isHeading = ({ fields, start, end }: PageRecord) =>
    fields.length === 1 && start < text.length && sectionOfLine(text.slice(start, end)) !== undefined
  const lines = records.filter(isHeading)
  if (lines.length === 0 || lines.length * 2 >= records.length) return [part]
  const parts: ListPart[] = [{ ...part, records: [] }]
  for (const record of records) {
    const { start, end } = record
    if (isHeading(record))
      parts.push({ path: [...part.path, text.slice(start, end)], heading: { start, end }, records: [] })
    else parts.at(-1)?.records.push(record)
  }
  return parts.filter((one) => one.records.length > 0)
}

function partsByHeading(list: RecordList, headings: Heading[], text: string): ListPart[] {
  const shown = list.records.filter(({ start }) => start < text.length)
  const starts = Uint32Array.from(shown, ({ start }) => start)
  // The heading of a card is none of the next one.
  const above = headings.filter(({ start, end }) => {
    const record = shown[lowerBound(starts, start + 1) - 1]
    return record === undefined || record.start > start || end > record.end
  })
  const places = Uint32Array.from(above, ({ start }) => start)
  const parts: ListPart[] = []
  let last: number | undefined
  for (const record of list.records) {
    // Pictures are stored behind the text, and say nothing of where they stand.
    const at = record.start < text.length ? lowerBound(places, record.start + 1) - 1 : (last ?? -1)
    const part = parts.at(-1)
    if (part && at === last) {
      part.records.push(record)
      continue
    }
    const path = (parts.length === 0 && list.path.length > 0) || at < 0 ? list.path : pathTo(above, at, text)
    parts.push({ path, heading: record.start < text.length ? above[at] : undefined, records: [record] })
    last = at
  }
  return parts
}

function pathTo(headings: Heading[], last: number, text: string): string[] {
  const path: string[] = []
  let least = 7
  for (let at = last; at >= 0 && least > 1; at--) {
    const { level = 7, start, end } = headings[at] as Heading
    if (level >= least) continue
    least = level
    path.unshift(text.slice(start, end))
  }
  return path
}
