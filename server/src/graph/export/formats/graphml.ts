import { type Entity, flatten, type GraphFile, type Relationship, several } from './graph-file.ts'
import { escapeXml } from './xml-text.ts'

// GraphML 1.0: every field is declared, and several values in one field are JSON.

type Value = string | number | null

const keys = {
  node: {
    label: 'string',
    kind: 'string',
    aliases: 'string',
    summary: 'string',
    attributes: 'string',
    when: 'string',
    when_start: 'string',
    when_end: 'string',
    lat: 'double',
    lon: 'double',
    where_precision: 'string',
    country: 'string',
    place_id: 'string',
    external_ids: 'string',
    urls: 'string',
    merged_from: 'string',
    confidence: 'double',
    relationship_count: 'int',
    evidence_count: 'int',
    source_count: 'int',
    first_seen_at: 'string',
    last_seen_at: 'string',
    created_at: 'string',
    updated_at: 'string',
  },
  edge: {
    label: 'string',
    certainty: 'string',
    said_as: 'string',
    attributes: 'string',
    since: 'string',
    until: 'string',
    confidence: 'double',
    evidence_count: 'int',
    source_count: 'int',
    created_at: 'string',
    updated_at: 'string',
  },
} as const

type NodeData = Record<keyof typeof keys.node | 'pages', Value>
type EdgeData = Record<keyof typeof keys.edge | 'pages', Value>

const declare = (of: keyof typeof keys, name: string, type: string) =>
  `<key id="${idOf(of, name)}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`

const kinds = ['node', 'edge'] as const
const declared = kinds.flatMap((of) => Object.entries(keys[of]).map(([name, type]) => declare(of, name, type)))
const declaredPages = kinds.map((of) => declare(of, 'pages', 'string'))

export const graphmlFile: GraphFile = {
  begin: ({ domain_id, provenance }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
      ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n',
      ...declared,
      ...(provenance ? declaredPages : []),
      `<graph id="${domain_id}" edgedefault="directed">\n`,
    ].join(''),
  entity: (entity) => `<node id="${entity.id}">${data('node', nodeData(entity))}</node>\n`,
  relationship: (one) =>
    `<edge id="${one.id}" source="${one.from.id}" target="${one.to.id}">${data('edge', edgeData(one))}</edge>\n`,
  end: '</graph>\n</graphml>\n',
}

function nodeData(entity: Entity): NodeData {
  return {
    label: entity.name,
    kind: entity.kind,
    aliases: several(entity.aliases),
    summary: entity.summary,
    attributes: several(entity.attributes),
    ...flatten(entity),
    external_ids: several(entity.external_ids),
    urls: several(entity.urls),
    merged_from: several(entity.merged_from),
    confidence: entity.confidence,
    relationship_count: entity.relationship_count,
    evidence_count: entity.evidence_count,
    source_count: entity.source_count,
    first_seen_at: entity.first_seen_at,
    last_seen_at: entity.last_seen_at,
    created_at: entity.created_at,
    updated_at: entity.updated_at,
    pages: several(entity.pages ?? []),
  }
}

function edgeData(one: Relationship): EdgeData {
  const { id: _, from: _from, to: _to, pinned: _pinned, type, said_as, attributes, pages, ...rest } = one
  return {
    label: type,
    said_as: several(said_as),
    attributes: several(attributes),
    ...rest,
    pages: several(pages ?? []),
  }
}

function data(of: keyof typeof keys, values: Record<string, Value>): string {
  let text = ''
  for (const name in values) {
    const value = values[name]
    if (value === null || value === undefined) continue
    text += `<data key="${idOf(of, name)}">${typeof value === 'number' ? value : escapeXml(value)}</data>`
  }
  return text
}

function idOf(of: string, name: string): string {
  return `${of}_${name}`
}
