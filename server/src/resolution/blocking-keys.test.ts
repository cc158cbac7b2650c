import { expect, test } from 'vitest'
import { blockingKeys } from './blocking-keys.ts'

type Given = Partial<Parameters<typeof blockingKeys>[0]>

function keysOf(name: string, given: Given = {}): { strong: string[]; weak: string[] } {
  return blockingKeys({ kind: 'object', names: [name], external_ids: {}, urls: [], ...given })
}

function meet(a: ReturnType<typeof keysOf>, b: ReturnType<typeof keysOf>): boolean {
  const all = new Set([...a.strong, ...a.weak])
  return [...b.strong, ...b.weak].some((key) => all.has(key))
}

test.each([
  ['person', 'J. Smith', 'John Smith'],
  ['person', 'Putin, Vladimir', 'Владимир Путин'],
  ['person', 'Bill Clinton', 'William Clinton'],
  ['person', 'Benjamin Tillett', 'Ben Tillegt'],
  ['object', 'IBM', 'International Business Machines'],
  ['object', 'Siemens AG', 'Siemens Aktiengesellschaft'],
  ['object', 'Goodwill Company', 'Good Will'],
  ['object', 'Exxor Mobil', 'Exxon Mobil'],
  ['location', 'München', 'Munchen'],
])('%s %s meets %s', (kind, a, b) => {
  expect(meet(keysOf(a, { kind }), keysOf(b, { kind }))).toBe(true)
})

test.each([
  ['DConf 2016', 'The D Programming Language Conference 2016'],
  ['2016 ICSE', 'International Conference on Software Engineering 2016'],
])('%s meets %s where too many things have the year', (short, long) => {
  const keysOfEvent = (name: string) => keysOf(name, { kind: 'event' })
  const ofOthers = new Set(keysOfEvent('Spring Fair 2016').weak)
  const { strong, weak } = keysOfEvent(short)
  expect(meet({ strong, weak: weak.filter((key) => !ofOthers.has(key)) }, keysOfEvent(long))).toBe(true)
})

test('the same name meets in two kinds', () => {
  expect(meet(keysOf('Paris Hilton', { kind: 'person' }), keysOf('Paris Hilton', { kind: 'object' }))).toBe(true)
})

test('ids and home pages meet whatever the names are', () => {
  const ids = { external_ids: { wikidata: ['Q42'] } }
  expect(meet(keysOf('Adams', ids), keysOf('DNA', ids))).toBe(true)
  const one = keysOf('A', { urls: ['https://www.example.org/'] })
  expect(meet(one, keysOf('B', { urls: ['http://example.org'] }))).toBe(true)
})

test('many ids and addresses leave the name its keys, and many names leave the ids theirs', () => {
  const urls = Array.from({ length: 20 }, (_, n) => `https://a.example/${n}`)
  const many = keysOf('Adams', { external_ids: { isbn: urls, wikidata: ['Q42'] }, urls })
  expect(meet(many, keysOf('Adams'))).toBe(true)
  expect(meet(many, keysOf('DNA', { external_ids: { wikidata: ['Q42'] } }))).toBe(true)
})

test('things that have nothing to do with each other do not meet', () => {
  expect(meet(keysOf('Deutsche Bahn'), keysOf('Stadtwerke Leipzig'))).toBe(false)
})

test('a name has about two dozen keys, and a thing of many names not many more', () => {
  const long = 'Sher Mohammad Abbas Stanekzai Padshah Khan William Robert Smith'
  const one = keysOf(long, { kind: 'person' })
  expect(one.strong.length + one.weak.length).toBeLessThanOrEqual(28)
  const names = Array.from({ length: 40 }, (_, n) => `${long} ${n}`)
  const many = blockingKeys({ kind: 'person', names, external_ids: {}, urls: [] })
  expect(many.strong.length + many.weak.length).toBeLessThanOrEqual(60)
})

test('bands are stored, so they never change', () => {
  expect(keysOf('Deutsche Bahn').weak.join(' ')).toBe(
    's:ban deuse a:db t:cdhst t:bhn m:0d0c44f m:11a4ksfw m:2a72top m:3ldccql m:41umv44z m:51carnfd m:6fj4bpe m:71aq4jog',
  )
})
