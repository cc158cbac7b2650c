import { MultiGraph } from 'graphology'
import gexf from 'graphology-gexf'
import ICAL from 'ical.js'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import {
  ada,
  entities,
  firm,
  graphs,
  hostile,
  hostileEntities,
  ides,
  relationships,
  rome,
  ship,
  writeBytes,
  writeGraph,
} from '../../../../test/support/graph/export-graphs.ts'
import { mistakesOfFtm } from '../../../../test/support/graph/ftm-model.ts'
import { parseEdtf } from '../../../dates/parse-edtf.ts'
import { ftmFile } from './ftm.ts'
import { writeGeoJson } from './geo-json.ts'
import { gexfFile } from './gexf.ts'
import type { Entity, Relationship } from './graph-file.ts'
import { icalendarFile } from './icalendar.ts'

// Formats for one purpose, read back with the software that their users have.

const pages = ['https://a.example/1', 'https://b.example/?q=1,2']

describe('GEXF', () => {
  it.each(graphs)('holds %s', (_title, list, more) => {
    const text = writeGraph(gexfFile, list, more)
    const strict = new SaxesParser({ xmlns: true })
    strict.on('error', (error) => {
      throw error
    })
    strict.write(text).close()
    const graph = gexf.parse(MultiGraph, text, { addMissingNodes: false })
    expect(graph.nodes()).toEqual(list.map(({ id }) => id))
    expect(graph.edges()).toEqual(more.map(({ id }) => id))
    for (const one of more) expect(graph.extremities(one.id)).toEqual([one.from.id, one.to.id])
  })

  it('tells numbers from texts, and has the pages that are asked for', () => {
    const graph = gexf.parse(MultiGraph, writeGraph(gexfFile, [{ ...ada, pages }, firm], relationships.slice(0, 1)))
    expect(graph.getNodeAttributes(ada.id)).toMatchObject({
      ...{ label: 'Ada Lovelace', kind: 'person', lat: 51.5, lon: -0.13, confidence: 0.9, evidence_count: 2 },
      ...{ when: '1815-12-10/1852', attributes: JSON.stringify(ada.attributes), pages: JSON.stringify(pages) },
    })
    const edge = graph.getEdgeAttributes(relationships[0]?.id)
    expect(edge).toMatchObject({ label: 'works_for', since: '1840-05', until: '184X', certainty: 'said' })
  })
})

describe('GeoJSON', () => {
  it('has a feature for what has coordinates', async () => {
    const file = JSON.parse((await writeBytes(writeGeoJson, [...entities, ...hostileEntities])).toString())
    expect(file.type).toBe('FeatureCollection')
    expect(file.features.map(({ id }: { id: string }) => id)).toEqual([ada.id, rome.id])
    // RFC 7946: longitude, then latitude.
    expect(file.features[0]).toMatchObject({
      ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [-0.13, 51.5] } },
      properties: { name: 'Ada Lovelace', kind: 'person', precision: 'city', country: 'GB', aliases: ada.aliases },
    })
    expect(JSON.parse((await writeBytes(writeGeoJson, [])).toString())).toEqual({
      type: 'FeatureCollection',
      features: [],
    })
    const located = hostileEntities.map((one) => ({ ...one, where: rome.where }))
    const { features } = JSON.parse((await writeBytes(writeGeoJson, located)).toString())
    expect(features.map(({ properties }: { properties: Entity }) => properties.name.toWellFormed())).toEqual(
      hostile.map((text) => text.toWellFormed()),
    )
  })
})

