import { graphSearchRoutes } from '@polegraph/contract/graph/graph-search.ts'
import { amountOf } from '../answer-text.ts'
import { edgeLines, type GraphPart } from '../edge-lines.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { nameText } from '../one-line.ts'
import { fieldsFrom, type ReadingTool } from '../tool.ts'
import { contractFields, cursorField, domainField, joinInputs, sizeField } from '../tool-input.ts'

const fields = ['from', 'to', 'max_depth', 'limit', 'as_of']

export const findPathsTool: ReadingTool = {
  name: 'find_paths',
  title: 'Find how two entities are connected',
  description:
    'The chains of relationships between two entities, shortest first, each relationship with a quote and the address of its page. Use it for questions such as how two people know each other. Use search to find the ids.',
  input: joinInputs(domainField, contractFields(graphSearchRoutes.findPaths.query, fields), cursorField, sizeField),
  async read(call) {
    const { client, args, domain, room, options } = call
    const { paths, truncated } = await client.graph.findPaths(domain, fieldsFrom(args, fields), options)
    const describe = async (path: GraphPart) => [chainOf(path), ...(await edgeLines(call, path, path.edges))].join('\n')
    const listed = await listWhole({ items: paths, cursor: args.cursor, room, describe })
    const about =
      paths.length === 0
        ? 'No path found within max_depth.'
        : `${amountOf(paths.length, 'path')}${truncated ? ', and there may be more' : ''}, shortest first:`
    return { about, blocks: listed.blocks, next: nextStep('find_paths', listed) }
  },
}

const chainOf = ({ nodes }: GraphPart) => nodes.map(({ name, id }) => `${nameText(name)} (id ${id})`).join(' – ')
