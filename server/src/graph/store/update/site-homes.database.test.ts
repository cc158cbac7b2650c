import { expect, it } from 'vitest'
import { type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import type { LocatedPlace, Where } from '../../../facts/claim.ts'
import { resolveDue } from './resolve-due.ts'

const test = await startTestService()
const { db } = test.service

const at = (country: string, place_id: string): Where => ({ lat: 1, lon: 2, precision: 'city', country, place_id })
const inAustralia = at('AU', 'geonames:2063523')
const inScotland = at('GB', 'geonames:2640358')

/** A town of which its page gives only the name. */
const guessed = (name: string, where: LocatedPlace): Saying =>
  says('location', name, { origin: 'text', where: { ...where, is_guess: true } })
const perth = guessed('Perth', { ...inAustralia, itself: 'geonames:2063523', others: [inScotland] })

/** A page for each of some towns in Britain. */
const towns = (
  host: string,
  names = ['Dundee', 'Oban', 'Inverness', 'Stirling', 'Falkirk'],
): Record<string, Saying[]> =>
  Object.fromEntries(names.map((name, n) => [`${host}/${name}`, [guessed(name, at('GB', `geonames:${n + 1}`))]]))

type Graph = Awaited<ReturnType<typeof saidGraph>>

async function placeOf(graph: Graph, name: string): Promise<unknown> {
  await resolveDue(db)
  return (await graph.entities()).find(({ doc }) => doc.name === name)?.doc.where ?? null
}

it('puts a town where most towns of its site are, in whatever order the pages were read', async () => {
  const [first, last] = [await saidGraph(test), await saidGraph(test)]
  await first.say({ 'a.example/perth': [perth] })
  expect(await placeOf(first, 'Perth')).toEqual(inAustralia)
  for (const [page, claims] of Object.entries(towns('a.example'))) await first.say({ [page]: claims })
  expect(await placeOf(first, 'Perth')).toEqual(inScotland)
  await last.say(towns('a.example'))
  await last.say({ 'a.example/perth': [perth] })
  expect(await placeOf(last, 'Perth')).toEqual(inScotland)
  expect(await pictureOf(first)).toEqual(await pictureOf(last))
})

it('leaves it where it was without them, with few, and on another site', async () => {
  const graph = await saidGraph(test)
  await graph.say({ ...towns('a.example'), 'a.example/perth': [perth] })
  expect(await placeOf(graph, 'Perth')).toEqual(inScotland)
  await graph.silence('a.example/Oban', 'a.example/Dundee')
  expect(await placeOf(graph, 'Perth')).toEqual(inAustralia)
  const elsewhere = await saidGraph(test)
  await elsewhere.say({ ...towns('a.example'), 'b.example/perth': [perth] })
  expect(await placeOf(elsewhere, 'Perth')).toEqual(inAustralia)
})

it('gives way to what a page states', async () => {
  const graph = await saidGraph(test)
  const stated = says('location', 'Perth', { where: inAustralia })
  await graph.say({ ...towns('a.example'), 'a.example/1': [perth], 'a.example/2': [stated] })
  expect(await placeOf(graph, 'Perth')).toEqual(inAustralia)
})

it('puts a word that may be no place at all where the site is at home, and else nowhere', async () => {
  const graph = await saidGraph(test)
  const derby = guessed('Derby', { ...at('GB', 'geonames:2651347'), itself: 'geonames:2651347', is_unsure: true })
  await graph.say({ 'a.example/derby': [derby] })
  expect(await placeOf(graph, 'Derby')).toBeNull()
  await graph.say(towns('a.example'))
  expect(await placeOf(graph, 'Derby')).toMatchObject({ country: 'GB', place_id: 'geonames:2651347' })
})
