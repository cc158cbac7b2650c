import { parseDate } from '../dates/parse-date.ts'
import { type Claim, type EntityClaim, type EntityRef, entityClaim, type Quote } from '../facts/claim.ts'
import { DatedRefs } from '../facts/dated-refs.ts'
import { refOf } from '../facts/refs.ts'
import { isStopValue } from '../facts/stop-values.ts'
import type { ListRow, RowEnd, RowEntityRule, RowRules } from './recipe.ts'
import { PagePositions, type PositionValue } from './template-positions.ts'

// Reads one row of a list by rules. The quote of a fact is its row; of a long row, the part that says it.

const nameMax = 200
const rowQuoteMax = 400
const quoteMax = 1000

export function isNameText(text: string): boolean {
  return text.length <= nameMax && /\p{L}/u.test(text) && !isStopValue(text)
}

export interface RowSurroundings {
  /** The text of the page. */
  text: string
  subject?: EntityRef | undefined
  /** References to the entities that the page has so far. */
  refs?: DatedRefs
}

/** An entity of the row, and the values that speak of it. */
interface RowEntity {
  claim: EntityClaim
  values: PositionValue[]
}

export function readRow(
  { entities, relations }: Omit<RowRules, 'forms'>,
  row: ListRow,
  { text, subject, refs = new DatedRefs() }: RowSurroundings,
): Claim[] {
  const positions = new PagePositions(row.fields)
  const found = entities.map((rule) => readEntity(rule, positions, refs))
  for (const one of found) if (one) one.claim.quote = quoteOf(row, one.values, text)
  const endOf = (end: RowEnd): { entity: EntityRef; values: PositionValue[] } | undefined => {
    if (end === 'subject') return subject && { entity: refAlone(subject), values: [] }
    if (!('row_entity' in end)) return { entity: { ref: refOf(end.kind, end.name), ...end }, values: [] }
    const one = found[end.row_entity]
    return one && { entity: refAlone(one.claim), values: one.values.slice(0, 1) }
  }
  const timeAt = (position: RowRules['relations'][number]['since']) =>
    (position && parseDate(positions.at(position)[0]?.text ?? '')?.edtf) ?? null
  const related = relations.flatMap(({ type, from, to, since, until }): Claim[] => {
    const [a, b] = [endOf(from), endOf(to)]
    if (!a || !b || a.entity.ref === b.entity.ref) return []
    const quote = quoteOf(row, [...a.values, ...b.values], text)
    const times = { since: timeAt(since), until: timeAt(until) }
    return [{ type: 'relationship', from: a.entity, to: b.entity, relation: type, ...times, quote }]
  })
  return [...found.flatMap((one) => one?.claim ?? []), ...related]
}

function readEntity(
  { kind, position, fields }: RowEntityRule,
  positions: PagePositions,
  refs: DatedRefs,
): RowEntity | undefined {
  const [value] = positions.at(position)
  if (!value || !isNameText(value.text)) return undefined
  const name = value.text.replace(/\s+/g, ' ')
  const values = [value]
  const claim = entityClaim({ ref: '', kind, name, quote: { text: '', start: 0, end: 0 } })
  for (const { field, key, position } of fields) {
    const [found] = positions.at(position)
    if (!found || isStopValue(found.text)) continue
    values.push(found)
    if (field === 'attribute') claim.attributes[key ?? ''] = found.text
    else if (field === 'where') claim.where = { name: found.text }
    else claim.when = parseDate(found.text) ?? null
  }
  claim.ref = refs.of(refOf(kind, name), claim.when)
  return { claim, values }
}

function quoteOf({ start, end }: ListRow, values: PositionValue[], text: string): Quote {
  const isShort = end - start <= rowQuoteMax || values.length === 0
  const from = isShort ? start : Math.min(...values.map((value) => value.start))
  const to = isShort ? end : Math.max(...values.map((value) => value.start + value.text.length))
  const stop = Math.min(to, from + quoteMax)
  return { text: text.slice(from, stop), start: from, end: stop }
}

const refAlone = ({ ref, kind, name }: EntityRef): EntityRef => ({ ref, kind, name })
