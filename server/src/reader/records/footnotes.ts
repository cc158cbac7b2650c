import { conjunctions } from '../../language/conjunctions.ts'
import { anyOf } from '../../language/word-lists.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { sectionOf } from '../vocabulary/sections.ts'
import type { TypingPage } from './columns/column.ts'
import { typeField } from './type-field.ts'
import type { TypedRecord } from './typed-record.ts'
import { areShapedLikePeople } from './values/value-names.ts'
import { saysOrganization } from './values/value-shapes.ts'

// `Ada Berg¹, Karl Holm²` above `¹ University of Oslo`: people whose institutions stand below them, each by its mark.

interface Line {
  text: string
  start: number
}

const mark = '[¹²³⁴⁵⁶⁷⁸⁹]|\\d{1,2}|[*†‡§]'
const note = new RegExp(`^\\(?(${mark})\\)?[.:]?\\s*(\\p{Lu}.{3,150}?)[.;,]?$`, 'u')
const marked = new RegExp(
  `(\\p{Lu}[\\p{L}\\p{M}.'’ -]{3,60}?)\\s*\\(?((?:${mark})(?:\\s*[,;]?\\s*(?:${mark}))*)\\)?(?=\\s*(?:$|[,;]|&|(?:${anyOf(conjunctions)})\\s))`,
  'gu',
)
const opener = new RegExp(`^(?:${anyOf(conjunctions)})\\s+`, 'iu')
/** How many lines of people may stand over their notes. */
const peopleLines = 12
const notesMax = 60
const lineMax = 1_500

export function footnoteRecords(page: NamedPage, typing: TypingPage): TypedRecord[] {
  const lines = page.blocks.flatMap((block): Line[] => (block.is_own ? linesOf(block, page.text) : []))
  const records: TypedRecord[] = []
  for (let at = 1; at < lines.length; at++) {
    if (!note.test((lines[at] as Line).text)) continue
    const notes = notesFrom(lines, at)
    if (isList([...notes.values()])) records.push(...peopleOver(lines, { at, notes }, page, typing))
    at += Math.max(0, notes.size - 1)
  }
  return records
}

function linesOf({ start, end }: { start: number; end: number }, text: string): Line[] {
  let at = start
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const found = { text: line, start: at }
      at += line.length + 1
      return found
    })
}

/** The notes that follow each other from a line on, by their mark. */
function notesFrom(lines: Line[], at: number): Map<string, Line> {
  const notes = new Map<string, Line>()
  for (let next = at; next < lines.length && notes.size < notesMax; next++) {
    const { text, start } = lines[next] as Line
    const [, written = '', name = ''] = note.exec(text) ?? []
    const key = plain(written)
    if (written === '' || notes.has(key)) break
    notes.set(key, { text: name, start: start + text.indexOf(name, written.length) })
  }
  return notes
}

const isList = (notes: Line[]) =>
  notes.filter(({ text }) => saysOrganization(text)).length * 2 >= notes.length && notes.length > 0

/** `¹` is 1. */
const plain = (written: string) => written.normalize('NFKC')

function peopleOver(
  lines: Line[],
  { at, notes }: { at: number; notes: Map<string, Line> },
  page: NamedPage,
  typing: TypingPage,
): TypedRecord[] {
  const heading = page.blocks.findLast(({ level, start }) => level !== undefined && start < (lines[at] as Line).start)
  const section = heading && sectionOf(page.text.slice(heading.start, heading.end))?.name
  const records: TypedRecord[] = []
  for (let above = at - 1; above >= 0 && above >= at - peopleLines; above--) {
    const people = peopleIn(lines[above] as Line, notes, typing)
    if (people.length === 0 && records.length > 0) break
    for (const { fields, start, end } of people)
      records.push({ start, end, fields, section, is_own: true, day: undefined })
  }
  return records
}

function peopleIn({ text, start }: Line, notes: Map<string, Line>, typing: TypingPage) {
  if (text.length > lineMax) return []
  return [...text.matchAll(marked)].flatMap((found) => {
    const written = found[1] as string
    const name = written.trim().replace(opener, '')
    const marks = [...(found[2] as string).matchAll(new RegExp(mark, 'gu'))].map(([one]) => plain(one))
    const told = marks.flatMap((one) => notes.get(one) ?? [])
    if (told.length === 0 || !areShapedLikePeople(name)) return []
    const from = start + found.index + written.indexOf(name)
    const span = { start: from, end: from + name.length, column: 0 }
    const person = typeField(span, { meaning: 'person', kind: 'person' }, typing)
    const homes = told.map((one) => {
      const field = { start: one.start, end: one.start + one.text.length, column: 1 }
      return { ...typeField(field, { meaning: 'affiliation', kind: 'object' }, typing), holders: person.names }
    })
    return [{ fields: [person, ...homes], start: from, end: Math.max(...homes.map(({ end }) => end)) }]
  })
}
