import { expect, it } from 'vitest'
import { readNames } from '../read-names.ts'

const rest = 'Leo Thun was a minister in Vienna. Wilhelm Haidinger lived in Vienna.'

/** The claims of a page that begins with this heading. */
function read(heading: string, { title = `${heading} | Letters`, above = '—' } = {}) {
  const start = above.length + 1
  const text = `${above}\n${heading}\n${rest}`
  const block = { is_main: true, is_own: true }
  const blocks = [
    { ...block, kind: 'heading' as const, start: 0, end: above.length },
    { ...block, kind: 'heading' as const, start, end: start + heading.length },
    { ...block, kind: 'paragraph' as const, start: start + heading.length + 1, end: text.length },
  ]
  return readNames({ text, blocks, title, language: 'en' }).filter(({ quote }) => quote.text === heading)
}

it('a title that names somebody and a day is something that happened', () => {
  const heading = 'Wilhelm Haidinger to Leo Thun, Vienna, 1 April 1857'
  const claims = read(heading)
  const [event] = claims.filter((claim) => claim.type === 'entity' && claim.kind === 'event')
  expect(event).toMatchObject({ name: heading, when: { edtf: '1857-04-01', precision: 'day' } })
  const relations = claims.flatMap((claim) =>
    claim.type === 'relationship' && claim.relation !== 'mentioned_with'
      ? [`${claim.from.name} ${claim.relation} ${claim.to.name}`]
      : [],
  )
  expect(relations.sort()).toEqual(
    [
      `Leo Thun involved_in ${heading}`,
      `Wilhelm Haidinger involved_in ${heading}`,
      `${heading} located_in Vienna`,
    ].sort(),
  )
})

it('is called by it in one line', () => {
  const heading = 'Wilhelm Haidinger to Leo Thun\nVienna,  1 April 1857\n|'
  const [name] = read(heading).flatMap((claim) => (claim.type === 'entity' && claim.kind === 'event' ? claim.name : []))
  expect(name).toBe('Wilhelm Haidinger to Leo Thun, Vienna, 1 April 1857')
})

it('finds it below the name of the site', () => {
  const heading = 'Wilhelm Haidinger to Leo Thun, Vienna, 1 April 1857'
  expect(read(heading, { above: 'Letters' }).some((claim) => claim.type === 'entity' && claim.kind === 'event')).toBe(
    true,
  )
})

it.each<[heading: string, options?: { title: string }]>([
  ['Minutes, 1 April 1857'],
  ['Wilhelm Haidinger to Leo Thun, Vienna, April 1857'],
  ['Wilhelm Haidinger, 1 April 1857, to Leo Thun, 3 May 1857'],
  ['Wilhelm Haidinger to Leo Thun, Vienna, 1 April 1857', { title: 'Letters' }],
  ['Leo Thun (born 7 April 1811)'],
  ['Posted by Leo Thun on March 3, 2021'],
  ['Last updated 12 May 2023 by Leo Thun'],
  ['Privacy Policy of Leo Thun, 25 May 2018'],
  ['Opening hours in Vienna on 24 December 2024'],
  ['Updated January 5, 2024: Best hotels in Vienna'],
  ['Leo Thun was not in Vienna on 3 May 2020'],
])('not from %s', (heading, options) => {
  const events = read(heading, options).filter((claim) => claim.type === 'entity' && claim.kind === 'event')
  expect(events).toEqual([])
})
