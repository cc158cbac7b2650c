import type { BaseKind } from '../../facts/claim.ts'
import { allPhrases } from '../../language/word-lists.ts'
import { type LabelledRow, labelledRow } from '../blocks/labelled-row.ts'
import type { PageRecord, RecordField, RecordList } from '../blocks/record-list.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { dateAndPlace } from '../structured/fact-tables/cell-values.ts'
import { meaningOf } from '../vocabulary/labels.ts'
import { meaningNamed } from '../vocabulary/meanings.ts'
import { kindOfAddress, sectionOf } from '../vocabulary/sections.ts'
import type { TypingPage } from './columns/column.ts'
import { kindOfField, typeField } from './type-field.ts'
import type { TypedField } from './typed-record.ts'
import { coordinatesOf, registerIdOf } from './values/field-values.ts'

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

/** Without its label. */
interface Span extends Omit<LabelledRow, 'label'> {
  url?: string
}

export function labelledValues(page: NamedPage, typing: TypingPage, from: number): TypedField[] {
  const found: TypedField[] = []
  const seen = new Set<string>()
  const add = (label: string, span: Span) => {
    const length = span.end - span.start
    if (span.start < from || length < 2 || length > valueMax || label.length > labelMax || found.length >= factsMax)
      return
    const meaning = knownMeaning(label)
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

/** The meaning of a label beside a fact of a record; those of tables of facts are read where these are proved. */
function knownMeaning(label: string): string | undefined {
  const meaning = meaningOf(label)
  return meaning === undefined || meaningNamed(meaning).is_of_one ? undefined : meaning
}

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
  for (const [at, { start, end, is_own }] of blocks.entries()) {
    if (!is_own) continue
    const row = labelledRow(text, blocks, at)
    if (row) add(row.label, row)
    else addLabelled(text.slice(start, end), start, add)
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
  return [named(meaning, kindOfField(meaning), span, typing)]
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
  const kind = span.url === undefined ? undefined : kindOfAddress(span.url)
  const relation = relationOf(label)
  // `Letters` and `Talks` are words for what follows, not for a relation to it.
  if (!kind || relation === undefined || sectionOf(label)) return []
  return [{ ...named(kind, kind, span, typing), said: { relation, is_inverse: false } }]
}

/** Labels of links that lead on, and of what is shown. */
const noRelations = allPhrases('no-relations')

function relationOf(label: string): string | undefined {
  const words = label.toLowerCase().replace(/[\s:：]+$/u, '')
  if (noRelations.has(words)) return undefined
  return /^[a-z]{2,}(?: [a-z]{2,}){0,2}$/.test(words) ? words.replaceAll(' ', '_') : undefined
}

function named(meaning: string, kind: BaseKind | undefined, span: Span, typing: TypingPage): TypedField {
  const field = typeField({ ...span, column: 0 }, { meaning, kind }, typing)
  return { ...field, quote_start: span.label_start }
}

const plain = (meaning: string, text: string, { start, end, url, label_start }: Span): TypedField => ({
  ...{ meaning, kind: undefined, text, start, end, url, names: [], quote_start: label_start },
})
