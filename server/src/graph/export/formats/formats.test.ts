import { entity as entitySchema, relationship as relationshipSchema } from '@polegraph/contract/graph/graph-fields.ts'
import { parse as parseCsv } from 'csv-parse/sync'
import { MultiDirectedGraph } from 'graphology'
import graphml from 'graphology-graphml'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import {
  ada,
  entities,
  firm,
  graphs,
  hostile,
  hostileEntities,
  hostileRelationships,
  relationships,
  thing,
  writeGraph,
} from '../../../../test/support/graph/export-graphs.ts'
import { readCypher } from '../../../../test/support/graph/read-cypher.ts'
import { csvFile } from './csv.ts'
import { cypherFile } from './cypher.ts'
import type { GraphFile } from './graph-file.ts'
import { graphmlFile } from './graphml.ts'
import { ndjsonFile } from './ndjson.ts'

// Each format is read back with the software that its users have.

describe('GraphML', () => {
  /** Replaces what XML cannot hold. */
  const inXml = (text: string) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')

  it.each(graphs)('holds %s', (_title, list, more) => {
    const text = writeGraph(graphmlFile, list, more)
    const strict = new SaxesParser({ xmlns: true })
    const labels: string[] = []
    let label: string | undefined
    strict.on('error', (error) => {
      throw error
    })
    strict.on('opentag', ({ attributes }) => {
      label = attributes.key?.value === 'node_label' ? '' : undefined
    })
    strict.on('text', (part) => {
      if (label !== undefined) label += part
    })
    strict.on('closetag', () => {
      if (label !== undefined) labels.push(label)
      label = undefined
    })
    strict.write(text).close()
    expect(labels).toEqual(list.map(({ name }) => inXml(name)))

    const graph = graphml.parse(MultiDirectedGraph, text)
    expect(graph.nodes()).toEqual(list.map(({ id }) => id))
    expect(graph.edges()).toEqual(more.map(({ id }) => id))
    for (const one of more) expect(graph.extremities(one.id)).toEqual([one.from.id, one.to.id])
  })

  it('tells numbers from texts', () => {
    const graph = graphml.parse(MultiDirectedGraph, writeGraph(graphmlFile, entities, relationships))
    expect(graph.getNodeAttributes(ada.id)).toMatchObject({
      label: 'Ada Lovelace',
      kind: 'person',
      lat: 51.5,
      lon: -0.13,
      confidence: 0.9,
      evidence_count: 2,
      when: '1815-12-10/1852',
      country: 'GB',
      attributes: JSON.stringify(ada.attributes),
    })
    expect(graph.getNodeAttributes(firm.id)).not.toHaveProperty('lat')
    const [first] = relationships
    expect(graph.getEdgeAttributes(first?.id)).toMatchObject({ label: 'works_for', since: '1840-05', until: '184X' })
  })
})

describe('CSV', () => {
  const read = (text: string): Record<string, string>[] =>
    parseCsv(text, { columns: true, record_delimiter: ['\r\n', '\r', '\n'] })
  const unguarded = (cell: string | undefined) => cell?.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/u, '')
  const texts = ['name', 'kind', 'summary', 'type', 'from_name', 'when', 'when_start', 'since'] as const

  it('is one table', () => {
    const rows = read(writeGraph(csvFile, entities, relationships))
    expect(rows.map(({ row_type, id }) => [row_type, id])).toEqual([
      ...entities.map(({ id }) => ['entity', id]),
      ...relationships.map(({ id }) => ['relationship', id]),
    ])
    expect(rows[0]).toMatchObject({
      name: 'Ada Lovelace',
      lon: '-0.13',
      confidence: '0.9',
      attributes: JSON.stringify(ada.attributes),
    })
    expect(rows[3]).toMatchObject({ when: "'-0043-03-15", when_start: "'-0043-03-15", lat: '' })
    expect(rows[5]).toMatchObject({ type: 'works_for', from_id: ada.id, to_name: 'Engines', since: '1840-05' })
    expect(read(writeGraph(csvFile, []))).toEqual([])
  })

  it('keeps every text, and none is a formula', () => {
    const rows = read(writeGraph(csvFile, [thing, ...hostileEntities], hostileRelationships)).slice(1)
    expect(rows.slice(0, hostile.length).map(({ name }) => unguarded(name))).toEqual(
      hostile.map((text) => text.toWellFormed()),
    )
    expect(rows.slice(hostile.length).map(({ type }) => unguarded(type))).toEqual(
      hostile.map((text) => text.toWellFormed()),
    )
    for (const row of rows) for (const column of texts) expect(row[column]).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
    const aliases = rows.slice(0, hostile.length).map(({ aliases }) => JSON.parse(aliases as string)[0])
    expect(aliases).toEqual(hostile)
  })
})

