import { graphRoutes } from '@polegraph/contract/graph/graph.ts'
import { amountOf } from '../answer-text.ts'
import { evidenceLines, type ListedRelationship, quoteLine, relationshipLine } from '../describe.ts'
import { listPage, nextStep } from '../list-blocks.ts'
import { fieldsFrom, type ReadingTool, ToolMistake, textArgument } from '../tool.ts'
import {
  contractFields,
  cursorField,
  domainField,
  entityField,
  joinInputs,
  ownFields,
  sizeField,
} from '../tool-input.ts'

const fields = ['type', 'kind', 'direction', 'as_of', 'limit']

export const listRelationshipsTool: ReadingTool = {
  name: 'list_relationships',
  title: 'List the relationships of an entity',
  description:
    'Who or what an entity is connected to, and how: each relationship with its direction, dates, the other entity and its id, and a quote with the address of its page. Use it for questions such as who works for, founded or took part in something.',
  input: joinInputs(
    domainField,
    entityField,
    contractFields(graphRoutes.listEntityRelationships.query, fields),
    cursorField,
    sizeField,
  ),
  async read({ client, args, domain, room, options }) {
    const id = textArgument(args, 'entity')
    const at = fieldsFrom(args, ['as_of'])
    const describe = async (one: ListedRelationship) => {
      const { evidence } = await client.relationships.listEvidence(
        domain,
        one.id,
        { ...(at as object), limit: 1 },
        options,
      )
      const others = [one.from, one.to].filter((end) => end.id !== id).map((end) => `; [${end.kind}] id ${end.id}`)
      return `${relationshipLine(one)}${others.join('')}; relationship id ${one.id}\n${quoteLine(evidence[0])}`
    }
    const ask = async (limit: unknown) => {
      const asked = fieldsFrom({ ...args, limit }, [...fields, 'cursor'])
      const page = await client.entities.listRelationships(domain, id, asked, options)
      return { items: page.relationships, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: args.limit ?? 20, describe, ask })
    const about =
      listed.blocks.length === 0 ? 'No such relationships.' : `${amountOf(listed.blocks.length, 'relationship')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_relationships', listed) }
  },
}

const ofEither = ownFields(
  {
    entity: { type: 'string', format: 'uuid', description: 'Id of an entity; or give a relationship.' },
    relationship: { type: 'string', format: 'uuid', description: 'Id of a relationship; or give an entity.' },
  },
  { optional: true },
)

export const listEvidenceTool: ReadingTool = {
  name: 'list_evidence',
  title: 'List the quotes behind an entity or a relationship',
  description:
    'Every quote that supports an entity or a relationship, newest first, each with the address and the id of its page and what it says. Use it to check a fact, or to see whether several sites agree.',
  input: joinInputs(
    domainField,
    ofEither,
    contractFields(graphRoutes.listEntityEvidence.query, ['field', 'as_of', 'limit']),
    cursorField,
    sizeField,
  ),
  async read({ client, args, domain, room, options }) {
    const isOfEntity = typeof args.entity === 'string'
    if (isOfEntity === (typeof args.relationship === 'string')) {
      throw new ToolMistake('give the id of either an entity or a relationship')
    }
    const ask = async (limit: unknown) => {
      const asked = fieldsFrom({ ...args, limit }, ['field', 'as_of', 'limit', 'cursor'])
      const page = isOfEntity
        ? await client.entities.listEvidence(domain, textArgument(args, 'entity'), asked, options)
        : await client.relationships.listEvidence(domain, textArgument(args, 'relationship'), asked, options)
      return { items: page.evidence, next_cursor: page.next_cursor }
    }
    const listed = await listPage({ room, limit: args.limit ?? 20, describe: evidenceLines, ask })
    const about = listed.blocks.length === 0 ? 'No quotes.' : `${amountOf(listed.blocks.length, 'quote')}:`
    return { about, blocks: listed.blocks, next: nextStep('list_evidence', listed) }
  },
}
