import { nothing } from '@polegraph/contract/fields.ts'
import type { CallOptions } from '@polegraph/sdk/call-options.ts'
import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { findByName } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { listPage, listWhole, nextStep } from '../list-blocks.ts'
import { nameText, valueText, wordText } from '../one-line.ts'
import { readingTool, ToolMistake } from '../tool.ts'
import { domainField, sizeField } from '../tool-input.ts'

type Watch = Awaited<ReturnType<CallGroups['watches']['get']>>
type News = Awaited<ReturnType<CallGroups['watches']['news']>>
type NewsEvent = News['events'][number]

const watchRule = '{field} must be the name or the id of a watch'
const cursorRule = '{field} must be the cursor that an earlier answer names'
const newsAtOnce = 100

export const listNewsTool = readingTool({
  name: 'list_news',
  title: 'List what is new in a watch',
  description:
    'What is new, has changed or is gone in a watch, oldest first, since its reader looked last. A watch is a saved search, or some entities, with a name. Without `watch` it lists the watches of the graph, with how much is new in each.',
  args: z.object({
    domain: domainField,
    watch: z
      .string({ error: watchRule })
      .trim()
      .min(1, { error: watchRule })
      .optional()
      .describe('Name or id of the watch.'),
    cursor: z
      .string({ error: cursorRule })
      .regex(/^\d{1,15}$/, { error: cursorRule })
      .optional(),
    max_characters: sizeField,
  }),
  fields: nothing,
  async read({ client, args, domain, room, options }) {
    const watches = await allWatches(client, domain, options)
    if (args.watch === undefined) return listWatches(watches, room)
    const watch = chosen(watches, args.watch)
    const listed = await listPage({
      room,
      limit: newsAtOnce,
      describe: describeEvent,
      ask: async (limit) => {
        const since = args.cursor === undefined ? {} : { since: Number(args.cursor) }
        const { events, cursor, more } = await client.watches.news(domain, watch.id, { limit, ...since }, options)
        return { items: events, next_cursor: more ? String(cursor) : null }
      },
    })
    const about = `${amountOf(listed.blocks.length, 'change')} of the watch, oldest first:`
    return { about, blocks: listed.blocks, next: nextStep('list_news', listed) }
  },
})

async function allWatches(client: Polegraph, domain: string, options: CallOptions): Promise<Watch[]> {
  const watches: Watch[] = []
  for await (const watch of client.watches.list(domain, {}, options)) watches.push(watch)
  return watches
}

function chosen(watches: Watch[], wanted: string): Watch {
  const found = findByName(wanted, watches, { isWhole: true })
  const [watch, ...others] = found
  if (!watch) throw new ToolMistake('no watch has this name; list_news without `watch` shows them')
  if (others.length > 0)
    throw new ToolMistake(
      `${found.length} watches have this name; give the id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return watch
}

async function listWatches(watches: Watch[], room: number) {
  const describe = ({ id, name, unseen }: Watch) =>
    `${nameText(name)}, id ${id}: ${unseen.count}${unseen.more ? ' or more' : ''} new`
  const about = watches.length === 0 ? 'This graph has no watch.' : `${amountOf(watches.length, 'watch', 'watches')}:`
  const { blocks, left } = await listWhole({ items: watches, from: 0, room, describe })
  return { about, blocks, next: left > 0 ? `${left} more: give a larger max_characters.` : undefined }
}

function describeEvent({ type, payload, created_at }: NewsEvent): string {
  const changes = payload.changes.map(({ field, from, to }) => `\n  ${wordText(field)}: ${shown(from)} -> ${shown(to)}`)
  return `${created_at} ${type} ${subjectOf(payload)}${changes.join('')}`
}

function subjectOf(payload: NewsEvent['payload']): string {
  if ('from' in payload) {
    const end = (entity: typeof payload.from) => (entity ? `${nameText(entity.name)} (id ${entity.id})` : 'something')
    return `${end(payload.from)} ${wordText(payload.type)} ${end(payload.to)}`
  }
  const into = payload.merged_into ? ` into ${nameText(payload.merged_into.name)} (id ${payload.merged_into.id})` : ''
  return `${nameText(payload.name)} (${wordText(payload.kind)}, id ${payload.id})${into}`
}

const shown = (value: unknown) =>
  value === null ? 'nothing' : valueText(typeof value === 'string' ? value : JSON.stringify(value))