describe('Cypher', () => {
  it.each(graphs)('has a statement a line for %s, to new servers and to old', (_title, list, more) => {
    const text = writeGraph(cypherFile, list, more)
    const lines = text.trimEnd().split(/[\n\r\u0085\u2028\u2029]/)
    expect(lines).toHaveLength(1 + list.length + more.length)
    for (const unescapeFirst of [false, true]) {
      const statements = readCypher(text, { unescapeFirst })
      expect(statements).toHaveLength(lines.length)
      const [constraint, ...rest] = statements
      expect(constraint?.words).toBe(
        'CREATE CONSTRAINT polegraph_entity_id IF NOT EXISTS FOR ( n : Entity ) REQUIRE n . id IS UNIQUE',
      )
      const nodes = rest.slice(0, list.length)
      for (const { words } of nodes)
        expect(words).toMatch(/^MERGE \( n : Entity \{ id : \$ \} \) SET n : ` SET n \+= \{/)
      for (const { words } of rest.slice(list.length)) {
        expect(words).toMatch(
          /^MATCH \( a : Entity \{ id : \$ \} \) , \( b : Entity \{ id : \$ \} \) MERGE \( a \) - \[ r : ` \{ id : \$ \} \] -> \( b \) SET r \+= \{/,
        )
      }
      expect(nodes.map(({ values }) => values.name)).toEqual(list.map(({ name }) => name.toWellFormed()))
      expect(nodes.map(({ values }) => values.kind)).toEqual(list.map(({ kind }) => kind.toWellFormed()))
    }
  })

  it('has attributes as properties, and lists as lists', () => {
    const [, node] = readCypher(writeGraph(cypherFile, [ada]), { unescapeFirst: false })
    expect(node?.values).toMatchObject({
      name: 'Ada Lovelace',
      'attr.job_title': 'writer',
      'external_id.wikidata': 'Q7259',
      lon: '-0.13',
    })
    expect(node?.text).toContain("`aliases`: ['Augusta Ada King', 'Countess of Lovelace', 'Augusta Ada King']")
    expect(node?.text).not.toContain('null')
  })
})

describe('the pages behind a fact', () => {
  const pages = ['https://a.example/1', 'https://b.example/?q="x"&y=1,2']
  const [one] = relationships as [(typeof relationships)[0]]
  const text = (file: GraphFile) =>
    writeGraph(
      file,
      [
        { ...ada, pages },
        { ...firm, pages: [] },
      ],
      [{ ...one, pages }],
    )

  it('are in GraphML', () => {
    const graph = graphml.parse(MultiDirectedGraph, text(graphmlFile))
    expect(graph.getNodeAttributes(ada.id).pages).toBe(JSON.stringify(pages))
    expect(graph.getEdgeAttributes(one.id).pages).toBe(JSON.stringify(pages))
    expect(graph.getNodeAttributes(firm.id)).not.toHaveProperty('pages')
  })

  it('are in CSV', () => {
    const rows = parseCsv(text(csvFile), { columns: true }) as Record<string, string>[]
    expect(rows.map((row) => row.pages)).toEqual([JSON.stringify(pages), '', JSON.stringify(pages)])
  })

  it('are in Cypher', () => {
    const statements = text(cypherFile).trimEnd().split('\n')
    const list = `\`pages\`: ['${pages.join("', '")}']`
    expect(statements.map((line) => line.includes(list))).toEqual([false, true, false, true])
  })

  it('are in NDJSON', () => {
    const lines = text(ndjsonFile).trimEnd().split('\n')
    const parsed = lines
      .map((line) => JSON.parse(line))
      .map(({ entity, relationship }) => (entity ?? relationship).pages)
    expect(parsed).toEqual([pages, [], pages])
  })

  it.each(Object.entries({ graphmlFile, csvFile, cypherFile, ndjsonFile }))(
    'are not in a %s that was not asked for them',
    (_title, file) => expect(writeGraph(file, entities, relationships)).not.toContain('pages'),
  )
})

describe('NDJSON', () => {
  it('has what the API answers, a line each', () => {
    const lines = writeGraph(ndjsonFile, entities, relationships)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      ...entities.map((entity) => ({ entity })),
      ...relationships.map((relationship) => ({ relationship })),
    ])
    for (const { entity, relationship } of lines) {
      expect((entity ? entitySchema : relationshipSchema).safeParse(entity ?? relationship).error).toBeUndefined()
    }
    const hostileLines = writeGraph(ndjsonFile, hostileEntities)
      .trimEnd()
      .split(/[\n\r]/)
    expect(hostileLines.map((line) => JSON.parse(line).entity.name)).toEqual(hostile)
  })
})
