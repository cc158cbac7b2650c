import { expect, it } from 'vitest'
import { type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { resolveDue } from './resolve-due.ts'

// The work that strangers can cause is bounded: many of one name, many things on a page, chains of things that are like the next.

const test = await startTestService()
const { db } = test.service

type Graph = Awaited<ReturnType<typeof saidGraph>>

const smith = (n: number, rest: Parameters<typeof says>[2] = {}): Saying =>
  says('person', 'John Smith', { ref: `#${n}`, external_ids: { imdb: `smith${n}` }, ...rest })

const smiths = (count: number, from = 0) => Array.from({ length: count }, (_, n) => smith(from + n))

async function countOf(table: 'entity_pairs' | 'entities_due' | 'entity_keys', { id }: Graph): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*) as n from ${table} where domain_id = $1`, [id])
  return Number(row?.n)
}

it('a name that few share makes them one', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/1': smiths(30) })
  expect(await graph.entities()).toHaveLength(1)
})

it('a name that hundreds share tells nothing, and takes no pairs of all of them', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/1': smiths(300) })
  await resolveDue(db)
  expect(await countOf('entity_pairs', graph)).toBe(0)
  expect(await graph.entities()).toHaveLength(300)
})

it('of those that share a common name, two that share more are one', async () => {
  const graph = await saidGraph(test)
  const urls = ['https://smith.example/']
  await graph.say({ 'a.example/1': smiths(150), 'a.example/2': [smith(200, { urls }), smith(201, { urls })] })
  await resolveDue(db)
  expect(await graph.entities()).toHaveLength(151)
  expect(await countOf('entity_pairs', graph)).toBe(1)
})

it('a name that becomes too common, and rare again, leaves the graph of its claims, in whatever order they came', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/1': smiths(60) })
  expect(await graph.entities()).toHaveLength(1)
  for (const n of [1, 2]) await graph.say({ [`a.example/${n + 1}`]: smiths(30, 60 + 30 * (n - 1)) })
  await resolveDue(db)
  expect(await graph.entities()).toHaveLength(120)

  const other = await saidGraph(test)
  await other.say({ 'a.example/1': smiths(120).reverse() })
  await resolveDue(db)
  const said = async (one: Graph) => (await pictureOf(one)).entities
  expect(await said(other)).toEqual(await said(graph))

  await graph.silence('a.example/3')
  await resolveDue(db)
  expect(await graph.entities()).toHaveLength(1)
})

const starts = ['Bar', 'Cle', 'Dong', 'Fim', 'Gus', 'Hol', 'Jak', 'Lep', 'Mur', 'Nys', 'Ost', 'Pag', 'Rud', 'Sil']
const ends = ['stead', 'wick', 'borough', 'field', 'mann', 'worth', 'ley', 'ham', 'ton', 'gate', 'hurst', 'combe']

/** A name that is like no other of less than 168. */
const nameOf = (n: number) => `${starts[n % 14]}${ends[Math.floor(n / 14) % 12]}`

/** Firms of 40 names, with an account each. */
const firm = (n: number) => {
  const name = `${nameOf(n % 40)} ${nameOf((n % 40) + 61)}`
  return says('object', name, { ref: `#${n}`, external_ids: { twitter: `firm${n}` } })
}

it('a page of hundreds of things is compared in portions, with the same end', { timeout: 180_000 }, async () => {
  const things = Array.from({ length: 800 }, (_, n) => firm(n))
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/': things })
  expect(await countOf('entities_due', graph)).toBeGreaterThanOrEqual(100)
  expect(await countOf('entity_keys', graph)).toBeLessThan(17_000)
  await resolveDue(db)
  expect(await countOf('entities_due', graph)).toBe(0)

  const slow = await saidGraph(test)
  for (let at = 800; at > 0; at -= 200) await slow.say({ [`a.example/${at}`]: things.slice(at - 200, at) })
  await resolveDue(db)
  const namesIn = async (one: Graph) => (await one.names()).sort()
  expect(await namesIn(graph)).toEqual(await namesIn(slow))
  expect(await graph.entities()).toHaveLength(40)
})

/** Each shares a number with the one before, and another with the next. */
const chain = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    [n, n + 1].map((m) => {
      const name = `${nameOf(n % 150)} ${nameOf(Math.floor(n / 150) + 60)}`
      return says('object', name, { ref: `#${n}`, external_ids: { isbn: `chain${m}` } })
    }),
  ).flat()

it.each([
  [20, false],
  [300, true],
])('a chain of %i hangs together by chance: %s', async (count, isByChance) => {
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/': chain(count) })
  await resolveDue(db)
  const { length } = await graph.entities()
  if (isByChance) expect(length).toBe(count)
  else expect(length).toBeLessThan(count)
})
