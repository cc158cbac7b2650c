import type { RecordList } from '../../blocks/record-list.ts'

// Paragraphs whose lines are members of a committee, under a paragraph that is their heading in all but its element: each
// line is a record.

/** `Ada Berg (Acme)`, `Ada Berg – Acme`. */
const twoParts = /\S\s*\([^()]{2,}\)\W?$|\S\s[–—-]\s\S/u

const lineMax = 160

export function splitLines(list: RecordList, text: string): RecordList {
  if (!/(?:^|>)p[^>]*$/.test(list.selector)) return list
  const long = list.records.filter(({ fields }) => fields.length > 1)
  const counts = new Set(long.map(({ fields }) => fields.length))
  const lines = long.flatMap(({ fields }) => fields)
  const written = lines.filter(({ start, end }) => end - start <= lineMax && twoParts.test(text.slice(start, end)))
  // Names with an address below are as many lines each, or lines of many forms.
  if (counts.size < 2 || written.length * 3 < lines.length * 2) return list
  const records = list.records.flatMap(({ fields }) =>
    fields.map((field) => ({
      start: field.start,
      end: field.end,
      fields: [{ ...field, column: 10 * Math.floor(field.column / 10) }],
    })),
  )
  return { ...list, records }
}
