import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuoteFinder } from './find-quote.ts'

const page = [
  'Ada Lovelace was born in London on 10 December 1815.',
  'She wrote “Notes” on the Analytical Engine — a machine by Charles Babbage.',
  'Die Straße führt nach Köln.\u00a0Dort lebte Jürgen Müller.',
  'Zero\u200bwidth words hide here & there.',
  '東京都は日本の首都である。',
].join('\n')
const finder = new QuoteFinder(page)

describe('quotes are found and returned in the words of the page', () => {
  it.for([
    ['as it stands', 'Ada Lovelace was born in London', 'Ada Lovelace was born in London'],
    ['other case and spaces', 'ada  LOVELACE\nwas born', 'Ada Lovelace was born'],
    [
      'plain quotes and dashes',
      '"Notes" on the Analytical Engine - a machine',
      '“Notes” on the Analytical Engine — a machine',
    ],
    ['no-break spaces', 'nach Köln. Dort lebte', 'nach Köln.\u00a0Dort lebte'],
    ['characters nobody sees', 'zerowidth words', 'Zero\u200bwidth words'],
    ['character references', 'hide here &amp; there', 'hide here & there'],
    ['a numeric reference', 'J&#252;rgen M&#xfc;ller', 'Jürgen Müller'],
    ['a named reference', 'J&uuml;rgen M&uuml;ller', 'Jürgen Müller'],
    ['over the border of two blocks', '1815. She wrote', '1815.\nShe wrote'],
    ['something left out', 'Ada Lovelace … in London', 'Ada Lovelace was born in London'],
    ['a script without spaces', '日本の首都', '日本の首都'],
    ['a word too many', 'Ada Lovelace was truly born in London on 10 December 1815', page.slice(0, 51)],
    ['a word too few', 'Ada Lovelace born in London on 10 December 1815', page.slice(0, 51)],
  ])('%s', ([, wanted, expected], { expect }) => {
    const quote = finder.find(wanted as string)
    expect(quote?.text).toBe(expected)
    expect(page.slice(quote?.start, quote?.end)).toBe(expected)
  })
})

describe('quotes that are not on the page are not found', () => {
  it.for([
    ['nothing', ''],
    ['signs alone', '…—!'],
    ['another sentence', 'Grace Hopper was born in New York on 9 December 1906'],
    ['another number', 'Ada Lovelace was born in London on 10 December 1816'],
    ['a part of a word', 'ovelace was born in Londo'],
    ['the same words in another order', 'London in born was Lovelace Ada'],
    ['half of it', 'Ada Lovelace was born in London and died of a fever in the year of her mother’s return'],
  ])('%s', ([, wanted]) => {
    expect(finder.find(wanted as string)).toBeUndefined()
  })
})

it('returns only text of the page for any input', () => {
  const words = fc.array(fc.constantFrom(...page.split(/[\s]+/), '…', '&amp;', 'x', '\ud83d\ude00', '1815'), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '\n', '  '), (wanted, space) => {
      const quote = finder.find(wanted.join(space))
      if (!quote) return
      expect(quote.text).not.toBe('')
      expect(page.slice(quote.start, quote.end)).toBe(quote.text)
    }),
    { numRuns: 500 },
  )
})

it('does not cut a character in two', () => {
  const smile = '\ud83d\ude00'
  const text = `a${smile.repeat(600)}`
  const quote = new QuoteFinder(`${text} end`).find(text)
  expect(quote?.text).toBe(text.slice(0, quote?.end))
  expect(quote?.text.isWellFormed()).toBe(true)
})

it('stays quick on texts and quotes that repeat themselves', () => {
  const same = new QuoteFinder('the cat and the dog '.repeat(20_000))
  for (let round = 0; round < 50; round++) {
    expect(same.find(`${'the bird or a dog '.repeat(30)}${round}`)).toBeUndefined()
  }
})
