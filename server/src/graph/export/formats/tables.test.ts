import { parse as parseCsv } from 'csv-parse/sync'
import { parquetMetadata } from 'hyparquet'
import { expect, it } from 'vitest'
import {
  ada,
  entities,
  hostile,
  hostileEntities,
  hostileRelationships,
  relationships,
  thing,
  writeBytes,
  writeGraph,
} from '../../../../test/support/graph/export-graphs.ts'
import { readParquet, readWorkbook } from '../../../../test/support/graph/read-tables.ts'
import { newId } from '../../../platform/ids.ts'
import { entitiesCsv, relationshipsCsv } from './csv.ts'
import type { Entity } from './graph-file.ts'
import { writeParquet } from './parquet.ts'
import { columnsOfBoth, columnsOfEntities, columnsOfRelationships } from './table.ts'
import { writeWorkbook, writeXlsx } from './xlsx.ts'
import { ZipWriter } from './zip-writer.ts'

// Tables, read back with the software that its users have.

const inBatches = async function* <Row>(rows: Row[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const objectsOf = ([titles = [], ...rows]: unknown[][]) =>
  rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? null])))
/** What XML 1.0 can hold, as Excel has it. */
const inSheet = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/\r\n?/g, '\n')

it('CSV has a table for entities and one for relationships', () => {
  const [things, links] = [entitiesCsv, relationshipsCsv].map(
    (file) => parseCsv(writeGraph(file, entities, relationships), { columns: true }) as Record<string, string>[],
  ) as [Record<string, string>[], Record<string, string>[]]
  expect(things.map(({ id }) => id)).toEqual(entities.map(({ id }) => id))
  expect(Object.keys(things[0] ?? {})).toEqual(Object.keys(columnsOfEntities))
  expect(links.map(({ id }) => id)).toEqual(relationships.map(({ id }) => id))
  expect(Object.keys(links[0] ?? {})).toEqual(Object.keys(columnsOfRelationships))
  expect(links[0]).toMatchObject({
    from_name: 'Ada Lovelace',
    from_kind: 'person',
    type: 'works_for',
    to_kind: 'company',
  })
  const guarded = parseCsv(writeGraph(relationshipsCsv, [], hostileRelationships), {
    columns: true,
    record_delimiter: ['\r\n', '\r', '\n'],
  }) as Record<string, string>[]
  expect(guarded).toHaveLength(hostile.length)
  for (const { type, from_name } of guarded) expect(`${type}\n${from_name}`).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
})

it('a workbook has a sheet of each, with texts as texts and numbers as numbers', async () => {
  const [things, links] = await readWorkbook(await writeBytes(writeXlsx, entities, relationships))
  expect([things?.sheet, links?.sheet]).toEqual(['Entities', 'Relationships'])
  const rows = objectsOf(things?.rows ?? [])
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(columnsOfEntities))
  expect(rows[0]).toMatchObject({
    id: ada.id,
    name: 'Ada Lovelace',
    lat: 51.5,
    lon: -0.13,
    confidence: 0.9,
    when_end: '1852-12-31',
  })
  expect(rows[3]).toMatchObject({ when: '-0043-03-15', lat: null })
  expect(objectsOf(links?.rows ?? [])[0]).toMatchObject({
    from_name: 'Ada Lovelace',
    to_name: 'Engines',
    until: '184X',
  })
})

it('a workbook holds hostile texts, and none too long for Excel', async () => {
  const long = 'ä"<'.repeat(20_000)
  const escaped = { ...thing, id: newId(), name: 'before _x000D_ after', summary: long }
  const [things, links] = await readWorkbook(
    await writeBytes(writeXlsx, [escaped, ...hostileEntities], hostileRelationships),
  )
  const [first, ...rest] = objectsOf(things?.rows ?? []) as Record<string, string>[]
  // It stands for no sign by its number.
  expect(first?.name).toBe('before _x000D_ after')
  expect(first?.summary).toBe(`${long.slice(0, 32_766)}…`)
  expect(rest.map(({ name }) => name)).toEqual(hostile.map((text) => inSheet(text)))
  expect(objectsOf(links?.rows ?? []).map(({ type }) => type)).toEqual(hostile.map((text) => inSheet(text)))
})

