import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPage } from './fetch-page.ts'

// The whole demo as somebody runs it: what it prints, the graph behind it, and what is left when it ends.

const main = join(import.meta.dirname, '../src/main.ts')
const folder = await mkdtemp(join(tmpdir(), 'polegraph-demo-test-'))
const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
const { port: takenPort } = taken.address() as AddressInfo

const demo = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--port', String(takenPort)], {
  env: { PATH: process.env.PATH, TMPDIR: folder },
  stdio: ['ignore', 'pipe', 'pipe'],
})
const ended = once(demo, 'exit').then(([code]) => code as number | null)
let printed = ''
/** Resolves when the whole report is printed. */
const reported = new Promise<void>((resolve, reject) => {
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('Ctrl-C ends it')) resolve()
    })
  }
  ended.then((code) => reject(new Error(`the demo ended with ${code}:\n${printed}`)))
})

let polegraph: Polegraph
let domainId: string

beforeAll(async () => {
  await reported
  const [, url] = /Polegraph runs at (\S+),/.exec(printed) ?? []
  const [key] = /svc_\S+/.exec(printed) ?? []
  polegraph = new Polegraph({ url, key })
  domainId = (await polegraph.domains.list()).domains[0]?.id ?? ''
}, 300_000)

afterAll(async () => {
  demo.kill('SIGKILL')
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

const people = `Aino Kiviranta, Anneliese Thormählen, Astrid Lindholm, Bjarte Myhre, Callum Dewar, Dag Rønning,
  Elín Hrafnkelsdóttir, Fiona Garioch, Friederike Groß, Hamish Calderwood, Henrik M. Solberg, Henrik Solberg,
  Ingrid Tverrå, Isak Utsi, Jón Hrafnsson, Jürgen Stüwe, Katharina Weiss, Kirsten Bechgaard, Liv Strandvik,
  Ludger Quast, Marcel Lafontaine, Margaret Sinclair, Marit Løkke, Mehmet Aydin, Oddny Hamre, Ole Bakken,
  Per-Anders Eira, Priya Raghunath, Rory Tulloch, Sigrid Aspelund, Solveig Rasch, Sunniva Dahlberg, Søren Kjær,
  Torbjørn Aune, Torsten Ekelöf, Tuomas Niemelä, Wiebke Harmsen, Wilhelm Brandis`
const organizations = `Faxaflói Institute, Förde University of Kiel, Glaswerke Ritter GmbH, Granite Times,
  Great Slave Sky Observers, Institute for Auroral Research, Kveldlys Museum, Lerwick Natural History Society,
  Lindholm Foundation, Northern Sky Society, Oulu Space Weather Group, Polarpedia, Strandvik Instruments,
  University of Jena, Universität Göttingen`
const places = `Aarhus, Aberdeen, Akureyri, Alta, Bergen, Copenhagen, Edinburgh, Göttingen, Hammerfest, Jena, Kautokeino,
  Kiel, Kiruna, Lerwick, Lübeck, Oulu, Reykjavík, Skarvfjell Observatory, Tromsø, Trondheim, Yellowknife`

const listed = (names: string) => names.split(/,\s+/)
const namesOf = async (kind: string) => {
  const { entities } = await polegraph.entities.list(domainId, { kind, limit: 500 })
  return entities.map(({ name }) => name).sort()
}
const find = async (q: string) => (await polegraph.graph.search(domainId, { q, limit: 1 })).entities[0]

it('has everybody whom the pages speak of, once each, and nobody else', async () => {
  expect(await namesOf('person')).toEqual(listed(people).sort())
  expect(await namesOf('object')).toEqual(listed(organizations).sort())
})

it('has one entity for a person whom sites write in several ways', async () => {
  expect(await find('Friederike Gross')).toMatchObject({ aliases: ['Friederike Gross'], source_count: 5 })
  expect(await find('Juergen Stuewe')).toMatchObject({ name: 'Jürgen Stüwe', source_count: 2 })
  expect(await find('Sören Kjær')).toMatchObject({ name: 'Søren Kjær', source_count: 3 })
})

it('has two for two people of one name', async () => {
  const { entities } = await polegraph.graph.search(domainId, { q: 'Henrik Solberg', kind: 'person', limit: 2 })
  expect(entities.map(({ attributes }) => attributes.birth_date)).toEqual(['1858-03-14', '1979-08-21'])
})

it('has cities on the map, and events with their days', async () => {
  const { entities } = await polegraph.entities.list(domainId, { kind: 'location', has: 'where', limit: 500 })
  const located = entities.map(({ name }) => name)
  expect(listed(places).filter((name) => !located.includes(name))).toEqual([])
  expect((await find('Northern Sky Conference 2026'))?.when?.edtf).toBe('2026-09-24/2026-09-26')
  expect((await find('Solberg Expedition'))?.when?.edtf).toBe('1898-09-12/1899-05-30')
  expect((await find('Warum das Polarlicht grün ist'))?.when?.edtf).toBe('2026-11-05')
})

it('has read all pages but the one behind a wall, and left the almanac alone', async () => {
  expect(printed).toMatch(/\/archive\/ {2}bot wall/)
  expect(printed).toMatch(/\/almanac\/# {2}\d+ links wait/)
  const { pages } = await polegraph.pages.list(domainId, { limit: 500 })
  const unread = pages.filter(({ status }) => status !== 'extracted').map(({ url }) => new URL(url).pathname)
  expect(unread).toEqual(['/archive/'])
  const [, count] = /made-up web of (\d+) pages/.exec(printed) ?? []
  expect(pages.filter(({ url }) => !url.includes('/almanac/')).length).toBe(Number(count))
})

it('follows the page that has changed', async () => {
  expect(printed).toContain('Sigrid Aspelund: Deputy director → Director')
  const deputy = await find('Sigrid Aspelund')
  const { history } = await polegraph.entities.getHistory(domainId, deputy?.id ?? '')
  const roles = history.map(({ after }) => after && 'attributes' in after && after.attributes.job_title)
  expect(roles).toEqual(['Deputy director', 'Director'])
})

it('prints quotes that stand on their pages', async () => {
  const quotes = [...printed.matchAll(/^ {4}“(.*?)”\n {4}(http:\S+)$/gms)]
  expect(quotes.length).toBeGreaterThanOrEqual(6)
  for (const [, quote = '', url = ''] of quotes) {
    const { body } = await fetchPage(url)
    const text = body.replaceAll(/<[^>]*>/g, ' ')
    expect(wordsOf(text), url).toContain(wordsOf(quote))
  }
})

it('counts quotes as the statistics do', async () => {
  const [, quotes] = /relationships; (\d+) quotes$/m.exec(printed) ?? []
  // The report was printed before the page changed.
  const { id = '' } = (await find('Sigrid Aspelund')) ?? {}
  const { history } = await polegraph.entities.getHistory(domainId, id)
  const as_of = new Date(Math.max(...history.map(({ at }) => Date.parse(at))) - 1).toISOString()
  const { evidence } = await polegraph.graph.getStats(domainId, { as_of })
  expect(Number(quotes)).toBe(evidence)
})

const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

it('signs in whoever opens its address, and nobody else', async () => {
  const [entrance = ''] = /http:\/\/localhost:\d+\/\S+/.exec(printed) ?? []
  const { status, headers } = await fetchPage(entrance)
  expect([status, headers.location]).toEqual([303, expect.stringContaining(`/d/${domainId}`)])
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const session = await fetchPage(new URL('/v1/session', headers.location).href, { cookie })
  expect(JSON.parse(session.body)).toMatchObject({ user: { name: 'Visitor' }, projects: [{ role: 'owner' }] })
  expect((await fetchPage(`${entrance}x`)).status).toBe(404)
})

it('takes another port than one that is taken, and removes its folder when it is stopped', async () => {
  expect(printed).toContain(`Port ${takenPort} is taken`)
  const made = async () => (await readdir(folder)).filter((name) => name.startsWith('polegraph-demo-'))
  expect(await made()).toHaveLength(1)
  demo.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(await made()).toEqual([])
  await expect(polegraph.project.get({ retries: 0 })).rejects.toMatchObject({ code: 'connection_failed' })
})
