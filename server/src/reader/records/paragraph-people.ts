import type { NamedPage } from '../names/rules/named-page.ts'
import { sectionOf } from '../vocabulary/sections.ts'
import type { TypingPage } from './columns/column.ts'
import { typeField, withParts } from './type-field.ts'
import type { TypedRecord } from './typed-record.ts'
import { areShapedLikePeople, partsOf } from './values/value-names.ts'

// A committee in one paragraph: `Ada Berg (University of Oslo), Karl Holm (MIT), Grace Lund (ETH)`, below the word for it.

const charsMax = 4_000
const peopleLeast = 3
/** One known name in as many vouches for the others below a word for people. */
const knownLeast = 6

export function paragraphRecords(page: NamedPage, typing: TypingPage, taken: TypedRecord[]): TypedRecord[] {
  const records: TypedRecord[] = []
  let section: ReturnType<typeof sectionOf>
  for (const { start, end, level, is_own } of page.blocks) {
    const text = page.text.slice(start, Math.min(end, start + charsMax))
    if (level !== undefined) section = sectionOf(text) ?? (level > 2 ? section : undefined)
    if (level !== undefined || !is_own || section?.kind !== 'person' || end - start > charsMax) continue
    if (taken.some((record) => record.start < end && start < record.end)) continue
    const people = withoutBrackets(text)
    if (!areShapedLikePeople(people)) continue
    const parts = partsOf(people)
    const known = parts.filter((part) => typing.values.kindOf(part.text) === 'person').length
    if (parts.length < peopleLeast || known * knownLeast < parts.length) continue
    const field = typeField({ start, end, column: 0 }, { meaning: 'person', kind: 'person' }, typing)
    const fields = withParts([field], typing)
    records.push({ start, end, fields, section: section.name, is_own: true, day: undefined })
  }
  return records
}

const withoutBrackets = (text: string) =>
  text
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/[.\s]+$/, '')
    .replaceAll('\n', ', ')
