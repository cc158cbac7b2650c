import type { Claim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import type {
  ListRow,
  RowEnd,
  RowEntityRule,
  RowRelationRule,
  RowRules,
  TemplatePosition,
  TextPart,
} from '../recipe.ts'
import { formsOf, isWrittenLike } from '../row-forms.ts'
import { isNameText, readRow } from '../run-rows.ts'
import type { ReadEntities, ReadEntity, ReadRelation } from './gather-entities.ts'
import { halves, IndexedPositions, keyOf } from './indexed-positions.ts'
import { commonRules, datesAt, isPrecise, learnFields, samplesLeast } from './learn-fields.ts'
import { statementsOf } from './row-statements.ts'

// Learns from some rows of a list what their columns say: which names an entity of which kind, which are its fields, and
// how the entities are related, to each other and to one that all rows share. The rules must say of the sample rows
// exactly what the model said. A row of which it said something else is told apart by how it is written, or there are
// no rules.

/** What the model said of the page of a row. */
export interface RowPage {
  text: string
  claims: Claim[]
  entities: ReadEntities
  subject: ReadEntity | undefined
  /** The facts of all claims. */
  said: Map<string, string>
}

/** Rows that the rules do not fit are sorted out later. */
const rowPrecision = 2 / 3
/** What the model said of single rows only cannot be learned. */
const leastRecall = 0.8

/** The quote of a fact is its row, so names may be put together from it. */
const rowParts: TextPart[] = [...halves, { separator: ', ', at: 'reversed' }]

export class SampleRow extends IndexedPositions {
  readonly row: ListRow
  readonly page: RowPage

  constructor(row: ListRow, page: RowPage) {
    super(row.fields, rowParts)
    this.row = row
    this.page = page
  }

  entityAt({ kind, position }: RowEntityRule): ReadEntity | undefined {
    const [value] = this.positions.at(position)
    return value && this.page.entities.named(kind, value.text)
  }

  get claims(): Claim[] {
    const { start, end } = this.row
    return this.page.claims.filter(({ quote }) => quote.start >= start && quote.start < end)
  }
}

/** `categories` are the columns of few values. */
export function learnRows(rows: SampleRow[], categories: string[]): RowRules | undefined {
  const entities = learnEntities(rows)
  if (entities.length === 0) return undefined
  const relations = learnRelations(rows, entities)
  return checkRules(rows, { entities, relations }, categories)
}

function learnEntities(rows: SampleRow[]): RowEntityRule[] {
  const candidates = commonRules(rows, (row) =>
    [...row.values()].flatMap(([folded, positions]) =>
      row.page.entities
        .called(folded)
        .flatMap(({ kind }) => positions.map((position) => ({ kind, position, fields: [] }))),
    ),
  ).filter((rule) => isPrecise(rows, rowPrecision, (row) => checkEntity(rule, row)))
  const covered = new Set<string>()
  const rules: RowEntityRule[] = []
  for (const rule of byYield(candidates, rows)) {
    const gives = rows.flatMap((row, at) => row.entityAt(rule)?.ref.concat(` ${at}`) ?? [])
    if (gives.every((one) => covered.has(one))) continue
    for (const one of gives) covered.add(one)
    rules.push({ ...rule, fields: learnFields(rows, rowPrecision, (row) => row.entityAt(rule)) })
  }
  return rules
}

function checkEntity(rule: RowEntityRule, row: SampleRow) {
  const [value] = row.positions.at(rule.position)
  if (!value || !isNameText(value.text)) return { right: 0, wrong: 0 }
  return row.entityAt(rule) ? { right: 1, wrong: 0 } : { right: 0, wrong: 1 }
}

/** Rules with more entities come first, and among those the simpler ones. */
function byYield(rules: RowEntityRule[], rows: SampleRow[]): RowEntityRule[] {
  const plain = ({ label, part }: TemplatePosition) => (label === null ? 0 : 1) + (part === undefined ? 0 : 2)
  const yields = new Map(rules.map((rule) => [rule, rows.filter((row) => row.entityAt(rule)).length]))
  return rules.toSorted((a, b) => (yields.get(b) ?? 0) - (yields.get(a) ?? 0) || plain(a.position) - plain(b.position))
}

function learnRelations(rows: SampleRow[], entities: RowEntityRule[]): RowRelationRule[] {
  const inRows = new Set(rows.flatMap((row) => entities.flatMap((rule) => row.entityAt(rule)?.ref ?? [])))
  const candidates = commonRules(rows, (row) => relationsOf(row, entities, inRows))
  return candidates
    .filter((rule) =>
      isPrecise(rows, rowPrecision, (row) => {
        const ends = [rule.from, rule.to].map((end) => refAt(end, row, entities))
        if (ends.includes(undefined) || ends[0] === ends[1]) return { right: 0, wrong: 0 }
        return relationAt(rule, row, entities) ? { right: 1, wrong: 0 } : { right: 0, wrong: 1 }
      }),
    )
    .map((rule) => ({
      ...rule,
      since: learnTime(rows, (row) => relationAt(rule, row, entities)?.since ?? null),
      until: learnTime(rows, (row) => relationAt(rule, row, entities)?.until ?? null),
    }))
}

/** Relations of the row's entities: to each other, to the subject, and to others that stand in no row. */
function relationsOf(row: SampleRow, entities: RowEntityRule[], inRows: ReadonlySet<string>): RowRelationRule[] {
  const refs = entities.map((rule) => row.entityAt(rule)?.ref)
  const endOf = (ref: string): RowEnd | undefined => {
    const at = refs.indexOf(ref)
    if (at >= 0) return { row_entity: at }
    if (ref === row.page.subject?.ref) return 'subject'
    const other = inRows.has(ref) ? undefined : row.page.entities.ends.get(ref)
    return other && { kind: other.kind, name: other.name }
  }
  return entities.flatMap((rule) =>
    (row.entityAt(rule)?.relations ?? []).flatMap(({ from, to, type }) => {
      const ends = { from: endOf(from), to: endOf(to) }
      return ends.from && ends.to ? [{ type, from: ends.from, to: ends.to, since: null, until: null }] : []
    }),
  )
}

function refAt(end: RowEnd, row: SampleRow, entities: RowEntityRule[]): string | undefined {
  if (end === 'subject') return row.page.subject?.ref
  if ('row_entity' in end) return row.entityAt(entities[end.row_entity] as RowEntityRule)?.ref
  return row.page.entities.named(end.kind, end.name)?.ref ?? refOf(end.kind, end.name)
}

function relationAt(
  { type, from, to }: RowRelationRule,
  row: SampleRow,
  entities: RowEntityRule[],
): ReadRelation | undefined {
  const [a, b] = [refAt(from, row, entities), refAt(to, row, entities)]
  // The one that stands in the row has few relations; the other may have one to every row.
  const known = typeof from === 'object' && 'row_entity' in from ? a : b
  const { relations = [] } = (known !== undefined && row.page.entities.byRef.get(known)) || {}
  return relations.find((one) => one.type === type && one.from === a && one.to === b)
}

function learnTime(rows: SampleRow[], timeOf: (row: SampleRow) => string | null): TemplatePosition | null {
  const candidates = commonRules(rows, (row) => {
    const time = timeOf(row)
    return time === null ? [] : datesAt(row.positions, time)
  })
  const holds = (position: TemplatePosition) =>
    isPrecise(rows, rowPrecision, (row) => {
      const isThere = row.positions.at(position).length > 0
      const time = timeOf(row)
      const isRight =
        isThere && time !== null && datesAt(row.positions, time).some((one) => keyOf(one) === keyOf(position))
      return { right: isRight ? 1 : 0, wrong: isThere && !isRight ? 1 : 0 }
    })
  return candidates.find(holds) ?? null
}

function checkRules(rows: SampleRow[], rules: Omit<RowRules, 'forms'>, categories: string[]): RowRules | undefined {
  const read = new Map(rows.map((row) => [row, statementsOf(readRow(rules, row.row, row.page))]))
  const said = new Map(rows.map((row) => [row, statementsOf(row.claims)]))
  const all = new Map([...read.values()].flatMap((facts) => [...facts]))
  const sorts = new Set(all.values())
  if (saysMore([...said.values()], sorts)) return undefined
  const isRight = (row: SampleRow) =>
    [...(read.get(row) ?? [])].every(([fact]) => row.page.said.has(fact)) &&
    [...(said.get(row) ?? [])].every(([fact, sort]) => all.has(fact) || !sorts.has(sort))
  const right = rows.filter(isRight)
  const wanted = right.flatMap((row) => [...(said.get(row)?.keys() ?? [])])
  const found = wanted.filter((fact) => all.has(fact))
  if (right.length < samplesLeast || found.length < leastRecall * wanted.length) return undefined
  // A value that is read is part of what is said; one that is not may change what the others mean.
  const used = new Set(columnsOf(rules))
  const unread = categories.filter((column) => !used.has(column))
  const written = right.map(({ row }) => row)
  return [unread, categories]
    .map((columns) => ({ ...rules, forms: formsOf(written, columns) }))
    .find(({ forms }) => rows.every((row) => right.includes(row) || !isWrittenLike(row.row, forms)))
}

const columnsOf = ({ entities, relations }: Omit<RowRules, 'forms'>): string[] =>
  [
    ...entities.flatMap(({ position, fields }) => [position, ...fields.map((field) => field.position)]),
    ...relations.flatMap(({ since, until }) => [since, until].filter((position) => position !== null)),
  ].map(({ selector }) => selector)

/** Whether the model said things of a sort that the rules do not read of more rows than one. */
function saysMore(said: Map<string, string>[], sorts: ReadonlySet<string>): boolean {
  const missing = said.flatMap((facts) => [...new Set([...facts.values()].filter((sort) => !sorts.has(sort)))])
  return new Set(missing).size < missing.length
}
