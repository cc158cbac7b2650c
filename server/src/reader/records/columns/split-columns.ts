import type { BaseKind } from '../../../facts/claim.ts'
import { fieldsByColumn, type RecordField, type RecordList } from '../../blocks/record-list.ts'
import { meaningOf } from '../../vocabulary/labels.ts'
import { hasRole } from '../../vocabulary/roles.ts'
import { leadingClock } from '../values/field-values.ts'
import { areShapedLikePeople, type ValueReader } from '../values/value-names.ts'
import { saysOrganization } from '../values/value-shapes.ts'

// Lists write what people are and where they come from beside their names: `Ada Berg (Acme)`, `Ada Berg, University of
// Oslo`, `Treasurer: Ada Berg`; and programmes begin a line with a time and end it with a speaker. Where most values of a
// column are written in one of these ways, it is two columns.

const sampleMax = 24
const leastValues = 3
const valueMax = 200

/** All that stands behind names is one column, between the others. */
export const columnBehind = 0.5
/** So are the roles and times before them, and the speakers behind titles. */
const before = -0.5
const speakers = 0.25
export const notes = 0.75

interface Form {
  /** What stands first and what stands behind it. */
  pattern: RegExp
  /** What is added to the column of each. */
  columns: [number, number]
  /** The part that has the link of the field. */
  linked: 0 | 1
}

interface Pair {
  first: string
  second: string
}

const behindNames = [
  /^([^(),;:|]{4,60}?)\s*[([]([^()[\]]{2,120})[)\]]\s*[.;,]?$/u,
  /^([^(),;:|]{4,60}?)\s+[–—|@-]\s+([^;|]{2,120}?)\s*[.;,]?$/u,
  /^([^(),;:|]{4,60}?)\s*[,:]\s+([^;|]{2,120}?)\s*[.;,]?$/u,
].map((pattern): Form => ({ pattern, columns: [0, columnBehind], linked: 0 }))

const beforeNames = [/^([^:|]{3,60}?)\s*[:：]\s+(\S.{3,150})$/u, /^([^–—|-]{3,60}?)\s+[–—|-]\s+(\S.{3,150})$/u].map(
  (pattern): Form => ({ pattern, columns: [before, 0], linked: 1 }),
)

const clockForm: Form = { pattern: leadingClock, columns: [before, 0], linked: 1 }

const behindTitles = [
  /^(.{5,150}?)\s*\(([^()]{4,120})\)\s*\.?$/u,
  /^(.{5,150})\s+[–—|-]\s+([^–—|]{4,120}?)\s*\.?$/u,
].map((pattern): Form => ({ pattern, columns: [0, speakers], linked: 0 }))

type FormOf = (texts: string[], column: number) => Form | undefined

/** `headings` are those of a table: its columns have been made by its author. */
type SplittableList = RecordList & { headings: Record<number, string> }

interface SplitList {
  list: RecordList
  /** The columns that hold people by what stands beside them, however rare their names. */
  people: ReadonlySet<number>
}

/** `kind` is that of the things below the words over the list. */
export function splitColumns(
  whole: RecordList,
  { text, values, kind }: { text: string; values: ValueReader; kind: BaseKind | undefined },
): SplitList {
  const labelled = { ...splitLabels(whole, text), headings: whole.labels }
  const timed = splitBy(labelled, text, timeForm)
  const isTimed = timed.list !== labelled || kind === 'event'
  const titled = isTimed ? splitBy(timed.list, text, (texts) => speakerForm(texts, values)) : timed
  const roles = splitBy(titled.list, text, (texts) => roleForm(texts, values))
  const { list, columns } = splitBy(roles.list, text, (texts, column) =>
    homeForm(texts, values, kind === 'person' || roles.columns.includes(column)),
  )
  return { list, people: new Set([...roles.columns, ...columns]) }
}

const labelChars = 40
const labelled = /^([^:：]{3,30}?)\s?[:：]\s+(?=\S)/u

/** `Title: Ropes and how they hold` in each card: a label that most values of a column have is the heading of the column. */
function splitLabels(list: RecordList, text: string): RecordList {
  const labels = { ...list.labels }
  for (const [column, fields] of fieldsByColumn(list)) {
    if (labels[column] !== undefined || fields.length < 2) continue
    const own = fields.flatMap(
      ({ start, end }) => labelled.exec(text.slice(start, Math.min(end, start + labelChars)))?.[1] ?? [],
    )
    const [label] = own
    const isOne = label !== undefined && own.every((other) => meaningOf(other) === meaningOf(label))
    if (isOne && own.length * 3 >= fields.length * 2 && meaningOf(label) !== undefined) labels[column] = label
  }
  if (Object.keys(labels).length === Object.keys(list.labels).length) return list
  const records = list.records.map((record) => ({
    ...record,
    fields: record.fields.map((field) => {
      const label = labels[field.column]
      const found = labelled.exec(text.slice(field.start, Math.min(field.end, field.start + labelChars)))
      return found && label !== undefined && meaningOf(found[1] as string) === meaningOf(label)
        ? { ...field, start: field.start + found[0].length }
        : field
    }),
  }))
  return { ...list, labels, records }
}

