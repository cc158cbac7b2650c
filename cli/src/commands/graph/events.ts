import type { StreamedEvent } from '@polegraph/sdk/contract-types.ts'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { type LinePart, styled } from '../../output/printer.ts'
import { untilInterrupted } from '../../terminal.ts'

const types = ['run.update', 'page.update', 'crawl.finished', 'budget.hit', 'webhook.disabled'] as const
const graphTypes = [
  'entity.added',
  'entity.changed',
  'entity.merged',
  'entity.split',
  'entity.deleted',
  'relationship.added',
  'relationship.changed',
  'relationship.deleted',
] as const
const allTypes: readonly string[] = [...types, ...graphTypes]

export const followEventsCommand = defineCommand({
  name: 'events follow',
  about: 'Prints the events of a domain as they happen, until Ctrl-C. A stream that is cut goes on where it was.',
  args: { domain: 'one' },
  options: {
    since: { about: 'Begin after the event with this id; 0 for all that are kept', takes: 'ID', least: 0 },
    type: { about: `Only these types, separated by commas: ${types.join(', ')}`, takes: 'TYPES' },
    graph: {
      about: `What happens to the graph instead: ${graphTypes.join(', ')}. Ids are then cursors of changes.`,
    },
    kind: { about: 'Of the graph only entities of these kinds, and what ties them', takes: 'KINDS' },
    entity: { about: 'Of the graph only this entity, and what ties it', takes: 'ID' },
  },
  examples: [
    'polegraph events follow "Baltic ports"',
    'polegraph events follow . --since 0 --json',
    'polegraph events follow "Baltic ports" --graph --kind person --since 0',
  ],
  run: async (
    { args, options: { since, type, graph, kind, entity } },
    { connect, settings, terminal, out, notes, json },
  ) => {
    const wanted = type?.split(',') ?? (graph || kind || entity ? [...graphTypes] : undefined)
    const unknown = wanted?.find((one) => !allTypes.includes(one))
    if (unknown !== undefined)
      throw wrongUsage(`there are no events of the type ${unknown}; there are ${allTypes.join(', ')}`)
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const chosen = {
      ...(since !== undefined && { since }),
      ...(wanted && { events: wanted as StreamedEvent['type'][] }),
      ...(kind !== undefined && { kinds: kind.split(',') }),
      ...(entity !== undefined && { entity_ids: [entity] }),
    }
    let wasCut = false
    const onLive = (isLive: boolean, error?: unknown) => {
      // The service ends a stream every few minutes, which is no news.
      if (!isLive && error) notes.line(`polegraph: the stream was cut (${(error as Error).message}); trying again`)
      if (isLive && wasCut) notes.line('polegraph: the stream goes on')
      wasCut = !isLive && error !== undefined
    }
    await untilInterrupted(terminal, async (signal) => {
      for await (const event of client.events(id, { signal, onLive, ...chosen })) {
        if (json) out.jsonLine(event)
        else out.line(...describeEvent(event))
      }
    })
    return exitCodes.interrupted
  },
})

function describeEvent(event: StreamedEvent): LinePart[] {
  return [`${event.id}  `, styled('bold', event.type), `  ${describeData(event)}`]
}

function describeData({ type, data }: StreamedEvent): string {
  switch (type) {
    case 'page.update':
      return `${data.status} ${data.url}${data.error ? `: ${data.error}` : ''}`
    case 'run.update':
      return `${data.status}, ${data.pages_done} of ${data.pages_total} pages`
    case 'crawl.finished':
      return `${data.pages} pages, ${data.entities_added} new entities, ${data.failed} failed`
    case 'budget.hit':
      return `$${data.spend} of $${data.cap} spent`
    case 'webhook.disabled':
      return `${data.webhook_id}: ${data.reason}`
    case 'relationship.added':
    case 'relationship.changed':
    case 'relationship.deleted':
      return `${data.from?.name ?? '?'} ${data.type} ${data.to?.name ?? '?'}${describeChanges(data.changes)}`
    default:
      return `${data.name} (${data.kind})${data.merged_into ? ` into ${data.merged_into.name}` : ''}${describeChanges(data.changes)}`
  }
}

const describeChanges = (changes: { field: string; from: unknown; to: unknown }[]) =>
  changes.map(({ field, from, to }) => `; ${field}: ${describeValue(from)} → ${describeValue(to)}`).join('')

const describeValue = (value: unknown) =>
  value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
