import { parseDate, spanOf } from '../../../dates/parse-date.ts'
import type { BaseKind, When } from '../../../facts/claim.ts'
import { isStopValue } from '../../../facts/stop-values.ts'
import { type Item, isText, type TextValue } from '../syntaxes/item.ts'
import type { DraftFact, DraftMarks } from './entity-draft.ts'
import { externalId, IdList, namedId } from './external-ids.ts'
import { textOf } from './place-facts.ts'

// Facts about an entity besides its name.

/** `property attribute kinds`: one letter for each kind that has the attribute. */
const table = `jobTitle job_title p|role job_title p|hasOccupation occupation p|email email poe|telephone telephone pole
  faxNumber fax po|honorificPrefix honorific_prefix p|honorificSuffix honorific_suffix p|gender gender p
  nationality nationality p|award award poe|legalName legal_name o|slogan slogan o|industry industry o
  numberOfEmployees employees o|taxID tax_id o|vatID vat_id o|naics naics o|isicV4 isic o|tickerSymbol ticker_symbol o
  openingHours opening_hours ol|priceRange price_range o|servesCuisine cuisine o|sport sport oe|genre genre o
  eventStatus event_status e|eventAttendanceMode attendance_mode e|population population l|area area l
  elevation elevation l|timeZone time_zone l|revenue revenue o`

const letterOf: Record<BaseKind, string> = { person: 'p', object: 'o', location: 'l', event: 'e' }
const attributes = table.split(/\s*[|\n]\s*/).map((row) => row.trim().split(' ') as [string, string, string])

/** The schema.org property of an attribute of this kind. */
export function propertyOfAttribute(attribute: string, kind: BaseKind): string | undefined {
  const row = attributes.find(([, name, kinds]) => name === attribute && kinds.includes(letterOf[kind]))
  return row?.[0] ?? spans[kind].find(([, name]) => name === attribute)?.[0]
}

const attributeMax = 300
const sameMax = 5

export function attributeFacts(item: Item, kind: BaseKind): DraftFact[] {
  const facts: DraftFact[] = []
  for (const [property, attribute, kinds] of attributes) {
    if (!item.props.has(property) || !kinds.includes(letterOf[kind])) continue
    for (const value of (item.props.get(property) ?? []).slice(0, sameMax)) {
      const text = isText(value) ? value : (textOf(value.item, 'name') ?? textOf(value.item, 'value'))
      const plain = text && plainValue(attribute, text.text)
      if (plain) facts.push({ value: text, visible_text: plain, claim: { attributes: { [attribute]: plain } } })
    }
  }
  return facts
}

function plainValue(attribute: string, text: string): string | undefined {
  let plain = text.replace(/^https?:\/\/schema\.org\//i, '')
  if (attribute === 'email') plain = plain.replace(/^mailto:/i, '').replace(/\?.*$/, '')
  if (attribute === 'telephone' || attribute === 'fax') plain = plain.replace(/^(?:tel|fax|callto):/i, '').trim()
  if (attribute === 'gender') plain = plain.toLowerCase()
  if (plain.length > attributeMax || plain === '' || isPlaceholder(attribute, plain)) return undefined
  if (attribute === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)) return undefined
  if (/^https?:/i.test(plain)) return undefined
  return plain
}

/** Whether a value is a placeholder. `$$` is a valid price range, and `other` a valid gender. */
function isPlaceholder(attribute: string, plain: string): boolean {
  if (attribute === 'price_range' && /^[$€£¥]+$/.test(plain)) return false
  return isStopValue(plain) && !(attribute === 'gender' && plain === 'other')
}

/** The properties with the first and the last day of an entity, by kind. */
const spans: Record<BaseKind, [start: [string, string], end: [string, string]]> = {
  person: [
    ['birthDate', 'birth_date'],
    ['deathDate', 'death_date'],
  ],
  object: [
    ['foundingDate', 'founding_date'],
    ['dissolutionDate', 'dissolution_date'],
  ],
  event: [
    ['startDate', 'start_date'],
    ['endDate', 'end_date'],
  ],
  location: [
    ['foundingDate', 'founding_date'],
    ['dissolutionDate', 'dissolution_date'],
  ],
}

export function dateFacts(
  item: Item,
  kind: BaseKind,
  language: string | null,
): { facts: DraftFact[]; marks: DraftMarks } {
  const facts: DraftFact[] = []
  const marks: DraftMarks = {}
  const [start, end] = spans[kind].map(([property, attribute]) => readDate(item, property, attribute, language))
  for (const date of [start, end]) {
    if (!date) continue
    facts.push({ value: date.value, claim: { attributes: { [date.attribute]: date.edtf } } })
    marks[date.attribute] = date.edtf
  }
  const when = spanOf(start?.when, end?.when)
  if (facts[0] && when) facts[0].claim.when = when
  return { facts, marks }
}

interface DateValue {
  value: TextValue
  attribute: string
  edtf: string
  when: When
}

/** Dates that programs write for "unknown". */
const noDate = /^\s*(?:0000\b|0001-01-01|9999\b)/

function readDate(item: Item, property: string, attribute: string, language: string | null): DateValue | undefined {
  for (const value of item.texts(property).slice(0, sameMax)) {
    const when = noDate.test(value.text) ? undefined : parseDate(value.text, { language })
    if (when) return { value, attribute, edtf: when.edtf, when }
  }
  return undefined
}

/** The first date of a property as EDTF. */
export function edtfOf(item: Item, property: string, language: string | null): string | null {
  return readDate(item, property, '', language)?.edtf ?? null
}

const summaryMax = 500

export function summaryFact(item: Item): DraftFact | undefined {
  const value = item.texts('description')[0]
  if (!value || value.text.length < 10 || /^https?:\/\/\S*$/i.test(value.text)) return undefined
  const summary =
    value.text.length <= summaryMax ? value.text : `${value.text.slice(0, summaryMax).replace(/\s+\S*$/, '')}…`
  return { value, claim: { summary: summary.toWellFormed() } }
}

const urlsMax = 20

/** Other addresses of the entity, and its ids in registers. */
export function identityOf(item: Item, base: string): { urls: string[]; external_ids: Record<string, string> } {
  const urls: string[] = []
  const ids = new IdList()
  const note = (found: [string, string] | undefined) => ids.note(found)
  const texts = [...item.texts('url'), ...item.texts('sameAs')].map(({ text }) => text)
  for (const { item: same } of [...item.items('sameAs'), ...item.items('url')]) if (same.id) texts.push(same.id)
  if (item.id !== undefined && !item.id.startsWith('_:')) texts.unshift(item.id)
  for (const text of texts.slice(0, urlsMax)) {
    const url = text.length > 2000 || /\s/.test(text) ? null : URL.parse(text, base)
    if (url === null || !/^https?:$/.test(url.protocol) || urls.includes(url.href)) continue
    urls.push(url.href)
    note(externalId(url.href))
  }
  for (const property of ['leiCode', 'duns', 'isni', 'iso6523Code', 'vatID']) {
    for (const { text } of item.texts(property).slice(0, sameMax)) note(namedId(property, text))
  }
  for (const value of (item.props.get('identifier') ?? []).slice(0, sameMax)) {
    if (isText(value)) {
      note(externalId(value.text))
      continue
    }
    const name = textOf(value.item, 'propertyID') ?? textOf(value.item, 'name')
    const number = textOf(value.item, 'value')
    if (name && number) note(namedId(name.text, number.text) ?? externalId(number.text))
  }
  return { urls, external_ids: ids.agreed() }
}
