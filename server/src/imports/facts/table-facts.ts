import { intervalOf } from '../../dates/date-point.ts'
import { parseDate, spanOf } from '../../dates/parse-date.ts'
import type { PlaceHint, When } from '../../facts/claim.ts'
import { relationSaidAs } from '../../facts/relations.ts'
import { coordinatesOf } from '../../reader/records/values/field-values.ts'
import type { TableLayout } from '../read/raw-row.ts'
import { cellsOf } from '../read/read-table.ts'
import { type PlainMeans, relationMeans } from './column-means.ts'
import {
  asPlainText,
  emptyEntity,
  type ImportedEnd,
  inTableWords,
  kindFor,
  type RowContext,
  type RowEntity,
  RowError,
  type RowFacts,
  type RowRelationship,
  relationOf,
  requireName,
  rowDateOf,
  whenOf,
  wordOf,
} from './row-facts.ts'

/** The values of a row, by what their columns mean. */
interface Cells {
  of(means: PlainMeans): string
  all(means: PlainMeans): string[]
  /** Those of `attribute.` and `id.` by their key. */
  below(parent: 'attribute' | 'id'): Record<string, string>
  relations: { type: string; kind: string; names: string[] }[]
}

/** Several names in one cell. */
const several = /\s*[;|\n]\s*/

export function factsOfTable(text: string, layout: TableLayout, context: RowContext): RowFacts {
  const values = cellsOf(text, layout.separator)
  if (values.length > layout.columns.length)
    throw new RowError(`it has ${values.length} values, and the table has ${layout.columns.length} columns`)
  const cells = cellsBy(values, layout.means)
  if (layout.means.includes('from') && layout.means.includes('to'))
    return { entities: [], relationships: [relationshipOf(cells, context)] }
  const entity = entityOf(cells, layout, context)
  return { entities: [entity], relationships: relationsOf(entity, cells, context) }
}

function cellsBy(values: string[], means: (string | null)[]): Cells {
  const filled = means.flatMap((one, at) => {
    const value = values[at]?.trim() ?? ''
    return one === null || value === '' ? [] : [{ means: one, value }]
  })
  const all = (wanted: string) => filled.filter((one) => one.means === wanted).map(({ value }) => value)
  return {
    of: (wanted) => all(wanted)[0] ?? '',
    all,
    below: (parent) =>
      Object.fromEntries(
        filled.flatMap((one) =>
          one.means.startsWith(`${parent}.`) ? [[one.means.slice(parent.length + 1), one.value] as const] : [],
        ),
      ),
    relations: filled.flatMap((one) => {
      const [, type, kind] = relationMeans.exec(one.means) ?? []
      return type && kind ? [{ type, kind, names: one.value.split(several).filter((name) => name !== '') }] : []
    }),
  }
}

function entityOf(cells: Cells, { kind }: TableLayout, context: RowContext): RowEntity {
  const name =
    cells.of('name') || [cells.of('first_name'), cells.of('last_name')].filter((part) => part !== '').join(' ')
  const id = cells.of('id')
  const attributes = attributesOf(cells)
  return {
    ...emptyEntity(kindFor(cells.of('kind') || kind, context), requireName(name)),
    file_id: id || undefined,
    aliases: cells.all('alias').flatMap((value) => value.split(several)),
    summary: cells.of('summary') || null,
    attributes,
    when: whenOfCells(cells) ?? lifeOf(attributes),
    where: placeOf(cells),
    external_ids: { ...cells.below('id'), ...(id !== '' && { [context.register]: id }) },
    urls: cells.all('url').flatMap((value) => value.split(/[\s;|]+/)),
  }
}

/** Attributes that are dates are kept as EDTF, as pages give them; what is no date stays as it is written. */
function attributesOf(cells: Cells): Record<string, string> {
  const hasRelation = cells.relations.length > 0
  const role = cells.of('role')
  const entries = Object.entries(cells.below('attribute')).map(([key, value]) => {
    if (!key.endsWith('_date')) return [wordOf(key), value] as const
    try {
      return [key, rowDateOf(value, key) ?? value] as const
    } catch {
      return [key, value] as const
    }
  })
  return { ...Object.fromEntries(entries), ...(role !== '' && !hasRelation && { role }) }
}

function whenOfCells(cells: Cells): When | null {
  const [start, end] = [whenOf(cells.of('start'), 'start'), whenOf(cells.of('end'), 'end')]
  if (!start && !end) return whenOf(cells.of('when'), 'date')
  const span = intervalOf(start, end)
  if (!span) throw new RowError('it ends before it starts')
  return span
}

const lifeOf = ({ birth_date, death_date }: Record<string, string>): When | null =>
  spanOf(birth_date ? parseDate(birth_date) : undefined, death_date ? parseDate(death_date) : undefined) ?? null

function placeOf(cells: Cells): PlaceHint | null {
  const [lat, lon] = [cells.of('lat'), cells.of('lon')]
  const point = lat !== '' && lon !== '' ? coordinatesOf(`${lat}, ${lon}`) : undefined
  if (lat !== '' && lon !== '' && !point) throw new RowError(`its coordinates are none: ${lat}, ${lon}`.slice(0, 80))
  const hint: PlaceHint = {
    ...point,
    ...(cells.of('place') && { name: cells.of('place') }),
    ...(cells.of('street') && { street: cells.of('street') }),
    ...(cells.of('city') && { locality: cells.of('city') }),
    ...(cells.of('region') && { region: cells.of('region') }),
    ...(cells.of('postal_code') && { postal_code: cells.of('postal_code') }),
    ...(cells.of('country') && { country: cells.of('country') }),
  }
  return Object.keys(hint).length > 0 ? hint : null
}

function spanOfRelation(cells: Cells): Pick<RowRelationship, 'since' | 'until' | 'role'> {
  const role = asPlainText(cells.of('role'))
  return {
    since: rowDateOf(cells.of('since'), 'since'),
    until: rowDateOf(cells.of('until'), 'until'),
    ...(role !== '' && { role }),
  }
}

function relationsOf({ file_id, kind, name }: RowEntity, cells: Cells, context: RowContext): RowRelationship[] {
  const from: ImportedEnd = { file_id, kind, name }
  const span = spanOfRelation(cells)
  return cells.relations.flatMap(({ type, kind: other, names }) =>
    names.map((one) =>
      inTableWords({ from, to: { kind: kindFor(other, context), name: requireName(one) }, type, ...span }),
    ),
  )
}

function relationshipOf(cells: Cells, context: RowContext): RowRelationship {
  const type = relationOf(cells.of('type'))
  const known = relationSaidAs(type, undefined, undefined)
  const [ends] = known?.relation.ends ?? []
  const end = (side: 'from' | 'to'): ImportedEnd => {
    const other = side === 'from' ? 'to' : 'from'
    const said = cells.of(`${side}_kind`) || (ends && [...ends[known?.is_inverse ? other : side]][0])
    if (said === undefined || said === '') throw new RowError(`it does not say what ${side} is (${side}_kind)`)
    return { kind: kindFor(said, context), name: requireName(cells.of(side)) }
  }
  return inTableWords({ from: end('from'), to: end('to'), type, ...spanOfRelation(cells) })
}
