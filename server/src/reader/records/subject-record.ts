import type { BaseKind } from '../../facts/claim.ts'
import { foldName } from '../../language/fold-name.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { brand } from '../names/rules/shape-mention.ts'
import { anyBeforeDay } from '../vocabulary/life-words.ts'
import { meaningNamed } from '../vocabulary/meanings.ts'
import { type Section, sectionOfAddress, splitSection } from '../vocabulary/sections.ts'
import type { TypingPage } from './columns/column.ts'
import { labelledValues } from './labelled-values.ts'
import { titleCode, typeField, withParts } from './type-field.ts'
import type { TypedField, TypedRecord } from './typed-record.ts'
import { datedTitle } from './values/dated-title.ts'
import { isClock } from './values/field-values.ts'
import { isNameLike } from './values/value-shapes.ts'

// The page as a record: its heading names the subject, labels beside values state facts about it, and the line below the
// heading of a talk or paper names its people. The kind of the subject comes from the address of the page, from the
// labels, or from the name itself.

const valueMax = 300
/** Lines below the heading in which the speakers of a talk are named. */
const bylines = 4

export function subjectRecord(page: NamedPage, typing: TypingPage): TypedRecord | undefined {
  const heading = headingOf(page)
  if (!heading) return undefined
  const facts = labelledValues(page, typing, heading.end)
  const whole = typing.text.slice(heading.start, heading.end)
  const split = splitSection(whole)
  const name = split?.name ?? whole
  const start = heading.end - name.length
  const section = page.url === undefined ? undefined : sectionOfAddress(page.url)
  const byAddress = split?.section ?? (section && !section.is_list ? section.section : undefined)
  const isDated = isEventTitle(name, typing)
  const kind =
    kindOfSubject(name, byAddress?.kind, facts, { ...typing, isOfList: byAddress !== undefined }) ??
    (isDated ? 'event' : undefined)
  if (kind === undefined) return undefined
  const field = typeField({ start, end: heading.end, column: 0 }, { meaning: kind, kind }, typing)
  const [named] = field.names
  if (!named || field.names.length > 1) return undefined
  if (split && kind === 'event') named.aliases.push(whole)
  const fields = withParts([field, ...facts], typing)
  const known = new Set(fields.flatMap(({ names }) => names.map(({ name: one }) => foldName(one))))
  const linked = linkedFields(page, { kind, name: byAddress?.name }, { typing, from: heading.end })
  fields.push(...linked.filter(({ names }) => !names.some(({ name: one }) => known.has(foldName(one)))))
  const isTalk = byAddress?.name === 'programme' || byAddress?.name === 'papers'
  const hasPeople = fields.some((one) => one.kind === 'person')
  if (kind === 'event' && isTalk && !hasPeople) fields.push(...byline(page, typing, heading.index, byAddress?.name))
  const isTold = fields.length > 1 || byAddress !== undefined
  return isTold
    ? { start: heading.start, end: heading.end, fields, section: byAddress?.name, is_own: true, day: undefined }
    : undefined
}

/** A letter, or a title with a day that names somebody. */
function isEventTitle(name: string, { language, values }: TypingPage): boolean {
  const title = datedTitle(name, language)
  return (
    title !== undefined &&
    (title.sender !== undefined || title.rest.some((part) => values.kindOf(part.text) === 'person'))
  )
}

/** The first heading that the title of the page repeats, else the only heading of level 1. */
function headingOf({ blocks, text, title }: NamedPage): { start: number; end: number; index: number } | undefined {
  const titled = ` ${foldName(title ?? '')} `
  const headings = blocks.flatMap(({ level, start, end }, index) =>
    level !== undefined && end - start <= 200 ? [{ start, end, index, level }] : [],
  )
  const told = headings.find(({ start, end }) => {
    const folded = foldName(text.slice(start, end).replace(titleCode, ''))
    return folded !== '' && titled.includes(` ${folded} `)
  })
  const first = headings.filter(({ level }) => level === 1)
  return told ?? (first.length === 1 ? first[0] : undefined)
}

