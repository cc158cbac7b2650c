import { type Entity, flatten, type GraphFile, type Relationship } from './graph-file.ts'

// Cypher statements for Neo4j and compatible databases, one a line. Running them again changes nothing.

type Value = string | number | string[] | null | undefined

export const cypherFile: GraphFile = {
  begin: () => 'CREATE CONSTRAINT polegraph_entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;\n',
  entity: (entity) =>
    `MERGE (n:Entity {id: ${quote(entity.id)}}) SET n:${name(entity.kind)} SET n += ${map(entityProperties(entity))};\n`,
  relationship: (one) =>
    `MATCH (a:Entity {id: ${quote(one.from.id)}}), (b:Entity {id: ${quote(one.to.id)}}) ` +
    `MERGE (a)-[r:${name(one.type)} {id: ${quote(one.id)}}]->(b) SET r += ${map(relationshipProperties(one))};\n`,
  end: '',
}

/** A property cannot hold a map, so each attribute becomes a property of its own. */
function entityProperties(entity: Entity): Record<string, Value> {
  const { id: _, when, where, attributes, external_ids, pinned: _pinned, ...rest } = entity
  return {
    ...rest,
    ...flatten({ when, where }),
    ...prefixed('attr.', attributes),
    ...prefixed('external_id.', external_ids),
  }
}

function relationshipProperties(one: Relationship) {
  const { id: _, from: _from, to: _to, attributes, pinned: _pinned, ...rest } = one
  return { ...rest, ...prefixed('attr.', attributes) }
}

const prefixed = (prefix: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]))

function map(values: Record<string, Value>): string {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${name(key)}: ${literal(value)}`],
  )
  return `{${entries.join(', ')}}`
}

function literal(value: NonNullable<Value>): string {
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? `[${value.map(quote).join(', ')}]` : quote(value)
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  // Older servers read `\u0027` as a quote before anything else, even after another backslash: so a backslash of ours
  // is never followed by the `u` of a text.
  '\\u': "\\\\' + 'u",
}
// Control characters are escaped: a statement stays on one line, and no terminal obeys it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const special = /\\u|[\\'\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const noName = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

const quote = (text: string) => `'${text.toWellFormed().replace(special, escapeSign)}'`

const escapeSign = (sign: string) => escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Labels, types and keys. Backslashes are replaced: they escape nothing there, and some servers read `\u0060` as the
 * closing backtick.
 */
const name = (text: string) => `\`${text.toWellFormed().replace(noName, '_').replaceAll('`', '``')}\``