it('a workbook goes on in another sheet where one is full', async () => {
  const many: Entity[] = Array.from({ length: 7 }, (_, n) => ({ ...ada, id: newId(), name: `Person ${n}` }))
  const exported = { domain_id: newId(), at: '2026-01-01T00:00:00.000Z', provenance: false }
  const rows = { entities: inBatches(many, 2), relationships: inBatches(relationships.slice(0, 3), 10) }
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook(exported, rows, 4)) pieces.push(piece as Uint8Array)
  const sheets = await readWorkbook(Buffer.concat(pieces))
  expect(sheets.map(({ sheet, rows }) => [sheet, rows.length])).toEqual([
    ['Entities', 4],
    ['Entities 2', 4],
    ['Entities 3', 2],
    ['Relationships', 4],
  ])
  const names = sheets.slice(0, 3).flatMap(({ rows }) => objectsOf(rows).map(({ name }) => name))
  expect(names).toEqual(many.map(({ name }) => name))
})

it('a zip file that is too large breaks off', async () => {
  const zip = new ZipWriter(1_000)
  const write = async () => {
    for await (const _ of zip.add(
      'a',
      Array.from({ length: 1_000 }, () => newId()),
    ));
  }
  await expect(write()).rejects.toThrow('more than 4 GB')
})

it('Parquet has typed columns', async () => {
  const file = new Uint8Array(await writeBytes(writeParquet, entities, relationships)).buffer
  const rows = await readParquet(file)
  expect(rows.map(({ row_type, id }) => [row_type, id])).toEqual([
    ...entities.map(({ id }) => ['entity', id]),
    ...relationships.map(({ id }) => ['relationship', id]),
  ])
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(columnsOfBoth))
  expect(rows[0]).toMatchObject({
    ...{ name: 'Ada Lovelace', lat: 51.5, lon: -0.13, evidence_count: 2, relationship_count: 1, last_seen_at: null },
    ...{ aliases: JSON.stringify(ada.aliases), first_seen_at: new Date(ada.first_seen_at as string) },
  })
  expect(rows[5]).toMatchObject({ type: 'works_for', from_name: 'Ada Lovelace', lat: null, relationship_count: null })
  const { schema } = parquetMetadata(file)
  const typeOf = (name: string) => schema.find((one) => one.name === name)
  expect(
    ['lat', 'source_count', 'updated_at', 'name'].map((name) => [typeOf(name)?.type, typeOf(name)?.converted_type]),
  ).toEqual([
    ['DOUBLE', undefined],
    ['INT32', undefined],
    ['INT64', 'TIMESTAMP_MILLIS'],
    ['BYTE_ARRAY', 'UTF8'],
  ])
})

it('Parquet holds hostile texts, many groups of rows, and none', async () => {
  const write = async (...graph: [Entity[], typeof relationships]) =>
    new Uint8Array(await writeBytes(writeParquet, ...graph)).buffer
  const rows = await readParquet(await write(hostileEntities, hostileRelationships))
  // The reader takes a byte order mark away.
  const wanted = hostile.map((text) => text.toWellFormed().replace(/^\ufeff/, ''))
  expect(rows.map(({ name, type }) => name ?? type)).toEqual([...wanted, ...wanted])
  const many = Array.from({ length: 4_500 }, (_, n) => ({ ...ada, name: `Person ${n}` }))
  const file = await write(many, relationships)
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2_000, 2_000, 505])
  expect((await readParquet(file)).slice(0, 4_500).map(({ name }) => name)).toEqual(many.map(({ name }) => name))
  // Long texts fill a group sooner.
  const long = 'x'.repeat(200_000)
  const wide = await write(
    Array.from({ length: 100 }, () => ({ ...ada, summary: long })),
    [],
  )
  expect(parquetMetadata(wide).row_groups.length).toBeGreaterThan(2)
  expect(await readParquet(await write([], []))).toEqual([])
})
