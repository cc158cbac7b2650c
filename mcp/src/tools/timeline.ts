import { graphViewRoutes } from '@polegraph/contract/graph/graph-views.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { type ListedEntity, quoteLine, refText } from '../describe.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { readingTool } from '../tool.ts'
import { domainField, shortLimit, sizeField } from '../tool-input.ts'

export const getTimelineTool = readingTool({
  name: 'get_timeline',
  title: 'Get a timeline',
  description:
    'What happened when: entities with a date, earliest first, each with the quote that gives the date and the address of its page. Narrow it by time, by kind, or to one entity and its neighbours.',
  args: z.object({ domain: domainField, max_characters: sizeField }),
  fields: graphViewRoutes.getTimeline.query
    .pick({ from: true, to: true, kind: true, entity: true, as_of: true, cursor: true })
    .extend({ limit: shortLimit }),
  async read({ client, fields, domain, room, options }) {
    const ofDate = { as_of: fields.as_of, field: 'when', limit: 1 }
    let undated = 0
    const describe = async (entity: ListedEntity) => {
      const { evidence } = await client.entities.listEvidence(domain, entity.id, ofDate, options)
      return `${entity.when?.edtf ?? ''} ${refText(entity)}\n${quoteLine(evidence[0])}`
    }
    const ask = async (limit: number) => {
      const page = await client.graph.getTimeline(domain, { ...fields, limit }, options)
      undated = page.undated
      return { items: page.items, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: fields.limit, describe, ask })
    const about = `${amountOf(listed.blocks.length, 'entity', 'entities')} with a date, earliest first; ${undated} have none:`
    return { about, blocks: listed.blocks, next: nextStep('get_timeline', listed) }
  },
})
