import jsonld from 'jsonld'
import { Parser, Writer } from 'n3'
import { describe, expect, it } from 'vitest'
import {
  ada,
  entities,
  firm,
  graphs,
  hostileEntities,
  hostileRelationships,
  ides,
  relationships,
  rome,
  ship,
  thing,
  writeGraph,
} from '../../../../../test/support/graph/export-graphs.ts'
import type { Entity, Relationship } from '../graph-file.ts'
import { jsonLdFile } from './json-ld.ts'
import { turtleFile } from './turtle.ts'

describe('JSON-LD and Turtle', () => {
  const documentLoader = () => Promise.reject(new Error('nothing is to be fetched'))
  async function canonize(input: object | string, more: object): Promise<string> {
    const options = { algorithm: 'RDFC-1.0', format: 'application/n-quads', documentLoader, ...more }
    // The types of the package are of an older version.
    return (await jsonld.canonize(input as object, options as object)) as unknown as string
  }
  const ofJsonLd = async (...graph: Parameters<typeof writeGraph> extends [unknown, ...infer Rest] ? Rest : never) =>
    (await canonize(JSON.parse(writeGraph(jsonLdFile, ...graph)), { safe: true })).trimEnd().split('\n')

  async function ofTurtle(list: Entity[], more: Relationship[]): Promise<string[]> {
    const quads = new Parser({ format: 'text/turtle' }).parse(writeGraph(turtleFile, list, more))
    const nquads = await new Promise<string>((resolve, reject) => {
      const writer = new Writer({ format: 'N-Quads' })
      writer.addQuads(quads)
      writer.end((error: Error | null, text: string) => (error ? reject(error) : resolve(text)))
    })
    return (await canonize(nquads, { inputFormat: 'application/n-quads' })).trimEnd().split('\n')
  }

  it.each(graphs)('say the same of %s', async (_title, list, more) => {
    const said = await ofJsonLd(list, more)
    expect(said.length).toBeGreaterThan(list.length * 5)
    expect(await ofTurtle(list, more)).toEqual(said)
  })

  it('say from which pages they have it', async () => {
    const pages = ['https://a.example/<1>', 'https://b.example/2']
    const [one] = relationships as [Relationship]
    const list: [Entity[], Relationship[]] = [[{ ...ada, pages }], [{ ...one, pages }]]
    const said = await ofJsonLd(...list)
    expect(await ofTurtle(...list)).toEqual(said)
    const derived = said.filter((line) => line.includes('<http://www.w3.org/ns/prov#wasDerivedFrom>'))
    expect(derived.toSorted()).toEqual(
      [ada.id, one.id]
        .flatMap((id) =>
          [`<urn:uuid:${id}>`].flatMap((thing) =>
            ['https://a.example/%3C1%3E', pages[1]].map(
              (url) => `${thing} <http://www.w3.org/ns/prov#wasDerivedFrom> <${url}> .`,
            ),
          ),
        )
        .toSorted(),
    )
  })

  it('say it in words of schema.org', async () => {
    const said = (await ofJsonLd(entities, relationships)).join('\n')
    const s = (word: string) => `<https://schema.org/${word}>`
    const id = ({ id: uuid }: { id: string }) => `<urn:uuid:${uuid}>`
    const xsd = (type: string) => `^^<http://www.w3.org/2001/XMLSchema#${type}>`
    const a = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
    const expected = [
      `${id(ada)} ${a} ${s('Person')} .`,
      `${id(firm)} ${a} ${s('Organization')} .`,
      `${id(rome)} ${a} ${s('Place')} .`,
      `${id(ides)} ${a} ${s('Event')} .`,
      `${id(ship)} ${a} ${s('Thing')} .`,
      `${id(ship)} ${s('additionalType')} "ship" .`,
      `${id(ada)} ${s('alternateName')} "Countess of Lovelace" .`,
      `${id(ada)} ${s('birthDate')} "1815-12-10"${xsd('date')} .`,
      `${id(ada)} ${s('deathDate')} "1852"${xsd('gYear')} .`,
      `${id(ada)} ${s('jobTitle')} "writer" .`,
      `${id(ada)} ${s('url')} <https://ada.example/?q=a%7Cb> .`,
      `${id(ada)} <urn:polegraph:url> "javascript:alert(1)" .`,
      `${id(ides)} ${s('startDate')} "-0043-03-15"${xsd('date')} .`,
      `${id(ship)} <urn:polegraph:when> "198X"^^<http://id.loc.gov/datatypes/edtf/EDTF> .`,
      `${id(firm)} ${s('foundingDate')} "about 1830" .`,
      `${id(ada)} ${s('worksFor')} ${id(firm)} .`,
      `${id(firm)} ${s('founder')} ${id(ada)} .`,
      `${id(ides)} ${s('location')} ${id(rome)} .`,
      `${id(ada)} <urn:polegraph:rel_sailed_on> ${id(ship)} .`,
      `${id(relationships[0] as Relationship)} ${s('startDate')} "1840-05"${xsd('gYearMonth')} .`,
      `${id(relationships[1] as Relationship)} <urn:polegraph:confidence> "1.23E-1"${xsd('double')} .`,
      `${id(ship)} <urn:polegraph:confidence> "1"${xsd('integer')} .`,
    ]
    for (const line of expected) expect(said).toContain(line)
    expect(said).toMatch(/_:\S+ <https:\/\/schema\.org\/latitude> "41"\^\^/)
    expect(said.match(/schema\.org\/latitude>/g)).toHaveLength(2)
  })

  it('write a thing a line', () => {
    const list = [thing, ...hostileEntities]
    const lines = writeGraph(turtleFile, list, hostileRelationships)
      .trimEnd()
      .split(/[\n\r\u0085\u2028\u2029]/)
    expect(lines).toHaveLength(5 + 1 + list.length + 2 * hostileRelationships.length)
  })
})
