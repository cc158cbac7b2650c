import { graphSearchRoutes } from '@polegraph/contract/graph/graph-search.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { refText } from '../describe.ts'
import { edgeLines, type GraphPart, type Node } from '../edge-lines.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { readingTool } from '../tool.ts'
import { domainField, entityField, positionField, sizeField } from '../tool-input.ts'

export const listNeighborsTool = readingTool({
  name: 'list_neighbors',
  title: 'List what surrounds an entity',
  description:
    'The entities around one, up to three relationships away, nearest and best connected first: each with its id and the relationships that lead to it, with quotes and addresses. Use it for an overview of a circle of people, organizations or events.',
  args: z.object({ domain: domainField, entity: entityField, cursor: positionField, max_characters: sizeField }),
  fields: graphSearchRoutes.listNeighbors.query.pick({ depth: true, kind: true, type: true, as_of: true }),
  async read(call) {
    const { client, args, fields, domain, room, options } = call
    const asked = { ...fields, limit: limits.list_max }
    const graph = await client.entities.listNeighbors(domain, args.entity, asked, options)
    const [, ...neighbors] = graph.nodes
    const earlier = new Map(graph.nodes.map(({ id }, index) => [id, index]))
    const describe = async (node: Node) => {
      const own = edgesToEarlier(graph, node, earlier)
      return [refText(node), ...(await edgeLines(call, graph, own))].join('\n')
    }
    const listed = await listWhole({ items: neighbors, from: args.cursor, room, describe })
    const count = `${amountOf(neighbors.length, 'neighbor')}${graph.truncated ? ', and there are more' : ''}`
    return { about: `${count}, nearest first:`, blocks: listed.blocks, next: nextStep('list_neighbors', listed) }
  },
})

/** The relationships by which a node hangs on those that were listed before it. */
function edgesToEarlier({ edges }: GraphPart, { id }: Node, order: Map<string, number>) {
  const place = order.get(id) ?? 0
  return edges.filter(({ from, to }) => {
    const other = from === id ? to : to === id ? from : undefined
    return other !== undefined && (order.get(other) ?? place) < place
  })
}
