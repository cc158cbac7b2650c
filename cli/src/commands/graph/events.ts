import type { StreamedEvent } from '@polegraph/sdk/contract-types.ts'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { describeGraphData } from '../../output/graph-data.ts'
import { type LinePart, styled } from '../../output/printer.ts'
import { untilInterrupted } from '../../terminal.ts'

/** Every type of event, by the log that has it: a stream is of one. */
const logOf: Record<StreamedEvent['type'], 'crawl' | 'graph'> = {
  'run.update': 'crawl',
  'page.update': 'crawl',
  'crawl.finished': 'crawl',
  'budget.hit': 'crawl',
  'webhook.disabled': 'crawl',
  'entity.added': 'graph',
  'entity.changed': 'graph',
  'entity.merged': 'graph',
  'entity.split': 'graph',
  'entity.deleted': 'graph',
  'relationship.added': 'graph',
  'relationship.changed': 'graph',
  'relationship.deleted': 'graph',
}
const typesOf = (log: 'crawl' | 'graph') =>
  (Object.keys(logOf) as StreamedEvent['type'][]).filter((type) => logOf[type] === log)

export const followEventsCommand = defineCommand({
  name: 'events follow',
  about: 'Prints the events of a domain as they happen, until Ctrl-C. A stream that is cut goes on where it was.',
  args: { domain: 'one' },
  options: {
    since: { about: 'Begin after the event with this id; 0 for all that are kept', takes: 'ID', least: 0 },
    graph: { about: 'What happens to the graph, instead of the crawl; ids are then cursors of changes' },
    type: {
      about: `Only these types, separated by commas: ${typesOf('crawl').join(', ')}; with --graph ${typesOf('graph').join(', ')}`,
      takes: 'TYPES',
    },
    kind: { about: 'With --graph only entities of these kinds, and what ties them', takes: 'KINDS' },
    entity: { about: 'With --graph only this entity, and what ties it', takes: 'ID' },
    watch: { about: 'With --graph only the news of this watch, by its id', takes: 'ID' },
  },
  examples: [
    'polegraph events follow "Baltic ports"',
    'polegraph events follow . --since 0 --json',
    'polegraph events follow "Baltic ports" --graph --kind person --since 0',
  ],
  run: async (
    { args, options: { since, type, graph, kind, entity, watch } },
    { connect, settings, terminal, out, notes, json },
  ) => {
    if (!graph && (kind ?? entity ?? watch) !== undefined) throw wrongUsage('--kind, --entity and --watch need --graph')
    const known = typesOf(graph ? 'graph' : 'crawl')
    const wanted = type?.split(',') ?? (graph ? known : undefined)
    const unknown = wanted?.find((one) => !known.some((other) => other === one))
    if (unknown !== undefined)
      throw wrongUsage(`there are no events of the type ${unknown}; there are ${known.join(', ')}`)
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const chosen = {
      ...(since !== undefined && { since }),
      ...(wanted && { events: wanted as StreamedEvent['type'][] }),
      ...(kind !== undefined && { kinds: kind.split(',') }),
      ...(entity !== undefined && { entity_ids: [entity] }),
      ...(watch !== undefined && { watch_id: watch }),
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
    default:
      return describeGraphData(data)
  }
}
