import type { Entity, GraphFile, Relationship } from './graph-file.ts'
import {
  type Cells,
  type Columns,
  cellsOfEntity,
  cellsOfRelationship,
  columnsOfEntities,
  columnsOfRelationships,
} from './table.ts'
import { escapeAttribute } from './xml-text.ts'

// GEXF 1.3: what Gephi has for itself (the label of a node, the kind of an edge) is said in its own way, all else by
// attributes that are declared first.

const types = { text: 'string', real: 'double', count: 'integer', time: 'string' } as const

const without = (columns: Columns, taken: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !taken.includes(name)))

const ofNodes = without(columnsOfEntities, ['id', 'name'])
const ofEdges = without(columnsOfRelationships, [
  'id',
  ...['from', 'to'].flatMap((end) => ['id', 'kind', 'name'].map((part) => `${end}_${part}`)),
])

const declare = (of: 'node' | 'edge', columns: Columns, provenance: boolean) =>
  [
    `<attributes class="${of}">\n`,
    ...Object.entries(provenance ? { ...columns, pages: 'text' as const } : columns).map(
      ([name, type]) => `<attribute id="${name}" title="${name}" type="${types[type]}"/>\n`,
    ),
    '</attributes>\n',
  ].join('')

export const gexfFile: GraphFile = {
  begin: ({ at, provenance }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
      ' xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">\n',
      `<meta lastmodifieddate="${at.slice(0, 10)}"><creator>Polegraph</creator></meta>\n`,
      '<graph defaultedgetype="directed" mode="static">\n',
      declare('node', ofNodes, provenance),
      declare('edge', ofEdges, provenance),
      '<nodes>\n',
    ].join(''),
  entity: (one: Entity) =>
    `<node id="${one.id}" label="${escapeAttribute(one.name)}">${values(ofNodes, cellsOfEntity(one))}</node>\n`,
  between: '</nodes>\n<edges>\n',
  // Gephi tells parallel edges apart by their kind.
  relationship: (one: Relationship) => {
    const type = escapeAttribute(one.type)
    const ends = `source="${one.from.id}" target="${one.to.id}"`
    return `<edge id="${one.id}" ${ends} kind="${type}" label="${type}" weight="${weightOf(one)}">${values(ofEdges, cellsOfRelationship(one))}</edge>\n`
  },
  end: '</edges>\n</graph>\n</gexf>\n',
}

/** Gephi takes no edge without a weight. */
const weightOf = ({ source_count }: Relationship) => Math.max(1, source_count)

function values(columns: Columns, cells: Cells): string {
  let text = ''
  for (const name in columns) text += value(name, cells)
  return `<attvalues>${text}${value('pages', cells)}</attvalues>`
}

function value(name: string, cells: Cells): string {
  const cell = cells[name]
  if (cell === null || cell === undefined) return ''
  return `<attvalue for="${name}" value="${typeof cell === 'number' ? cell : escapeAttribute(cell)}"/>`
}