describe('iCalendar', () => {
  const read = (list: Entity[]) => {
    const text = writeGraph(icalendarFile, list)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const calendar = new ICAL.Component(ICAL.parse(text))
    return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  }
  const at = (edtf: string) => ({ ...ides, when: parseEdtf(edtf) ?? null })
  const spanOf = (edtf: string) => {
    const [event] = read([at(edtf)])
    return event && [event.startDate.toString(), event.endDate.toString(), event.startDate.isDate]
  }

  it('has an event for each entity with a time that a calendar knows', () => {
    const [event, ...more] = read([{ ...ada, pages }, firm, ides])
    // The Ides were before the first year that a calendar has.
    expect(more).toEqual([])
    expect([event?.uid, event?.summary, event?.startDate.toString(), event?.endDate.toString()]).toEqual([
      ...[`urn:uuid:${ada.id}`, 'Ada Lovelace', '1815-12-10', '1853-01-01'],
    ])
    expect(event?.description).toBe(
      [
        ...['She wrote programs.', 'when: 1815-12-10/1852', 'birth_date: 1815-12-10', 'death_date: 1852'],
        ...['job_title: writer', 'favourite_colour: red', ...pages],
      ].join('\n'),
    )
    const { component } = event as ICAL.Event
    expect(component.getFirstPropertyValue('geo')).toEqual([51.5, -0.13])
    expect(component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-01-01T00:00:00Z')
    expect(component.getFirstPropertyValue('url')).toBe('https://ada.example/?q=a|b')
  })

  it.each([
    ['2026-05-03', ['2026-05-03', '2026-05-04', true]],
    ['2026-02', ['2026-02-01', '2026-03-01', true]],
    ['1843', ['1843-01-01', '1844-01-01', true]],
    ['198X', ['1980-01-01', '1990-01-01', true]],
    ['2026-12-30/2027-01-02', ['2026-12-30', '2027-01-03', true]],
    // Of an open end the first day is what is known.
    ['2026-05-03/..', ['2026-05-03', '2026-05-04', true]],
    ['../2026-05-03', undefined],
    ['-0043-03-15', undefined],
  ])('shows %s', (edtf, span) => expect(spanOf(edtf)).toEqual(span))

  it.each([
    ['2026-05-03T18:30:00+02:00', '2026-05-03T16:30:00Z'],
    ['2026-05-03T18:30:00Z', '2026-05-03T18:30:00Z'],
    ['2026-05-03T18:30:00', '2026-05-03T18:30:00'],
  ])('shows the time %s', (edtf, start) => {
    const when = { edtf, start: '2026-05-03', end: '2026-05-03', precision: 'time' as const }
    expect(read([{ ...ides, when }])[0]?.startDate.toString()).toBe(start)
  })

  it('holds hostile texts', () => {
    const dated = hostileEntities.map((one) => ({ ...one, when: parseEdtf('2026') ?? null }))
    const events = read(dated)
    const plain = (text: string) =>
      text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')
        .replace(/\r\n?/g, '\n')
    expect(events.map(({ summary }) => summary)).toEqual(hostile.map(plain))
  })
})

describe('FollowTheMoney', () => {
  type Line = { id: string; schema: string; properties: Record<string, string[]> }
  const read = (list: Entity[], more: Relationship[] = []): Line[] =>
    writeGraph(ftmFile, list, more)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  it.each(graphs)('has schemata and properties that the model knows, of %s', (_title, list, more) => {
    const lines = read(list, more)
    expect(mistakesOfFtm(lines)).toEqual([])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    for (const { id } of [...list, ...more]) expect(lines.map((line) => line.id)).toContain(id)
  })

  it('says what it has a word for, and tells the rest', () => {
    const [person, address, company] = read([
      { ...ada, pages },
      { ...firm, kind: 'company' },
    ])
    expect(person).toMatchObject({
      ...{ id: ada.id, schema: 'Person' },
      properties: {
        ...{ name: ['Ada Lovelace'], alias: ['Augusta Ada King', 'Countess of Lovelace'], position: ['writer'] },
        ...{ birthDate: ['1815-12-10'], deathDate: ['1852'], wikidataId: ['Q7259'], country: ['gb'] },
        ...{ sourceUrl: pages, website: ['https://ada.example/?q=a|b'], addressEntity: [`${ada.id}-address`] },
        notes: ['favourite_colour: red', 'when: 1815-12-10/1852'],
      },
    })
    expect(address).toMatchObject({ schema: 'Address', properties: { latitude: ['51.5'], longitude: ['-0.13'] } })
    // No date of theirs is uncertain.
    expect(company).toMatchObject({ schema: 'Company', properties: { notes: ['founding_date: about 1830'] } })
  })

  it('takes the schema that fits both ends, else a link that says its name', () => {
    const [works, founded] = relationships as [Relationship, Relationship]
    const of = (type: string, from: Entity, to: Entity, said: Partial<Relationship> = {}) =>
      ({
        ...founded,
        type,
        from: { id: from.id, kind: from.kind, name: '' },
        to: { id: to.id, kind: to.kind, name: '' },
        ...said,
      }) as Relationship
    const lines = read(
      [],
      [
        works,
        of('owner_of', ada, firm),
        of('owner_of', ada, { ...firm, kind: 'organization' }),
        of('leads', ada, firm, { certainty: 'reported', said_as: ['manages'] }),
        of('member_of', firm, firm),
        of('spouse_of', ada, ada),
        of('works_for', ada, ship),
        of('lives_in', ada, rome, { since: '18XX' }),
      ],
    )
    expect(mistakesOfFtm(lines)).toEqual([])
    expect(lines.map(({ schema }) => schema)).toEqual([
      ...[
        'Employment',
        'Ownership',
        'UnknownLink',
        'Directorship',
        'Membership',
        'Family',
        'UnknownLink',
        'UnknownLink',
      ],
    ])
    expect(lines[0]?.properties).toMatchObject({
      ...{ employee: [ada.id], employer: [firm.id], role: ['programmer'], startDate: ['1840-05'] },
      description: ['type: works_for', 'until: 184X'],
    })
    expect(lines[3]?.properties).toMatchObject({
      role: ['manages'],
      description: expect.arrayContaining(['certainty: reported']),
    })
    expect(lines[7]?.properties).toMatchObject({
      subject: [ada.id],
      object: [rome.id],
      role: ['lives_in'],
      description: ['since: 18XX'],
    })
  })
})
