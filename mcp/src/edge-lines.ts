import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { certaintyText, quoteLine } from './describe.ts'
import { nameText, wordText } from './one-line.ts'
import type { ToolCall } from './tool.ts'

export type GraphPart = Omit<Awaited<ReturnType<CallGroups['entities']['listNeighbors']>>, 'truncated'>
export type Node = GraphPart['nodes'][number]
export type Edge = GraphPart['edges'][number]

/** Between two entities there may be dozens; the others are in list_relationships. */
const edgesMax = 4

/** Relationships of a part of the graph, each with a quote. */
export async function edgeLines(
  { client, fields, domain, options }: ToolCall<unknown, { as_of?: string | undefined }>,
  { nodes }: GraphPart,
  edges: readonly Edge[],
): Promise<string[]> {
  const query = { as_of: fields.as_of, limit: 1 }
  const names = new Map(nodes.map(({ id, name }) => [id, nameText(name)]))
  const lines = edges.slice(0, edgesMax).map(async ({ id, from, to, type, certainty }) => {
    const { evidence } = await client.relationships.listEvidence(domain, id, query, options)
    return `  ${names.get(from)} ${wordText(type)} ${names.get(to)}${certaintyText(certainty)}; relationship id ${id}\n  ${quoteLine(evidence[0])}`
  })
  const left = edges.length - edgesMax
  return [...(await Promise.all(lines)), ...(left > 0 ? [`  and ${left} more between them`] : [])]
}
