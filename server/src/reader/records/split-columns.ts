import { fieldsByColumn, type RecordField, type RecordList } from '../blocks/record-list.ts'
import { hasRole } from '../vocabulary/roles.ts'
import { areShapedLikePeople, type ValueReader } from './values/value-names.ts'

// Lists write what people are and where they come from behind their names: `Ada Berg (Acme)`, `Ada Berg, University of
// Oslo`, `Ada Berg – Acme`. Where most values of a column are written in one of these ways, it is two columns.

const sampleMax = 24
const leastValues = 3
const valueMax = 200

/** All that stands behind names is one column, between the others. */
export const columnBehind = 0.5

/** A name of a person, and what stands behind it. */
const forms = [
  /^([^(),;:|]{4,60}?)\s*[([]([^()[\]]{2,120})[)\]]\s*[.;,]?$/u,
  /^([^(),;:|]{4,60}?)\s+[–—|@-]\s+([^;|]{2,120}?)\s*[.;,]?$/u,
  /^([^(),;:|]{4,60}?)\s*[,:]\s+([^;|]{2,120}?)\s*[.;,]?$/u,
]

export function splitColumns(list: RecordList, text: string, values: ValueReader): RecordList {
  const byColumn = fieldsByColumn(list)
  const formOf = new Map<number, RegExp>()
  for (const [column, fields] of byColumn) {
    const form = list.labels[column] === undefined ? formOfAll(fields, text, values) : undefined
    if (form) formOf.set(column, form)
  }
  if (formOf.size === 0) return list
  const records = list.records.map((record) => ({
    ...record,
    fields: record.fields.flatMap((field) => {
      const form = formOf.get(field.column)
      return form ? splitField(field, form, text) : [field]
    }),
  }))
  return { ...list, records }
}

/** The form in which most values are written. One person in three may be the only one without anything behind the name. */
function formOfAll(fields: RecordField[], text: string, values: ValueReader): RegExp | undefined {
  const step = Math.max(1, Math.floor(fields.length / sampleMax))
  const texts = fields
    .filter((_, at) => at % step === 0)
    .slice(0, sampleMax)
    .map(({ start, end }) => text.slice(start, Math.min(end, start + valueMax + 1)).trim())
    // `Ada Berg, Head of Production, Acme GmbH` is read as a whole.
    .filter((value) => !values.creditOf(value))
  if (texts.length < leastValues) return undefined
  return forms.find((form) => {
    const pairs = texts.flatMap((value) => {
      const [, name, behind] = form.exec(value) ?? []
      return name !== undefined && behind !== undefined && value.length <= valueMax ? [{ name, behind }] : []
    })
    if (pairs.length < leastValues || pairs.length * 3 < texts.length * 2) return false
    const people = pairs.filter(({ name }) => areShapedLikePeople(name) && values.kindOf(name) === 'person').length
    // `Ada Berg, Karl Holm` are two people, and `Berg, Ada` is one.
    const others = pairs.filter(({ behind }) => isNoPerson(behind, values)).length
    return people * 2 > pairs.length && others * 3 >= pairs.length * 2
  })
}

const isNoPerson = (text: string, values: ValueReader) =>
  hasRole(text) ||
  (values.kindOf(text) !== 'person' && !/^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\.)*$/u.test(text)) ||
  isShort(text)

/** `UFSM`, `MIT`. */
const isShort = (text: string) => /^\p{Lu}[\p{Lu}\d/-]{1,11}$/u.test(text)

function splitField(field: RecordField, form: RegExp, text: string): RecordField[] {
  const value = text.slice(field.start, field.end)
  const [, name, behind] = value.length > valueMax ? [] : (form.exec(value.trim()) ?? [])
  if (name === undefined || behind === undefined) return [field]
  const start = field.start + value.indexOf(name)
  const rest = value.indexOf(behind, name.length)
  if (rest < 0) return [field]
  const { url, column } = field
  return [
    { start, end: start + name.length, column, ...(url !== undefined && { url }) },
    { start: field.start + rest, end: field.start + rest + behind.length, column: columnBehind, behind: start },
  ]
}
