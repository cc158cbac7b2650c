import { formatWords } from '../format/format.ts'
import { formatWhen, type When } from '../format/format-when.ts'
import { describeWhere } from '../format/format-where.ts'
import type { Entity } from '../service/types.ts'

// Fields of entities and their values as people read them.

type Where = NonNullable<Entity['where']>

const labels: Record<string, string> = {
  name: 'Name',
  kind: 'Kind',
  aliases: 'Also known as',
  summary: 'Summary',
  when: 'When',
  where: 'Where',
  urls: 'Web addresses',
  pinned: 'Set by a person',
}

/** `attributes.job_title` as `Job title`. */
export function fieldLabel(field: string): string {
  const [outer = '', ...inner] = field.split('.')
  if (inner.length === 0) return labels[field] ?? capitalized(formatWords(field))
  const name = capitalized(formatWords(inner.join('.')))
  return outer === 'external_ids' ? `${name} id` : name
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Any value of a field in one text; values of contradictions are JSON where they are not plain. */
export function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => formatValue('', one)).join(', ')
  if (typeof value === 'string') return formatText(field, value)
  if (typeof value !== 'object') return String(value)
  if ('edtf' in value) return formatWhen(value as When)
  if ('precision' in value) return describeWhere(value as Where)
  if ('name' in value && value.name) return String(value.name)
  return Object.entries(value)
    .map(([name, one]) => `${formatWords(name)}: ${formatValue(name, one)}`)
    .join(', ')
}

function formatText(field: string, text: string): string {
  const isObject = (field === 'when' || field === 'where') && text.startsWith('{')
  if (!isObject) return field === 'when' ? formatWhen({ edtf: text, start: null, end: null }) : text
  try {
    return formatValue(field, JSON.parse(text))
  } catch {
    return text
  }
}

/** A state or a change as one value a field: `attributes.role` instead of an object of attributes. */
export function flatten(state: Record<string, unknown> | null): Record<string, unknown> {
  const flat = Object.entries(state ?? {}).flatMap(([field, value]): [string, unknown][] => {
    if ((field !== 'attributes' && field !== 'external_ids') || value === null) return [[field, value]]
    return Object.entries(value as object).map(([key, one]) => [`${field}.${key}`, one])
  })
  return Object.fromEntries(flat)
}
