import type { GraphEventData } from '@polegraph/contract/events/graph-events.ts'
import type { GraphEvent } from '../../graph/events/graph-event.ts'

// An event of the graph as a person reads it, in feeds and mails.

const valueMax = 120
/** Changes that a title names. */
const namedInTitle = 2

/** `Ada Lovelace: role changed from captain to admiral`. */
export function titleOf(event: GraphEvent): string {
  const { payload } = event
  const lines = changesOf(payload)
  const more = lines.length - namedInTitle
  const named = lines.slice(0, namedInTitle).join('; ')
  const said = event.type.endsWith('.changed') ? `${named}${more > 0 ? `; and ${more} more` : ''}` : whatHappened(event)
  return `${subjectOf(payload)}: ${said}`
}

/** What has changed, a line each; empty where nothing but the title is to be said. */
export const changesOf = ({ changes }: Pick<GraphEventData, 'changes'>): string[] => changes.map(sayChange)

/** The entity that an event is about: of a relationship the one that it begins at. */
export function entityOf({ payload }: GraphEvent): string | undefined {
  if (!('from' in payload)) return payload.merged_into?.id ?? payload.id
  return payload.from?.id ?? payload.to?.id
}

function subjectOf(payload: GraphEventData): string {
  if (!('from' in payload)) return payload.name
  const said = payload.certainty === 'reported' ? ' (as reported)' : ''
  return `${payload.from?.name ?? 'something'} ${plain(payload.type)} ${payload.to?.name ?? 'something'}${said}`
}

function whatHappened({ type, payload }: GraphEvent): string {
  if (type === 'entity.merged' && 'name' in payload) return `merged into ${payload.merged_into?.name ?? 'another'}`
  if (type === 'entity.split') return 'split off'
  return type.endsWith('.added') ? 'added' : 'removed'
}

function sayChange({ field, from, to }: GraphEventData['changes'][number]): string {
  const name = plain(field.replace(/^(?:attributes|external_ids)\./, ''))
  if (Array.isArray(from ?? to) && Array.isArray(to ?? from)) return sayList(name, from, to)
  if (from === null) return `${name} is ${sayValue(to)}`
  return to === null
    ? `${name} removed, was ${sayValue(from)}`
    : `${name} changed from ${sayValue(from)} to ${sayValue(to)}`
}

function sayList(name: string, from: unknown, to: unknown): string {
  const [olds, nows] = [from ?? [], to ?? []] as [unknown[], unknown[]]
  const part = (word: string, values: unknown[]) => (values.length > 0 ? [`${word} ${cut(values.join(', '))}`] : [])
  const parts = [
    ...part(
      'added',
      nows.filter((value) => !olds.includes(value)),
    ),
    ...part(
      'removed',
      olds.filter((value) => !nows.includes(value)),
    ),
  ]
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : `${name} put in another order`
}

/** A time as EDTF, a place by what is known of it, anything else as it is. */
function sayValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return cut(String(value))
  if ('edtf' in value) return cut(String(value.edtf))
  if ('lat' in value && 'lon' in value) {
    const country = 'country' in value && value.country ? ` (${value.country})` : ''
    return value.lat === null ? `a place${country}` : `${value.lat}, ${value.lon}${country}`
  }
  return cut(JSON.stringify(value))
}

const plain = (word: string) => word.replaceAll('_', ' ')

/** In one line: a value with line breaks would look like more of the mail. */
function cut(value: string): string {
  const text = value.replaceAll(/\s+/gu, ' ').trim()
  return text.length > valueMax ? `${text.slice(0, valueMax - 1).toWellFormed()}…` : text
}