function splitBy(list: SplittableList, text: string, formOf: FormOf): { list: SplittableList; columns: number[] } {
  const forms = new Map<number, Form>()
  const byColumn = fieldsByColumn(list)
  const textsOf = (fields: RecordField[]) =>
    fields.map(({ start, end }) => text.slice(start, Math.min(end, start + valueMax + 1)).trim())
  for (const [column, fields] of byColumn) {
    if (list.headings[column] !== undefined || fields.length < Math.min(leastValues, list.records.length)) continue
    const step = Math.max(1, Math.floor(fields.length / sampleMax))
    const form = formOf(textsOf(fields.filter((_, at) => at % step === 0).slice(0, sampleMax)), column)
    if (form) forms.set(column, form)
  }
  if (forms.size === 0) return { list, columns: [] }
  // The second of two chairs stands in a column with few others.
  const [known] = forms.values()
  for (const [column, fields] of byColumn) {
    const isFew = fields.length < leastValues && !forms.has(column) && list.headings[column] === undefined
    if (known && isFew && textsOf(fields).every((value) => pairOf(value, known))) forms.set(column, known)
  }
  const records = list.records.map((record) => ({
    ...record,
    fields: record.fields.flatMap((field) => {
      const form = forms.get(field.column)
      return form ? splitField(field, form, text) : [field]
    }),
  }))
  return { list: { ...list, records }, columns: [...forms.keys()] }
}

function pairOf(value: string, { pattern }: Form): Pair | undefined {
  const [, first, second] = value.length > valueMax ? [] : (pattern.exec(value) ?? [])
  return first === undefined || second === undefined ? undefined : { first, second }
}

/** The values that are written in a form, if they are most of them. Two values alone must both be. */
function pairsOf(texts: string[], form: Form): Pair[] {
  const pairs = texts.flatMap((value) => pairOf(value, form) ?? [])
  return pairs.length * 3 < texts.length * 2 || pairs.length < Math.min(2, texts.length) ? [] : pairs
}

const mostly = (pairs: Pair[], is: (pair: Pair) => boolean) => pairs.filter(is).length * 3 >= pairs.length * 2

/** A list without most of its times is a programme all the same: breaks have none. */
function timeForm(texts: string[]): Form | undefined {
  const count = texts.filter((value) => pairOf(value, clockForm)).length
  return count > 1 && count * 2 >= texts.length ? clockForm : undefined
}

/** `Ropes and how they hold (Ada Berg)`. One title in three may have nobody. */
function speakerForm(texts: string[], values: ValueReader): Form | undefined {
  return behindTitles.find((form) => {
    const pairs = texts.flatMap((value) => pairOf(value, form) ?? [])
    if (pairs.length < 2 || pairs.length * 3 < texts.length) return false
    const isSpeaker = ({ second }: Pair) => areShapedLikePeople(second) && values.kindOf(second) === 'person'
    return mostly(pairs, isSpeaker) && !mostly(pairs, ({ first }) => values.kindOf(first) === 'person')
  })
}

/** `Treasurer: Ada Berg`: people behind roles. */
function roleForm(texts: string[], values: ValueReader): Form | undefined {
  if (texts.length < 2) return undefined
  return beforeNames.find((form) => {
    const pairs = pairsOf(texts, form)
    const roles = pairs.filter(({ first }) => hasRole(first)).length
    if (pairs.length < 2 || roles === 0) return false
    // Roles before all names vouch for rare ones.
    if (roles * 2 > pairs.length && pairs.every(({ second }) => areShapedLikePeople(second))) return true
    const people = pairs.filter(({ second }) => values.kindOf(second) === 'person').length
    const others = pairs.filter(({ first }) => areShapedLikePeople(first) && values.kindOf(first) === 'person').length
    return people * 2 > pairs.length && others * 3 < pairs.length
  })
}

/** Where people come from, and what they are. One person in three may be the only one without anything behind the name. */
function homeForm(all: string[], values: ValueReader, isOfPeople: boolean): Form | undefined {
  // `Ada Berg, Head of Production, Acme GmbH` is read as a whole.
  const texts = all.filter((value) => !values.creditOf(value))
  if (texts.length < 2) return undefined
  return behindNames.find((form) => {
    const pairs = pairsOf(texts, form)
    if (pairs.length < 2 || (texts.length < leastValues && pairs.length < texts.length)) return false
    const shaped = pairs.filter(({ first }) => areShapedLikePeople(first))
    const people = shaped.filter(({ first }) => values.kindOf(first) === 'person').length
    const homes = pairs.filter(({ second }) => saysOrganization(second) || isShort(second)).length
    // Organizations behind all names vouch for rare ones.
    const isVouched =
      shaped.length === pairs.length && homes * 2 > pairs.length && (isOfPeople || people * 2 >= pairs.length)
    // `Ada Berg, Karl Holm` are two people, and `Berg, Ada` is one.
    return (people * 2 > pairs.length || isVouched) && mostly(pairs, ({ second }) => isNoPerson(second, values))
  })
}

const isNoPerson = (text: string, values: ValueReader) =>
  hasRole(text) ||
  (values.kindOf(text) !== 'person' && !/^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\.)*$/u.test(text)) ||
  isShort(text)

/** `UFSM`, `MIT`, `UdeG`. */
const isShort = (text: string) => /^\p{Lu}[\p{L}\d/-]{0,10}[\p{Lu}\d]$/u.test(text)

function splitField(field: RecordField, form: Form, text: string): RecordField[] {
  const value = text.slice(field.start, field.end)
  const pair = pairOf(value.trim(), form)
  // A line without a time among lines that begin with one is a note.
  if (!pair) return [form === clockForm ? { ...field, column: field.column + notes } : field]
  const at = value.indexOf(pair.first)
  const rest = value.indexOf(pair.second, at + pair.first.length)
  if (at < 0 || rest < 0) return [field]
  const { url, column } = field
  const start = field.start + at
  const part = (which: 0 | 1, from: number, length: number): RecordField => ({
    start: from,
    end: from + length,
    column: form.columns[which] === columnBehind ? columnBehind : column + form.columns[which],
    ...(url !== undefined && form.linked === which && { url }),
  })
  const second = part(1, field.start + rest, pair.second.length)
  return [part(0, start, pair.first.length), form.columns[1] === columnBehind ? { ...second, behind: start } : second]
}
