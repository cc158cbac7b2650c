import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { wrongUsage } from '../../failure.ts'
import { chooseByName } from '../../names/choose-by-name.ts'
import { findDomain } from '../../names/find-domain.ts'
import { findEntity } from '../../names/find-entity.ts'
import { counted, day, minute, shownId } from '../../output/cells.ts'
import { describeGraphData } from '../../output/graph-data.ts'
import { styled } from '../../output/printer.ts'

type Watch = Awaited<ReturnType<CallGroups['watches']['get']>>

const listWatches = defineCommand({
  name: 'watches',
  about: 'Lists the watches of a domain, with how much is new in each since you looked.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph watches "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const watches = await allWatches(client, id)
    if (json) return void out.json({ watches })
    out.table(
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'OF', of: describeWatched },
        { title: 'NEW', of: ({ unseen }) => `${unseen.count}${unseen.more ? '+' : ''}` },
        { title: 'FEED', of: ({ has_feed }) => (has_feed ? 'yes' : 'no') },
        { title: 'LOOKED', of: ({ seen_at }) => minute(seen_at) },
        { title: 'CREATED', of: ({ created_at }) => day(created_at) },
        shownId,
      ],
      watches,
      `${name} has no watch.`,
    )
    return undefined
  },
})

const addWatch = defineCommand({
  name: 'watches add',
  about: 'Watches a saved search, or entities: what is new, has changed or is gone from now on.',
  args: { domain: 'one', name: 'one' },
  options: {
    entity: { about: 'The entities, by name or id, separated by commas', takes: 'NAMES' },
    q: { about: 'Or a search: a name, however it is spelt', takes: 'WORDS' },
    kind: { about: 'Only entities of these kinds, separated by commas', takes: 'KINDS' },
    type: { about: 'Only entities with a relationship of one of these types', takes: 'TYPES' },
    host: { about: 'Only entities that this site says something of', takes: 'HOST' },
    'min-confidence': { about: 'Only entities that are at least so sure, from 0 to 1', takes: 'SHARE' },
  },
  examples: [
    'polegraph watches add "Baltic ports" Captains --kind person --type works_for',
    'polegraph watches add "Baltic ports" "Ada Berg" --entity "Ada Berg"',
  ],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const { entity, q, kind, type, host } = options
    const confidence = options['min-confidence']
    const query = {
      ...(q !== undefined && { q }),
      ...(kind !== undefined && { kinds: kind.split(',') }),
      ...(type !== undefined && { types: type.split(',') }),
      ...(host !== undefined && { host }),
      ...(confidence !== undefined && { min_confidence: Number(confidence) }),
    }
    const isSearch = Object.keys(query).length > 0
    if ((entity === undefined) !== isSearch) throw wrongUsage('say what to watch: either --entity, or a search')
    if (confidence !== undefined && !(Number(confidence) >= 0 && Number(confidence) <= 1)) {
      throw wrongUsage('--min-confidence must be a number from 0 to 1')
    }
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const entity_ids: string[] = []
    for (const named of entity?.split(',') ?? []) entity_ids.push((await findEntity(client, id, named.trim())).id)
    const made = await client.watches.create(id, { name: args.name, ...(isSearch ? { query } : { entity_ids }) })
    if (json) return void out.json(made)
    out.line(`Watches ${describeWatched(made)} as ${made.name}: polegraph watches news shows what is new.`)
    return undefined
  },
})

const news = defineCommand({
  name: 'watches news',
  about: 'Prints what is new in a watch since you looked, oldest first.',
  args: { domain: 'one', watch: 'one' },
  options: {
    since: { about: 'Begin after this change instead; 0 for all that is kept', takes: 'ID', least: 0 },
    seen: { about: 'Then counts all of it as seen' },
  },
  examples: ['polegraph watches news "Baltic ports" Captains --seen'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const watch = await findWatch(client, id, args.watch)
    const cursor = await printNews({ out, json }, client, id, watch, options.since)
    if (options.seen) await client.watches.markSeen(id, watch.id, { cursor })
    return undefined
  },
})

async function printNews(
  { out, json }: Pick<CommandContext, 'out' | 'json'>,
  client: Polegraph,
  domainId: string,
  watch: Watch,
  since: number | undefined,
): Promise<number> {
  let count = 0
  for (let from = since; ; ) {
    const { events, cursor, more } = await client.watches.news(domainId, watch.id, {
      limit: 500,
      ...(from !== undefined && { since: from }),
    })
    for (const event of events) {
      if (json) out.jsonLine(event)
      else
        out.line(`${minute(event.created_at)}  `, styled('bold', event.type), `  ${describeGraphData(event.payload)}`)
    }
    count += events.length
    from = cursor
    if (more) continue
    if (count === 0 && !json) out.line(`Nothing is new in ${watch.name}.`)
    return cursor
  }
}

const feed = defineCommand({
  name: 'watches feed',
  about: 'Makes a feed of a watch and prints its private addresses; the feed that it had before ends.',
  args: { domain: 'one', watch: 'one' },
  options: { end: { about: 'Ends the feed instead' } },
  examples: ['polegraph watches feed "Baltic ports" Captains'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const watch = await findWatch(client, id, args.watch)
    if (options.end) {
      const answer = await client.watches.revokeFeed(id, watch.id)
      if (json) return void out.json(answer)
      out.line(`The feed of ${watch.name} has ended.`)
      return undefined
    }
    const made = await client.watches.createFeed(id, watch.id)
    if (json) return void out.json(made)
    out.fields({ Atom: made.atom_url, 'JSON Feed': made.json_url })
    return undefined
  },
})

const removeWatch = defineCommand({
  name: 'watches remove',
  about: 'Removes a watch with its feed; the graph stays as it is.',
  args: { domain: 'one', watch: 'one' },
  options: {},
  examples: ['polegraph watches remove "Baltic ports" Captains'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const watch = chooseByName('watch', args.watch, await allWatches(client, id), { isWhole: true })
    const answer = await client.watches.delete(id, watch.id)
    if (json) return void out.json(answer)
    out.line(`Removed the watch ${watch.name}.`)
    return undefined
  },
})

async function allWatches(client: Polegraph, domainId: string): Promise<Watch[]> {
  const watches: Watch[] = []
  for await (const watch of client.watches.list(domainId)) watches.push(watch)
  return watches
}

const findWatch = async (client: Polegraph, domainId: string, named: string) =>
  chooseByName('watch', named, await allWatches(client, domainId))

function describeWatched({ query, entity_ids }: Watch): string {
  if (!query) return counted(entity_ids?.length ?? 0, 'entity', 'entities')
  const { q, kinds, types, host, min_confidence } = query
  return [
    q && `"${q}"`,
    kinds?.join(', '),
    types && `with ${types.join(' or ')}`,
    host && `on ${host}`,
    min_confidence !== undefined && `at least ${min_confidence} sure`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const watchCommands = [listWatches, addWatch, news, feed, removeWatch]
