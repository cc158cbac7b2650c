import { graphViewRoutes } from '@polegraph/contract/graph/graph-views.ts'
import { amountOf } from '../answer-text.ts'
import { type ListedEntity, quoteLine, refText } from '../describe.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { fieldsFrom, type ReadingTool } from '../tool.ts'
import { contractFields, cursorField, domainField, joinInputs, sizeField } from '../tool-input.ts'

const fields = ['from', 'to', 'kind', 'entity', 'as_of', 'limit']

export const getTimelineTool: ReadingTool = {
  name: 'get_timeline',
  title: 'Get a timeline',
  description:
    'What happened when: entities with a date, earliest first, each with the quote that gives the date and the address of its page. Narrow it by time, by kind, or to one entity and its neighbours.',
  input: joinInputs(domainField, contractFields(graphViewRoutes.getTimeline.query, fields), cursorField, sizeField),
  async read({ client, args, domain, room, options }) {
    const ofDate = { ...(fieldsFrom(args, ['as_of']) as object), field: 'when', limit: 1 }
    let undated = 0
    const describe = async (entity: ListedEntity) => {
      const { evidence } = await client.entities.listEvidence(domain, entity.id, ofDate, options)
      return `${entity.when?.edtf ?? ''} ${refText(entity)}\n${quoteLine(evidence[0])}`
    }
    const ask = async (limit: unknown) => {
      const asked = fieldsFrom({ ...args, limit }, [...fields, 'cursor'])
      const page = await client.graph.getTimeline(domain, asked, options)
      undated = page.undated
      return { items: page.items, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: args.limit ?? 20, describe, ask })
    const about = `${amountOf(listed.blocks.length, 'entity', 'entities')} with a date, earliest first; ${undated} have none:`
    return { about, blocks: listed.blocks, next: nextStep('get_timeline', listed) }
  },
}
