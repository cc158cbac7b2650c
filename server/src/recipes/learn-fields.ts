import { parseDate } from '../dates/parse-date.ts'
import { foldName } from '../language/fold-name.ts'
import type { ReadEntity } from './gather-entities.ts'
import { type IndexedPositions, keyOf } from './indexed-positions.ts'
import type { FieldRule, TemplatePosition } from './recipe.ts'
import type { PagePositions } from './template-positions.ts'

// Learns where the fields of an entity stand, on the pages of a template or in the rows of a list: both are sample units
// here.

export const samplesLeast = 2
const dateChars = 60

/** Rules that at least `samplesLeast` units support. */
export function commonRules<Unit, Rule>(units: Unit[], rulesOf: (unit: Unit) => Rule[]): Rule[] {
  const counts = new Map<string, { rule: Rule; units: number }>()
  for (const unit of units) {
    const own = new Map(rulesOf(unit).map((rule) => [keyOf(rule), rule]))
    for (const [key, rule] of own) {
      const known = counts.get(key)
      if (known) known.units++
      else counts.set(key, { rule, units: 1 })
    }
  }
  return [...counts.values()].filter(({ units }) => units >= samplesLeast).map(({ rule }) => rule)
}

export interface Tally {
  right: number
  wrong: number
}

export function isPrecise<Unit>(units: Unit[], least: number, check: (unit: Unit) => Tally): boolean {
  let right = 0
  let wrong = 0
  for (const unit of units) {
    const one = check(unit)
    right += one.right
    wrong += one.wrong
  }
  return right > 0 && right >= least * (right + wrong)
}

/** The fields of the entity of each unit; undefined where it has none. */
export function learnFields<Unit extends IndexedPositions>(
  units: Unit[],
  least: number,
  entityOf: (unit: Unit) => ReadEntity | undefined,
): FieldRule[] {
  const candidates = commonRules(units, (unit) => {
    const entity = entityOf(unit)
    return entity ? fieldsOf(unit, entity) : []
  })
  const right = candidates.filter((rule) =>
    isPrecise(units, least, (unit) => checkField(rule, unit.positions, entityOf(unit))),
  )
  return onePerTarget(right)
}

function fieldsOf(unit: IndexedPositions, entity: ReadEntity): FieldRule[] {
  const rules: FieldRule[] = []
  for (const [key, value] of entity.attributes) {
    for (const position of unit.positionsOf(value)) rules.push({ field: 'attribute', key, position })
  }
  if (entity.where !== null) {
    for (const position of unit.positionsOf(entity.where)) rules.push({ field: 'where', key: null, position })
  }
  if (entity.when !== null) {
    for (const position of datesAt(unit.positions, entity.when)) rules.push({ field: 'when', key: null, position })
  }
  return rules
}

/** The positions that hold a date and nothing else. */
export function datesAt(positions: PagePositions, edtf: string): TemplatePosition[] {
  const found: TemplatePosition[] = []
  for (const { position, values } of positions.all()) {
    const [value] = values
    if (values.length !== 1 || !value || value.text.length > dateChars || !/\d/.test(value.text)) continue
    if (parseDate(value.text)?.edtf === edtf) found.push(position)
  }
  return found
}

function checkField(
  { field, key, position }: FieldRule,
  positions: PagePositions,
  entity: ReadEntity | undefined,
): Tally {
  const [value] = positions.at(position)
  if (!value || !entity) return { right: 0, wrong: 0 }
  const isRight =
    field === 'attribute'
      ? foldName(entity.attributes.get(key ?? '') ?? '') === foldName(value.text)
      : field === 'where'
        ? foldName(entity.where ?? '') === foldName(value.text)
        : parseDate(value.text)?.edtf === entity.when
  return isRight ? { right: 1, wrong: 0 } : { right: 0, wrong: 1 }
}

/** Prefers labels to positions and whole blocks to parts: they survive more changes of a site. */
function onePerTarget(rules: FieldRule[]): FieldRule[] {
  const plain = ({ position }: FieldRule) => (position.label === null ? 1 : 0) + (position.part === undefined ? 0 : 2)
  const best = new Map<string, FieldRule>()
  for (const rule of rules.toSorted((a, b) => plain(a) - plain(b))) {
    const target = `${rule.field} ${rule.key}`
    if (!best.has(target)) best.set(target, rule)
  }
  return [...best.values()]
}
