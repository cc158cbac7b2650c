import { queryText } from '@polegraph/contract/fields.ts'
import { graphRoutes } from '@polegraph/contract/graph/graph.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { evidenceLines, type ListedRelationship, quoteLine, relationshipLine } from '../describe.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { readingTool, ToolMistake } from '../tool.ts'
import { domainField, entityField, idText, shortLimit, sizeField } from '../tool-input.ts'

export const listRelationshipsTool = readingTool({
  name: 'list_relationships',
  title: 'List the relationships of an entity',
  description:
    'Who or what an entity is connected to, and how: each relationship with its direction, dates, the other entity and its id, and a quote with the address of its page. Use it for questions such as who works for, founded or took part in something.',
  args: z.object({ domain: domainField, entity: entityField, max_characters: sizeField }),
  fields: graphRoutes.listEntityRelationships.query
    .pick({ type: true, kind: true, direction: true, certainty: true, as_of: true, cursor: true })
    .extend({ limit: shortLimit }),
  async read({ client, args: { entity: id }, fields, domain, room, options }) {
    const ofNewest = { as_of: fields.as_of, limit: 1 }
    const describe = async (one: ListedRelationship) => {
      const { evidence } = await client.relationships.listEvidence(domain, one.id, ofNewest, options)
      const others = [one.from, one.to].filter((end) => end.id !== id).map((end) => `; [${end.kind}] id ${end.id}`)
      return `${relationshipLine(one)}${others.join('')}; relationship id ${one.id}\n${quoteLine(evidence[0])}`
    }
    const ask = async (limit: number) => {
      const page = await client.entities.listRelationships(domain, id, { ...fields, limit }, options)
      return { items: page.relationships, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: fields.limit, describe, ask })
    const about =
      listed.blocks.length === 0 ? 'No such relationships.' : `${amountOf(listed.blocks.length, 'relationship')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_relationships', listed) }
  },
})

export const listEvidenceTool = readingTool({
  name: 'list_evidence',
  title: 'List the quotes behind an entity or a relationship',
  description:
    'Every quote that supports an entity or a relationship, newest first, each with the address and the id of its page and what it says. Use it to check a fact, or to see whether several sites agree.',
  args: z.object({
    domain: domainField,
    entity: idText('Id of an entity; or give a relationship.').optional(),
    relationship: idText('Id of a relationship; or give an entity.').optional(),
    max_characters: sizeField,
  }),
  // The fields that evidence supports differ between entities and relationships, so the service judges them.
  fields: graphRoutes.listEntityEvidence.query.pick({ as_of: true, cursor: true }).extend({
    field: queryText({ max: limits.query_max }).optional().describe('Only evidence that supports one of these fields.'),
    limit: shortLimit,
  }),
  async read({ client, args: { entity, relationship }, fields, domain, room, options }) {
    const pageOf = (limit: number) => {
      const asked = { ...fields, limit }
      if (entity !== undefined && relationship === undefined) {
        return client.entities.listEvidence(domain, entity, asked, options)
      }
      if (entity === undefined && relationship !== undefined) {
        return client.relationships.listEvidence(domain, relationship, asked, options)
      }
      throw new ToolMistake('give the id of either an entity or a relationship')
    }
    const ask = async (limit: number) => {
      const page = await pageOf(limit)
      return { items: page.evidence, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: fields.limit, describe: evidenceLines, ask })
    const about = listed.blocks.length === 0 ? 'No quotes.' : `${amountOf(listed.blocks.length, 'quote')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_evidence', listed) }
  },
})
