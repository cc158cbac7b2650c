import { graphSearchRoutes } from '@polegraph/contract/graph/graph-search.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { edgeLines, type GraphPart } from '../edge-lines.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { nameText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, positionField, sizeField } from '../tool-input.ts'

export const findPathsTool = readingTool({
  name: 'find_paths',
  title: 'Find how two entities are connected',
  description:
    'The chains of relationships between two entities, shortest first, each relationship with a quote and the address of its page. Use it for questions such as how two people know each other. Use search to find the ids.',
  args: z.object({ domain: domainField, cursor: positionField, max_characters: sizeField }),
  fields: graphSearchRoutes.findPaths.query.pick({ from: true, to: true, max_depth: true, limit: true, as_of: true }),
  async read(call) {
    const { client, args, fields, domain, room, options } = call
    const { paths, truncated } = await client.graph.findPaths(domain, fields, options)
    const describe = async (path: GraphPart) => [chainOf(path), ...(await edgeLines(call, path, path.edges))].join('\n')
    const listed = await listWhole({ items: paths, from: args.cursor, room, describe })
    const about =
      paths.length === 0
        ? 'No path found within max_depth.'
        : `${amountOf(paths.length, 'path')}${truncated ? ', and there may be more' : ''}, shortest first:`
    return { about, blocks: listed.blocks, next: nextStep('find_paths', listed) }
  },
})

const chainOf = ({ nodes }: GraphPart) => nodes.map(({ name, id }) => `${nameText(name)} (id ${id})`).join(' – ')
