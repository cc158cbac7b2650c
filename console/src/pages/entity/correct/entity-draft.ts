import type { Entity } from '../../../shared/service/types.ts'

// The draft of the edit form: one text a field, as it is typed. Lists have one item a line.

export type TextDraft = Record<string, string>

export const whereFields = ['lat', 'lon', 'precision', 'country', 'place_id'] as const

export function draftOf(entity: Entity): TextDraft {
  const { name, kind, aliases, summary, when, where, attributes, external_ids, urls } = entity
  return {
    name,
    kind,
    aliases: aliases.join('\n'),
    summary: summary ?? '',
    when: when?.edtf ?? '',
    ...Object.fromEntries(whereFields.map((field) => [`where.${field}`, String(where?.[field] ?? '')])),
    ...prefixed('attributes', attributes),
    ...prefixed('external_ids', external_ids),
    urls: urls.join('\n'),
  }
}

export const prefixed = (outer: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${outer}.${key}`, value]))

const lines = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

/** The body that changes these fields to what is in the draft. */
export function bodyOf(draft: TextDraft, changed: string[]) {
  const has = (field: string) => changed.includes(field)
  const text = (field: string) => draft[field] ?? ''
  const valuesOf = (outer: string) =>
    Object.fromEntries(
      changed.flatMap((field) => (field.startsWith(`${outer}.`) ? [[field.slice(outer.length + 1), text(field)]] : [])),
    )
  const attributes = valuesOf('attributes')
  const external_ids = valuesOf('external_ids')
  return {
    ...(has('name') && { name: text('name') }),
    ...(has('kind') && { kind: text('kind') }),
    ...(has('aliases') && { aliases: lines(text('aliases')) }),
    ...(has('summary') && { summary: text('summary').trim() || null }),
    ...(has('when') && { when: text('when').trim() || null }),
    ...(changed.some((field) => field.startsWith('where.')) && { where: whereOf(draft) }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(external_ids).length > 0 && { external_ids }),
    ...(has('urls') && { urls: lines(text('urls')) }),
  }
}

function whereOf(draft: TextDraft) {
  const [lat, lon, precision, country, place_id] = whereFields.map((field) => (draft[`where.${field}`] ?? '').trim())
  if (!lat && !lon && !country && !place_id) return null
  return {
    lat: lat ? coordinate(lat) : null,
    lon: lon ? coordinate(lon) : null,
    ...(precision && { precision: precision as NonNullable<Entity['where']>['precision'] }),
    country: country ? country.toUpperCase() : null,
    place_id: place_id || null,
  }
}

/** Many people write a decimal comma. What is no number goes to the service as it was typed: its error says so. */
function coordinate(typed: string): number {
  const number = Number(typed.replace(',', '.'))
  return Number.isNaN(number) ? (typed as unknown as number) : number
}
