import { domainRoutes } from '@polegraph/contract/domains.ts'
import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { nameText, summaryText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { sizeField } from '../tool-input.ts'

type Domain = Awaited<ReturnType<CallGroups['domains']['list']>>['domains'][number]

export const listDomainsTool = readingTool({
  name: 'list_domains',
  title: 'List the knowledge graphs',
  description:
    'Lists the domains of this project: each is one knowledge graph, with its id, name, subject, kinds of entities and size. Begin here when you do not know which graph to ask: all other tools need the id or the whole name of a domain.',
  args: z.object({ max_characters: sizeField }),
  fields: domainRoutes.listDomains.query,
  async read({ client, fields, room, options }) {
    const listed = await listPage({
      room,
      limit: fields.limit,
      describe: (domain: Domain) =>
        [
          `${nameText(domain.name)}, id ${domain.id}`,
          ...(domain.description ? [`  ${summaryText(domain.description)}`] : []),
          `  kinds: ${domain.ontology.join(', ')}`,
          `  ${amountOf(domain.entity_count, 'entity', 'entities')}, ${amountOf(domain.page_count, 'page')}, crawl ${domain.crawl_state}${domain.next_recrawl_at ? `, next run ${domain.next_recrawl_at}` : ''}${domain.archived ? ', archived' : ''}`,
        ].join('\n'),
      ask: async (limit) => {
        const page = await client.domains.list({ ...fields, limit }, options)
        return { items: page.domains, next_cursor: page.next_cursor }
      },
    })
    const about =
      listed.blocks.length === 0 ? 'This project has no domains.' : `${amountOf(listed.blocks.length, 'domain')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_domains', listed) }
  },
})
