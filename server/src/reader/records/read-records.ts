import type { Claim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { isGerman } from '../../language/detection/tell-language.ts'
import { foldName } from '../../language/fold-name.ts'
import type { JoinedName } from '../names/rules/join-names.ts'
import type { Mention, Sentence } from '../names/rules/mention.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import type { SubjectSpan } from '../names/rules/text-subject.ts'
import type { Tagger } from '../names/tagger/tagger.ts'
import { sectionOf, sectionOfAddress } from '../vocabulary/sections.ts'
import { branchClaims } from './branches.ts'
import { type FoundHost, findHosts } from './find-hosts.ts'
import { footnoteRecords } from './footnotes.ts'
import { paragraphRecords } from './paragraph-people.ts'
import { entityOrEvent, type Host, recordClaims, subjectOf } from './record-claims.ts'
import { subjectRecord } from './subject-record.ts'
import { typeLists } from './type-records.ts'
import type { TypedRecord } from './typed-record.ts'
import { ValueReader } from './values/value-names.ts'

// Reads the records of a page. Their names join the other names of the page first, so that each thing has one name; then
// their facts become claims.

export interface PageRecords {
  /** The subject of the page comes first, where it has one. */
  records: TypedRecord[]
  subject: TypedRecord | undefined
  hosts: FoundHost[]
  text: string
  values: ValueReader
}

const claimsMax = 4_000
const score = 0.95

export function readRecords(page: NamedPage, tagger: Tagger): PageRecords {
  const text = page.data ? `${page.text}\n${page.data}` : page.text
  const values = new ValueReader(tagger, isGerman(page.language))
  const host = page.url === undefined ? undefined : URL.parse(page.url)?.host
  const typing = { text, language: page.language, values, shown: page.text.length, host }
  const subject = subjectRecord(page, typing)
  const noted = footnoteRecords(page, typing)
  const spans = joinSpans(noted.flatMap(({ fields }) => fields))
  const isNoted = ({ start, end }: TypedRecord) => spans.some((span) => span.start < end && start < span.end)
  const listed = typeLists(page, typing).filter((record) => spans.length === 0 || !isNoted(record))
  return {
    subject,
    records: [
      ...(subject ? [subject] : []),
      ...noted,
      ...listed,
      ...paragraphRecords(page, typing, [...noted, ...listed]),
    ],
    hosts: findHosts(page, text, values),
    text,
    values,
  }
}

/** Leaves out who is cut out of the name in a field, whatever that names: `Line Rostvik`, of `Ferry Line Rostvik–Tallinn`. */
export function withoutCutFields(mentions: Mention[], { text, records = [] }: NamedPage): Mention[] {
  const fields = records.flatMap(({ records }) => records.flatMap((record) => record.fields))
  const starts = fields.filter(({ start, end }) => end - start <= cutMax).sort((a, b) => a.start - b.start)
  let next = 0
  return mentions.filter(({ kind, start, end }) => {
    while ((starts[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    const field = starts[next]
    if (kind !== 'person' || !field || field.start >= start || end > field.end) return true
    const isBegun = /^(?:\p{Lu}[\p{L}'’-]*\s+)+$/u.test(text.slice(field.start, start))
    const goesOn = /^[–-]\p{L}/u.test(text.slice(end, end + 2))
    return !(isBegun && goesOn)
  })
}

const cutMax = 60

/** The mentions of a page with those in records: a field has no names but its own. */
export function withRecordMentions(mentions: Mention[], { records }: PageRecords): Mention[] {
  const spans: { start: number; end: number }[] = []
  const roles = new Map<number, number>()
  const found: Mention[] = []
  for (const { fields } of records) {
    for (const { meaning, kind, names, start, end } of fields) {
      // A chair for sale may be called like a person.
      if (meaning === 'goods') spans.push({ start, end })
      if (meaning === 'job_title') roles.set(start, end)
      if (kind === undefined || names.length === 0) continue
      spans.push({ start, end })
      if (kind === 'event') continue
      for (const name of names) found.push(mentionOf(kind, name))
    }
  }
  if (spans.length === 0) return mentions
  const taken = joinSpans(spans)
  // A role alone names nothing: `Secretaría General`.
  const inOrder = mentions.filter(({ start, end }) => roles.get(start) !== end).sort((a, b) => a.start - b.start)
  let next = 0
  const free = inOrder.filter(({ start, end }) => {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    return end <= (taken[next]?.start ?? Number.POSITIVE_INFINITY)
  })
  return [...free, ...found].sort((a, b) => a.start - b.start)
}

/** Spans in order, without overlaps: an organization in brackets stands inside the field of its people. */
function joinSpans(spans: { start: number; end: number }[]): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

function mentionOf(kind: Mention['kind'], { name, start, end }: { name: string; start: number; end: number }): Mention {
  const sentence: Sentence = { tokens: [], block: -1, isAlone: true, isShouted: false, isTitled: false }
  return { kind, name, score, start, end, from: 0, to: 0, sentence, isSure: true, isField: true }
}

export interface RecordReading {
  claims: Claim[]
  /** The texts that are about one entity, the smallest first: records, then the page. */
  subjects: SubjectSpan[]
}

/** The claims of all records. `entities` are all names of the page. */
export function claimsOfRecords(
  page: NamedPage,
  { records, subject, hosts, text, values }: PageRecords,
  entities: JoinedName[],
): RecordReading {
  const byName = new Map<string, JoinedName>()
  for (const entity of entities) {
    for (const name of [entity.name, ...entity.aliases]) {
      const key = foldName(name)
      if (!byName.has(key)) byName.set(key, entity)
    }
  }
  const entityOf = (name: string) => {
    const entity = byName.get(foldName(name))
    return entity && { ref: refOf(entity.kind, entity.name), kind: entity.kind, name: entity.name }
  }
  const field = subject?.fields[0]
  const about = field?.names[0] && entityOrEvent(field, field.names[0], entityOf)
  // The papers listed beside a paper are like it, and no part of it.
  const isPaper = subject?.section === 'papers'
  const isHost = about !== undefined && !isPaper && (about.kind === 'object' || about.kind === 'event')
  // An article about a band or a company lists their members, not those of the site.
  const ofSite = isIndex(page, hosts) ? hosts : hosts.filter(({ kind }) => kind === 'event')
  const ofPage = isHost ? [about as Host, ...ofSite] : ofSite
  const used = new Set<string>()
  const claims: Claim[] = []
  for (const record of records) {
    if (claims.length >= claimsMax) break
    for (const claim of recordClaims(record, {
      text,
      language: page.language,
      hosts: record === subject || !record.is_own ? hosts : ofPage,
      entityOf,
    })) {
      claims.push(claim)
      if (claim.type === 'relationship') used.add(claim.from.ref).add(claim.to.ref)
    }
  }
  for (const claim of branchClaims(entities, hosts, { text, isPlace: (name) => values.isPlace(name) })) {
    claims.push(claim)
    if (claim.type === 'relationship') used.add(claim.to.ref)
  }
  const subjects = records.flatMap((record) => {
    const entity = record === subject ? about : subjectOf(record, entityOf)
    const is_page = record === subject
    return entity ? [{ start: record.start, end: is_page ? page.text.length : record.end, entity, is_page }] : []
  })
  return {
    claims: [...hosts.filter(({ ref }) => used.has(ref)).map(({ claim }) => claim), ...claims],
    subjects: subjects.sort((a, b) => a.end - a.start - (b.end - b.start)),
  }
}

/** Whether a page lists things of its site: its address or its heading is a word for such a list, or names the site. */
function isIndex({ url, blocks, text }: NamedPage, hosts: FoundHost[]): boolean {
  const heading = blocks.find(({ level }) => level === 1)
  if (!heading || (url !== undefined && sectionOfAddress(url) !== undefined)) return true
  const name = text.slice(heading.start, heading.end)
  return sectionOf(name) !== undefined || hosts.some((host) => foldName(name).includes(foldName(host.name)))
}
