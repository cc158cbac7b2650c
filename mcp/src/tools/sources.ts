import { sourceRoutes } from '@polegraph/contract/crawl/sources.ts'
import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { addressText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, sizeField } from '../tool-input.ts'

type Source = Awaited<ReturnType<CallGroups['sources']['list']>>['sources'][number]

export const listSourcesTool = readingTool({
  name: 'list_sources',
  title: 'List the sources of a graph',
  description:
    'The addresses where the crawl of a graph begins, newest first, with how many pages were found and read from each, and when the next scheduled run asks for them. Use it to see what a graph rests on.',
  args: z.object({ domain: domainField, max_characters: sizeField }),
  fields: sourceRoutes.listSources.query.pick({ limit: true, cursor: true }),
  async read({ client, fields, domain, room, options }) {
    const listed = await listPage({
      room,
      limit: fields.limit,
      describe: (source: Source) =>
        `${addressText(source.url)}\n  ${amountOf(source.pages_seen, 'page')} found, ${source.pages_extracted} read${source.next_recrawl_at ? `, next run ${source.next_recrawl_at}` : ''}; id ${source.id}`,
      ask: async (limit) => {
        const page = await client.sources.list(domain, { ...fields, limit }, options)
        return { items: page.sources, next_cursor: page.next_cursor }
      },
    })
    const about = listed.blocks.length === 0 ? 'No sources.' : `${amountOf(listed.blocks.length, 'source')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_sources', listed) }
  },
})