function kindOfSubject(
  name: string,
  byAddress: BaseKind | undefined,
  facts: TypedField[],
  { values, isOfList }: TypingPage & { isOfList: boolean },
): BaseKind | undefined {
  const byValue = values.kindOf(name)
  const byLabel = kindOfLabels(facts)
  if (byAddress === 'event') return 'event'
  if (byAddress === 'location') return byLabel ?? byValue ?? (isBranch(name) ? 'object' : undefined)
  if (byAddress === 'person')
    return byLabel ?? (byValue === 'person' || byValue === undefined ? personLike(name) : undefined)
  if (byAddress === 'object') return isNameLike(name) ? 'object' : undefined
  if (byLabel === undefined && isOfList) return byValue
  return byLabel === undefined || (byValue !== undefined && byValue !== byLabel && byLabel !== 'event')
    ? undefined
    : byLabel
}

/** `PyLadies Ankara` has a place in its name and is none. */
const isBranch = (name: string) => brand.test(name) && name.includes(' ')

const personLike = (name: string) => (isNameLike(name) && name.includes(' ') ? 'person' : undefined)

function kindOfLabels(facts: TypedField[]): BaseKind | undefined {
  const kinds = new Set(facts.flatMap(({ meaning }) => meaningNamed(meaning).tells ?? []))
  const [kind] = kinds
  // Groups and projects have speakers and rooms too; an event has a day.
  const isDated = kind !== 'event' || facts.some(({ meaning }) => meaning === 'date')
  return kinds.size === 1 && isDated ? kind : undefined
}

/** Links to pages about other things: the talks of a speaker, the speakers of a talk. Long lists are menus. */
function linkedFields(
  page: NamedPage,
  subject: Partial<Section>,
  { typing, from }: { typing: TypingPage; from: number },
): TypedField[] {
  const found = (page.links ?? []).slice(0, linksSeen).flatMap(({ url, text }) => {
    const target = sectionOfAddress(url)
    const said = target && !target.is_list ? relationOfLink(subject, target.section) : undefined
    const start = said === undefined || text.length < 3 ? -1 : page.text.indexOf(text, from)
    if (!target?.section.kind || said === undefined || start < 0) return []
    const column = { meaning: target.section.kind, kind: target.section.kind }
    const field = typeField({ start, end: start + text.length, column: 0 }, column, typing)
    return field.names.length === 1 ? [{ ...field, said, quote_start: start }] : []
  })
  return found.length <= linksMax ? found : []
}

const linksMax = 12
const linksSeen = 300

/** The relation of the subject to whatever it links to. */
function relationOfLink(subject: Partial<Section>, other: Section): TypedField['said'] {
  if (subject.kind === 'person' && other.kind === 'event') return { relation: partIn(other.name), is_inverse: false }
  if (subject.kind === 'event' && other.kind === 'person') return { relation: partIn(subject.name), is_inverse: true }
  return undefined
}

/** What people are to the events of a section. */
const partIn = (section: Section['name'] | undefined) =>
  section === 'programme' ? 'speaker_at' : section === 'papers' ? 'author_of' : 'participant_in'

const atTime = new RegExp(`\\s*(?:@|${anyBeforeDay})\\s+\\d.*$`, 'u')

/** People in the lines below the heading of a talk or a paper. */
function byline(
  page: NamedPage,
  typing: TypingPage,
  heading: number,
  section: Section['name'] | undefined,
): TypedField[] {
  const lines: { start: number; end: number }[] = []
  for (const { start, end, level } of page.blocks.slice(heading + 1, heading + 1 + bylines)) {
    let at = start
    for (const line of page.text.slice(start, end).split('\n')) {
      // `Walter Bright @ 10:00 AM`
      const length = line.replace(atTime, '').length
      if (!isClock(line) && (level === undefined || level > 1)) lines.push({ start: at, end: at + length })
      at += line.length + 1
    }
  }
  const meaning = section === 'papers' ? 'author' : 'speaker'
  for (const line of lines.slice(0, 2 * bylines)) {
    if (line.end - line.start > valueMax || typing.values.kindOf(typing.text.slice(line.start, line.end)) !== 'person')
      continue
    return [typeField({ ...line, column: 0 }, { meaning, kind: 'person' }, typing)]
  }
  return []
}
