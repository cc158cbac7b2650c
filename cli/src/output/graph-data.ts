import type { StreamedEvent } from '@polegraph/sdk/contract-types.ts'

type GraphData = Extract<StreamedEvent, { type: `${'entity' | 'relationship'}.${string}` }>['data']

/** The words of an event of the graph behind its type. */
export function describeGraphData(data: GraphData): string {
  if ('from' in data)
    return `${data.from?.name ?? '?'} ${data.type} ${data.to?.name ?? '?'}${describeChanges(data.changes)}`
  return `${data.name} (${data.kind})${data.merged_into ? ` into ${data.merged_into.name}` : ''}${describeChanges(data.changes)}`
}

const describeChanges = (changes: { field: string; from: unknown; to: unknown }[]) =>
  changes.map(({ field, from, to }) => `; ${field}: ${describeValue(from)} → ${describeValue(to)}`).join('')

function describeValue(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return value
  // A time as people write it.
  if (typeof value === 'object' && 'edtf' in value) return String(value.edtf)
  return JSON.stringify(value)
}
