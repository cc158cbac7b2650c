import { expect, it } from 'vitest'
import { relates, type Said, type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { resolveDue } from './resolve-due.ts'

// People of one name on several sites: one, unless the sites tell them apart; and explain says what it rests on.

const test = await startTestService()
const { call, key } = test

type Graph = Awaited<ReturnType<typeof saidGraph>>

const get = async ({ id }: Graph, path: string) => (await call('GET', `/v1/domains/${id}${path}`, { key })).body

const judge = async ({ id }: Graph, pair: string, judgement: string) =>
  call('POST', `/v1/domains/${id}/duplicates/${pair}`, { key, body: { judgement } })

const anna = (said: Said = {}): Saying => says('person', 'Anna Berg', said)
const worksFor = (name: string): Saying => relates(['person', 'Anna Berg'], 'works_for', ['object', name])
const livesIn = (name: string): Saying => relates(['person', 'Anna Berg'], 'lives_in', ['location', name])

const teacher = [anna({ attributes: { occupation: 'teacher' } }), worksFor('Lindenschule'), livesIn('Jena')]
const nurse = [anna({ attributes: { occupation: 'nurse' } }), worksFor('Klinikum Nord'), livesIn('Bremen')]

const people = async (graph: Graph) => (await graph.entities()).filter(({ doc }) => doc.kind === 'person')

it('two that sites tell apart are two, and wait as a pair with the reasons', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher })
  const [first] = await people(graph)
  await graph.say({ 'clinic.example/team': nurse })
  const found = await people(graph)
  expect(found.map(({ doc }) => doc.attributes.occupation).sort()).toEqual(['nurse', 'teacher'])
  expect(found.map(({ id }) => id)).toContain(first?.id)
  const { duplicates } = await get(graph, '/duplicates')
  expect(duplicates).toHaveLength(1)
  expect(duplicates[0].reasons).toEqual(
    expect.arrayContaining([
      'with different organizations: klinikum nord, lindenschule',
      'at different places: bremen, jena',
      'different work: nurse, teacher',
    ]),
  )
})

it('the pair still says what tells them apart when a third site names one of them and nothing else', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher, 'clinic.example/team': nurse })
  await graph.say({ 'news.example/1': [anna()] })
  expect(await people(graph)).toHaveLength(2)
  const { duplicates } = await get(graph, '/duplicates')
  expect(duplicates).toHaveLength(1)
  expect(duplicates[0].reasons).toContain('different work: nurse, teacher')
})

it('something in common outweighs what differs', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher })
  await graph.say({ 'club.example/team': [anna(), worksFor('Lindenschule'), livesIn('Weimar')] })
  expect(await people(graph)).toHaveLength(1)
  const [one] = await people(graph)
  expect((await get(graph, `/entities/${one?.id}/explain`)).rests_on).toEqual([])
})

it('without a sign either way they are one, the older keeps its id, and explain says what it rests on', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher })
  const [first] = await people(graph)
  await graph.say({ 'news.example/1': [anna()] })
  const [one, ...others] = await people(graph)
  expect([one?.id, others]).toEqual([first?.id, []])
  const { rests_on } = await get(graph, `/entities/${first?.id}/explain`)
  expect(rests_on).toEqual([
    {
      ...{ by: 'name', name: 'Anna Berg', sites: ['news.example'], others: ['school.example'] },
      duplicate_id: expect.any(String),
      reasons: ['same name', 'nothing else tells that they are the same'],
    },
  ])
})

it('keeps its id when the site that named it first falls silent, and when it speaks again', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher })
  const [first] = await people(graph)
  await graph.say({ 'news.example/1': [anna()] })
  await graph.silence('school.example/team')
  expect((await people(graph)).map(({ id, evidence_count }) => [id, evidence_count])).toEqual([[first?.id, 1]])
  await graph.say({ 'news.example/1': nurse })
  expect((await people(graph)).map(({ id }) => id)).toEqual([first?.id])
  await graph.say({ 'school.example/team': teacher })
  const found = await people(graph)
  expect(found.map(({ doc }) => doc.attributes.occupation).sort()).toEqual(['nurse', 'teacher'])
  expect(found.find(({ id }) => id === first?.id)?.doc.attributes.occupation).toBe('teacher')
  await graph.silence('school.example/team')
  await graph.silence('news.example/1')
  expect(await people(graph)).toEqual([])
})

