import { graphSearchRoutes } from '@polegraph/contract/graph/graph-search.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { entityLines, type ListedEntity } from '../describe.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { quoteText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, positionField, sizeField } from '../tool-input.ts'

export const searchTool = readingTool({
  name: 'search',
  title: 'Search a knowledge graph',
  description:
    'Finds entities by name (typos are fine) and passages of pages by words. Use it first whenever you need the id of an entity, or want to know whether the graph mentions something. Gives entities with their ids, then passages with the addresses and ids of their pages.',
  args: z.object({ domain: domainField, cursor: positionField, max_characters: sizeField }),
  fields: graphSearchRoutes.search.query.pick({ q: true, kind: true, certainty: true, limit: true, as_of: true }),
  async read({ client, args, fields, domain, room, options }) {
    const { entities, passages } = await client.graph.search(domain, fields, options)
    const items = [...entities.map((entity) => ({ entity })), ...passages.map((passage) => ({ passage }))]
    const listed = await listWhole({ items, from: args.cursor, room, describe: describeHit })
    const about =
      items.length === 0
        ? 'Nothing found. Try other words, or fewer.'
        : `${amountOf(entities.length, 'entity', 'entities')} and ${amountOf(passages.length, 'passage')}, best first:`
    return { about, blocks: listed.blocks, next: nextStep('search', listed) }
  },
})

type Hit = { entity: ListedEntity } | { passage: { page_id: string; quote: string; url: string; entity_ids: string[] } }

function describeHit(hit: Hit): string {
  if ('entity' in hit) return entityLines(hit.entity)
  const { entity_ids, page_id } = hit.passage
  const about = entity_ids.length > 0 ? `, about ${entity_ids.slice(0, 5).join(', ')}` : ''
  return `passage ${quoteText(hit.passage)}\n  on page ${page_id}${about}`
}
