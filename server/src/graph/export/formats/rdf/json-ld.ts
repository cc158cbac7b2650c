import type { GraphFile } from '../graph-file.ts'
import {
  describeEntity,
  describeExport,
  describeRelationship,
  type StatementValue,
  type Thing,
  vocabularies,
} from './statements.ts'

// JSON-LD 1.1 with an embedded context: a reader has nothing to fetch.

const { schema, ...others } = vocabularies
const context = JSON.stringify({ '@vocab': schema, ...others })

export const jsonLdFile: GraphFile = {
  begin: (exported) => `{"@context":${context},"@graph":[\n${render(describeExport(exported))}`,
  entity: (entity) => `,\n${render(describeEntity(entity))}`,
  relationship: (relationship) =>
    describeRelationship(relationship)
      .map((thing) => `,\n${render(thing)}`)
      .join(''),
  end: '\n]}\n',
}

const render = (thing: Thing) => JSON.stringify(toNode(thing))

function toNode({ id, type, properties }: Thing): object {
  const node: Record<string, unknown> = { ...(id && { '@id': id }), ...(type && { '@type': type }) }
  for (const [property, value] of properties) {
    const known = node[property]
    const more = toJson(value)
    if (known === undefined) node[property] = more
    else if (Array.isArray(known)) known.push(more)
    else node[property] = [known, more]
  }
  return node
}

function toJson(value: StatementValue): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return value
  if ('properties' in value) return toNode(value)
  return 'id' in value ? { '@id': value.id } : { '@value': value.text.toWellFormed(), '@type': value.type }
}
