import { parseDate } from '../../dates/parse-date.ts'
import { foldName } from '../../language/fold-name.ts'
import type { FieldRule, TemplatePosition } from '../recipe.ts'
import type { PagePositions } from '../template-positions.ts'
import type { ReadEntity } from './gather-entities.ts'
import { type IndexedPositions, keyOf } from './indexed-positions.ts'
import { dateInside, inlineLabelOf, textInside, type ValueInside } from './learn-inline.ts'

// Learns where the fields of an entity stand, on the pages of a template or in the rows of a list: both are sample units
// here.

export const samplesLeast = 2
const dateChars = 60
/** Blocks at one position in which a value is looked for. */
const blocksMax = 50

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

export interface RuleCheck {
  right: number
  wrong: number
}

export function isPrecise<Unit>(units: Unit[], least: number, check: (unit: Unit) => RuleCheck): boolean {
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
  const isRight = (rule: FieldRule) =>
    isPrecise(units, least, (unit) => checkField(rule, unit.positions, entityOf(unit)))
  const rules = onePerTarget(candidates.filter(isRight))
  const known = new Set(rules.map(targetOf))
  return [...rules, ...onePerTarget(inlineRules(units, entityOf, known).filter(isRight))]
}

/** A value of an entity, for which a position is looked for. */
interface Wanted {
  field: FieldRule['field']
  key: string | null
  value: string
}

/** Fields whose values share their block with a label. */
function inlineRules<Unit extends IndexedPositions>(
  units: Unit[],
  entityOf: (unit: Unit) => ReadEntity | undefined,
  known: ReadonlySet<string>,
): FieldRule[] {
  const inside = units.flatMap((unit) => {
    const entity = entityOf(unit)
    const wanted = entity ? wantedOf(entity) : []
    return wanted.flatMap((one) => (known.has(targetOf(one)) ? [] : placesOf(unit, one, wanted)))
  })
  return labelledRules(inside)
}

/** A value inside a block, with the rule that would read it there. */
export interface PlaceInside<Rule> {
  rule: Rule
  place: ValueInside
  /** Other values of the unit, which are no part of a label. */
  others: string[]
}

/** Rules for values that at least `samplesLeast` places have behind the same label. */
export function labelledRules<Rule extends { position: TemplatePosition }>(inside: PlaceInside<Rule>[]): Rule[] {
  return [...Map.groupBy(inside, ({ rule }) => keyOf(rule)).values()].flatMap((places) => {
    const [{ rule }] = places as [PlaceInside<Rule>]
    const inline =
      places.length < samplesLeast
        ? undefined
        : inlineLabelOf(
            places.map(({ place }) => place),
            places.flatMap(({ others }) => others),
          )
    return inline ? [{ ...rule, position: { ...rule.position, inline } }] : []
  })
}

function wantedOf({ attributes, where, when }: ReadEntity): Wanted[] {
  return [
    ...[...attributes].map(([key, value]) => ({ field: 'attribute' as const, key, value })),
    ...(where === null ? [] : [{ field: 'where' as const, key: null, value: where }]),
    ...(when === null ? [] : [{ field: 'when' as const, key: null, value: when }]),
  ]
}

/** The blocks of a unit that hold a value beside other text. */
function placesOf(unit: IndexedPositions, { field, key, value }: Wanted, wanted: Wanted[]) {
  const others = wanted.filter((one) => one.value !== value).map((one) => one.value)
  const find = (text: string) => (field === 'when' ? dateInside(text, value) : textInside(text, value))
  return placesIn(unit, find).map(({ position, place }) => ({ rule: { field, key, position }, place, others }))
}

export function placesIn(unit: IndexedPositions, find: (text: string) => ValueInside | undefined) {
  return [...unit.positions.all()].flatMap(({ position, values }) => {
    if (position.label !== null) return []
    const places = values.slice(0, blocksMax).flatMap(({ text }) => find(text) ?? [])
    // Where texts of one place have the value, the shortest is the likeliest to be a label and a value.
    const [place] = places.sort((a, b) => a.text.length - b.text.length)
    return place ? [{ position, place }] : []
  })
}

const targetOf = ({ field, key }: Pick<FieldRule, 'field' | 'key'>) => `${field} ${key}`

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
): RuleCheck {
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
    const target = targetOf(rule)
    if (!best.has(target)) best.set(target, rule)
  }
  return [...best.values()]
}
