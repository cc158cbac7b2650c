import { isId } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed, wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { whenNoSource } from '../../no-source.ts'
import { counted, day, minute, shownId } from '../../output/cells.ts'
import { intervalWords, readInterval } from '../../recrawl-interval.ts'
import { checkAddresses } from '../../service/check-address.ts'

/** A source has no schedule, one of its own, or that of its domain. */
const againWords = (every: number | null) =>
  every === null ? 'as domain' : every === 0 ? 'off' : `every ${intervalWords(every)}`

const listSources = defineCommand({
  name: 'sources',
  about: 'Lists the sources of a domain.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph sources "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const sources = await allSources(client, id)
    if (json) return void out.json({ sources })
    out.table(
      [
        { title: 'URL', of: ({ url }) => url },
        { title: 'PAGES', of: ({ pages_seen }) => pages_seen.toLocaleString('en'), align: 'right' },
        { title: 'READ', of: ({ pages_extracted }) => pages_extracted.toLocaleString('en'), align: 'right' },
        { title: 'AGAIN', of: ({ recrawl_every }) => againWords(recrawl_every) },
        { title: 'NEXT RUN', of: ({ next_recrawl_at }) => minute(next_recrawl_at) },
        { title: 'ADDED', of: ({ created_at }) => day(created_at) },
        shownId,
      ],
      sources,
      whenNoSource(name),
    )
    return undefined
  },
})

const addSources = defineCommand({
  name: 'sources add',
  about: 'Adds sources, each of which is queued at once. `polegraph crawl` does the same and shows how it goes.',
  args: { domain: 'one', url: 'some' },
  options: { sitemap: { about: 'The address is that of a sitemap, whose entries become sources' } },
  examples: [
    'polegraph sources add "Baltic ports" https://example.org/ https://example.com/',
    'polegraph sources add "Baltic ports" https://example.org/sitemap.xml --sitemap',
  ],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    checkAddresses(args.url)
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const added = []
    for (const url of args.url) {
      const answer = options.sitemap
        ? await client.sources.addSitemap(id, { url })
        : await client.sources.add(id, { url })
      added.push(answer)
      if (!json) out.line(`${'url' in answer ? answer.url : answer.sitemap}: ${counted(answer.queued, 'page')} queued`)
    }
    if (json) out.json({ added })
    return undefined
  },
})

const setSource = defineCommand({
  name: 'sources set',
  about: 'Changes how often a source, by its address or id, is crawled again.',
  args: { domain: 'one', source: 'one' },
  options: {
    'recrawl-every': {
      about: 'In what time its pages are asked for again by themselves, such as 6h or 1d; or off, or as-domain',
      takes: 'TIME',
    },
  },
  examples: ['polegraph sources set "Baltic ports" https://example.org/ --recrawl-every 6h'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const given = options['recrawl-every']
    if (given === undefined) throw wrongUsage('say what to change: --recrawl-every is all there is')
    const recrawl_every = readInterval<number | null>(given, { off: 0, 'as-domain': null })
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const answer = await client.sources.change(id, await findSource(client, id, args.source), { recrawl_every })
    if (json) return void out.json(answer)
    out.line(`${args.source} is crawled again: ${againWords(recrawl_every)}.`)
    return undefined
  },
})

const removeSource = defineCommand({
  name: 'sources remove',
  about: 'Removes a source, by its address or id. Its pages and entities stay.',
  args: { domain: 'one', source: 'one' },
  options: {},
  examples: ['polegraph sources remove "Baltic ports" https://example.org/'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const answer = await client.sources.delete(id, await findSource(client, id, args.source))
    if (json) return void out.json(answer)
    out.line(`Removed the source ${args.source}.`)
    return undefined
  },
})

async function allSources(client: Polegraph, domainId: string) {
  const sources = []
  for await (const source of client.sources.list(domainId)) sources.push(source)
  return sources
}

async function findSource(client: Polegraph, domainId: string, named: string): Promise<string> {
  if (isId(named)) return named
  const wanted = URL.canParse(named) ? new URL(named).href : named
  const found = (await allSources(client, domainId)).find(({ url }) => url === wanted || url === named)
  if (found) return found.id
  const message = `no source has the address ${named}; \`polegraph sources\` lists them`
  throw new CommandFailed(message, { exit_code: exitCodes.not_found, code: 'source_not_found' })
}

export const sourceCommands = [listSources, addSources, setSource, removeSource]