it('what rests on a name can be judged: different parts it for good, same keeps it', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': teacher, 'news.example/1': [anna()] })
  const [one] = await people(graph)
  const [{ duplicate_id }] = (await get(graph, `/entities/${one?.id}/explain`)).rests_on
  expect((await judge(graph, duplicate_id, 'different')).status).toBe(200)
  expect(await people(graph)).toHaveLength(2)
  // Neither another page nor what it adds brings them together.
  await graph.say({ 'news.example/2': [anna(), worksFor('Lindenschule')], 'other.example/1': [anna()] })
  expect(await people(graph)).toHaveLength(2)
  await judge(graph, duplicate_id, 'same')
  expect(await people(graph)).toHaveLength(1)
  const [whole] = await people(graph)
  expect((await get(graph, `/entities/${whole?.id}/explain`)).rests_on).toEqual([])
})

it('a judgement that they are the same holds against every sign, and is about no third', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'school.example/team': [anna()], 'clinic.example/team': [anna()] })
  await graph.say({ 'news.example/1': [anna()] })
  const [one] = await people(graph)
  const restsOn = async () => (await get(graph, `/entities/${one?.id}/explain`)).rests_on
  const joins: { sites: string[]; duplicate_id: string }[] = await restsOn()
  expect(joins.map(({ sites }) => sites).sort()).toEqual([['clinic.example'], ['news.example']])
  await judge(graph, joins.find(({ sites }) => sites[0] === 'clinic.example')?.duplicate_id ?? '', 'same')
  expect(await restsOn()).toMatchObject([{ sites: ['news.example'] }])
  await graph.say({ 'school.example/team': teacher, 'clinic.example/team': nurse })
  expect((await people(graph)).map(({ id }) => id)).toEqual([one?.id])
})

const both: Record<string, Saying[]> = {
  'a.example/1': teacher,
  'b.example/1': nurse,
  'c.example/1': [anna()],
  'd.example/1': [anna(), worksFor('Klinikum Nord')],
  'e.example/1': [anna({ attributes: { occupation: 'schoolteacher', birth_date: '1980-02-03' } }), livesIn('Jena')],
  'e.example/2': [anna(), worksFor('Lindenschule')],
}

it('the order of pages makes no difference, nor do pages that come back', async () => {
  const pages = Object.entries(both)
  const all = await saidGraph(test)
  await all.say(both)
  const expected = await pictureOf(all)
  expect(await people(all)).toHaveLength(2)
  for (const order of [pages.toReversed(), [...pages.slice(3), ...pages.slice(0, 3)]]) {
    const graph = await saidGraph(test)
    for (const [address, said] of order) await graph.say({ [address]: said })
    expect(await pictureOf(graph)).toEqual(expected)
    await graph.silence('b.example/1', 'a.example/1')
    await graph.say({ 'b.example/1': nurse })
    await graph.say({ 'a.example/1': teacher })
    expect(await pictureOf(graph)).toEqual(expected)
  }
})

it('a name on a hundred sites is one, with few pairs, and those told apart are found among them', {
  timeout: 120_000,
}, async () => {
  const sites = Array.from({ length: 100 }, (_, n) => `s${String(n).padStart(3, '0')}.example/`)
  const graph = await saidGraph(test)
  for (const [n, site] of sites.entries())
    await graph.say({ [site]: n === 50 ? nurse : n % 10 === 0 ? teacher : [anna()] })
  await resolveDue(test.service.db)
  expect(await people(graph)).toHaveLength(2)
  const [{ n: pairs }] = (await test.service.db.query<{ n: number }>(
    'select count(*)::int as n from entity_pairs where domain_id = $1',
    [graph.id],
  )) as [{ n: number }]
  expect(pairs).toBeLessThan(900)
  const backwards = await saidGraph(test)
  for (const [n, site] of [...sites.entries()].reverse()) {
    await backwards.say({ [site]: n === 50 ? nurse : n % 10 === 0 ? teacher : [anna()] })
  }
  await resolveDue(test.service.db)
  expect(await pictureOf(backwards)).toEqual(await pictureOf(graph))
})
