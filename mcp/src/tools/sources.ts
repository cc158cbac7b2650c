import { sourceRoutes } from '@polegraph/contract/crawl/sources.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { addressText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, sizeField } from '../tool-input.ts'

export const listSourcesTool = readingTool({
  name: 'list_sources',
  title: 'List the sources of a graph',
  description:
    'The addresses where the crawl of a graph begins, newest first, with how many pages were found and read from each. Use it to see what a graph rests on.',
  args: z.object({ domain: domainField, max_characters: sizeField }),
  fields: sourceRoutes.listSources.query.pick({ limit: true, cursor: true }),
  async read({ client, fields, domain, room, options }) {
    const listed = await listPage({
      room,
      limit: fields.limit,
      describe: (source: { url: string; id: string; pages_seen: number; pages_extracted: number }) =>
        `${addressText(source.url)}\n  ${amountOf(source.pages_seen, 'page')} found, ${source.pages_extracted} read; id ${source.id}`,
      ask: async (limit) => {
        const page = await client.sources.list(domain, { ...fields, limit }, options)
        return { items: page.sources, next_cursor: page.next_cursor }
      },
    })
    const about = listed.blocks.length === 0 ? 'No sources.' : `${amountOf(listed.blocks.length, 'source')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_sources', listed) }
  },
})
