import type { BaseKind } from '../../facts/claim.ts'
import type { PageRecord, RecordField, RecordList } from '../blocks/record-list.ts'
import { cellSeparator } from '../blocks/table-rows.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { dateAndPlace } from '../structured/fact-tables/cell-values.ts'
import { coordinatesOf, registerIdOf } from './field-values.ts'
import { meaningOf, sectionOf, sectionOfAddress } from './record-words.ts'
import { kindOfMeaning, type TypingPage } from './type-columns.ts'
import { typeField } from './type-field.ts'
import type { TypedField } from './typed-record.ts'

// Labels beside values, below the heading of a page: facts about its subject. They stand in lines (`Born: 1815`), rows of
// two cells, definitions, or pairs of elements. A label that we do not know is a relation where its value links to a page
// about a person, an organization, a place or an event.

const labelMax = 40
const valueMax = 300
const factsMax = 40
/** Labels that may come several times. */
const repeated = new Set(['id', 'speaker', 'author'])
/** Labels that say nothing about the subject by themselves. */
const empty = new Set(['person', 'name'])

interface Span {
  /** The start of the label, from which the fact is quoted. */
  label_start: number
  start: number
  end: number
  url?: string
}

export function labelledValues(page: NamedPage, typing: TypingPage, from: number): TypedField[] {
  const found: TypedField[] = []
  const seen = new Set<string>()
  const add = (label: string, span: Span) => {
    const length = span.end - span.start
    if (span.start < from || length < 2 || length > valueMax || label.length > labelMax || found.length >= factsMax)
      return
    const meaning = meaningOf(label)
    if (meaning === undefined) found.push(...linkedField(label, span, typing))
    // A label that comes again belongs to a list of other things.
    else if (!empty.has(meaning) && (!seen.has(meaning) || repeated.has(meaning))) {
      seen.add(meaning)
      found.push(...fieldsOf(meaning, label, span, typing))
    }
  }
  const until = endOf(page, from)
  addPairs(page, typing, add)
  addLines(page, add)
  // Below the next heading it may be somebody else's: the first part that has facts is taken.
  const near = found.filter(({ start }) => start < until)
  return near.length > 0 ? near : found
}

/** Where the part of the page below its heading ends. */
function endOf({ blocks }: NamedPage, from: number): number {
  return blocks.find(({ level, start }) => level !== undefined && start >= from)?.start ?? Number.POSITIVE_INFINITY
}

type Add = (label: string, span: Span) => void

/** Whether the records of a list are facts about one thing: the first field of each is a label. */
export function isFactList({ records, labels }: RecordList, text: string): boolean {
  if (Object.keys(labels).length > 1) return false
  const known = pairsOf(records).filter(({ fields: [label] }) => meaningOf(textOf(label, text)) !== undefined)
  return known.length > 1 && known.length * 3 >= records.length
}

const pairsOf = (records: PageRecord[]) => records.filter(({ fields }) => fields.length > 1)
const textOf = (field: RecordField | undefined, text: string) => (field ? text.slice(field.start, field.end) : '')

function addPairs(page: NamedPage, { text }: TypingPage, add: Add): void {
  for (const list of page.records ?? []) {
    if (!list.is_own || !isFactList(list, text)) continue
    for (const { fields } of pairsOf(list.records)) {
      const [label, value] = fields as [RecordField, RecordField]
      const end = Math.max(value.end, fields.at(-1)?.end ?? 0)
      const url = end === value.end ? value.url : undefined
      add(textOf(label, text), { label_start: label.start, start: value.start, end, ...(url !== undefined && { url }) })
    }
  }
}

function addLines({ blocks, text }: NamedPage, add: Add): void {
  for (const [number, { kind, start, end, path, is_own }] of blocks.entries()) {
    if (!is_own) continue
    const line = text.slice(start, end)
    const cut = kind === 'table_row' ? line.indexOf(cellSeparator) : -1
    if (kind === 'definition') {
      const term = path?.at(-1)
      const before = blocks[number - 1]
      const label_start = before && text.slice(before.start, before.end) === term ? before.start : start
      if (term !== undefined && term !== line) add(term, { label_start, start, end })
    } else if (cut > 0 && !line.includes(cellSeparator, cut + 1)) {
      add(line.slice(0, cut), { label_start: start, start: start + cut + cellSeparator.length, end })
    } else addLabelled(line, start, add)
  }
}

const labelled = /^([^:：\n]{2,40}?)\s?[:：]\s+/u

function addLabelled(text: string, offset: number, add: Add): void {
  let at = offset
  for (const line of text.split('\n')) {
    const label = labelled.exec(line)
    if (label) add(label[1] as string, { label_start: at, start: at + label[0].length, end: at + line.length })
    at += line.length + 1
  }
}

function fieldsOf(meaning: string, label: string, span: Span, typing: TypingPage): TypedField[] {
  const text = typing.text.slice(span.start, span.end)
  if (coordinatesOf(text)) return [plain('coordinates', text, span)]
  if (registerIdOf(text, span.url)) return [plain('id', text, span)]
  if (meaning === 'id') return [plain('id', `${label} ${text}`, span)]
  if (meaning === 'born' || meaning === 'died')
    return [plain(meaning, text, span), ...placeIn(meaning, text, span, typing)]
  return [named(meaning, kindOfMeaning[meaning], span, typing)]
}

/** `3 March 1791, Perth`. */
function placeIn(meaning: string, text: string, span: Span, typing: TypingPage): TypedField[] {
  const { place } = dateAndPlace(text, typing.language)
  const at = place === undefined ? -1 : text.indexOf(place)
  if (place === undefined || at < 0) return []
  const start = span.start + at
  const kind = meaning === 'born' ? 'birth_place' : 'death_place'
  return [named(kind, 'location', { ...span, start, end: start + place.length }, typing)]
}

/** `Apprenticed to: Robert Abercairn`, where the name links to the page about him. */
function linkedField(label: string, span: Span, typing: TypingPage): TypedField[] {
  const target = span.url === undefined ? undefined : sectionOfAddress(span.url)
  const relation = relationOf(label)
  // `Letters` and `Talks` are words for what follows, not for a relation to it.
  if (!target?.section.kind || target.is_list || relation === undefined || sectionOf(label)) return []
  return [{ ...named(target.section.kind, target.section.kind, span, typing), relation }]
}

/** Labels of links that lead on, and of what is shown. */
const noRelations =
  /^(?:next|previous|prev|back|more|see also|related|source|sources|photo|photo by|picture|image|credit|credits|tags?|category|categories|read more|home|up)$/

function relationOf(label: string): string | undefined {
  const words = label.toLowerCase().replace(/[\s:：]+$/u, '')
  if (noRelations.test(words)) return undefined
  return /^[a-z]{2,}(?: [a-z]{2,}){0,2}$/.test(words) ? words.replaceAll(' ', '_') : undefined
}

function named(meaning: string, kind: BaseKind | undefined, span: Span, typing: TypingPage): TypedField {
  const field = typeField({ ...span, column: 0 }, { meaning, kind }, typing)
  return { ...field, quote_start: span.label_start }
}

const plain = (meaning: string, text: string, { start, end, url, label_start }: Span): TypedField => ({
  ...{ meaning, kind: undefined, text, start, end, url, names: [], quote_start: label_start },
})
