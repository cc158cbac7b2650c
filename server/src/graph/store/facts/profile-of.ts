import type { When, Where } from '../../../facts/claim.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { Profile } from '../../../resolution/profile.ts'
import { believedOf, vouchedOf } from './document-of.ts'
import { type FactRow, guessedWhere, isExistence, itself, named, placeParts } from './fact-values.ts'

const valuesMax = 20
const namesMax = 30

/** Summarises the facts of a subject for comparing it with others; neighbours are no facts of the subject itself. */
export function profileOf(kind: string, facts: FactRow[]): Profile {
  const fields = Map.groupBy(facts, ({ field }) => field)
  const values = (field: string): unknown[] => {
    const known = tellingOf(field, fields.get(field) ?? []).filter(({ value }) => value !== null)
    const distinct = new Map(known.map(({ value_key, value }) => [value_key, value]))
    return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
  }
  const existence = facts.filter(({ field }) => isExistence(field))
  const texts = (field: string) => values(field).slice(0, valuesMax) as string[]
  const stated = values('where') as Where[]
  const places = stated.length > 0 ? stated : (values(guessedWhere) as Where[])
  const profile: Profile = {
    kind: baseOfKind(kind) ?? kind,
    is_kind_guessed: existence.every(({ origin }) => origin === 'text'),
    names: [...new Set([...vouchedName(facts), ...texts('name'), ...texts(named), ...aliasesOf(fields)])].slice(
      0,
      namesMax,
    ),
    external_ids: Object.create(null),
    urls: texts('url'),
    attributes: Object.create(null),
    whens: (values('when') as When[]).slice(0, valuesMax).map(({ edtf }) => edtf),
    countries: [...new Set(places.flatMap(({ country }) => country ?? []))],
    place_ids: [...new Set(places.flatMap(({ place_id }) => place_id ?? []))],
    place_from: stated.length === 0 ? 'name' : stated.some(isExact) ? 'point' : 'words',
    neighbours: [],
    hosts: [...new Set(existence.flatMap(({ host, origin }) => (origin === 'person' ? [] : [host])))].sort(),
  }
  for (const field of fields.keys()) {
    if (field.startsWith('attr:')) profile.attributes[field.slice(5)] = texts(field)
    if (field.startsWith('id:')) profile.external_ids[field.slice(3)] = texts(field)
  }
  if (fields.has(itself)) profile.external_ids.place = texts(itself)
  for (const part of placeParts) if (fields.has(`place:${part}`)) profile.attributes[part] ??= texts(`place:${part}`)
  return profile
}

/**
 * Whoever corrects a value says what the entity is, not that other pages mean another one: what pages say of the subject
 * counts beside it. A value that was removed, and an id, stand for themselves.
 */
function tellingOf(field: string, facts: FactRow[]): FactRow[] {
  if (field === 'name') return facts
  const believed = believedOf(facts)
  const isCorrected = !field.startsWith('id:') && believed.some(({ value }) => value !== null)
  return isCorrected ? facts : believed
}

const isExact = ({ precision }: Where) => precision === 'point'

/** Without evidence, the name by which a person knew the subject is all that it is known by. */
function vouchedName(facts: FactRow[]): string[] {
  const name = vouchedOf(facts)?.name
  return name === undefined || facts.some(({ field, origin }) => isExistence(field) && origin !== 'person')
    ? []
    : [name]
}

/**
 * Other names that identify the subject. An alias from the rules for plain text may be a part of the name: in "Leo
 * Thun, Wien", Wien is no other name of Leo Thun.
 */
function aliasesOf(fields: Map<string, FactRow[]>): string[] {
  const words = new Set((fields.get('name') ?? []).flatMap(({ value }) => foldName(value as string).split(' ')))
  const isPart = (alias: string) =>
    foldName(alias)
      .split(' ')
      .every((word) => words.has(word))
  const aliases = new Map<string, boolean>()
  for (const { value, origin } of believedOf(fields.get('alias') ?? [])) {
    if (value === null) continue
    const alias = value as string
    aliases.set(alias, aliases.get(alias) === true || origin !== 'text' || !isPart(alias))
  }
  return [...aliases]
    .flatMap(([alias, isTelling]) => (isTelling ? [alias] : []))
    .sort()
    .slice(0, valuesMax)
}

/** Whether a change of this field may change which subjects are the same. */
export const tellsIdentity = (field: string): boolean => field !== 'summary' && !isExistence(field)
