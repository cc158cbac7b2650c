import { expect, it } from 'vitest'
import { wordsOf } from './page-words.ts'

it.each([
  ['', ''],
  ['one', 'one'],
  ['  one two\n\tone\ntwo three ', 'one two three'],
  ['on one on onerous one', 'on one onerous'],
  ['a <b and c> d', 'a b and c> d'],
])('%j has the words %j', (text, words) => expect(wordsOf(text)).toBe(words))

it('loses no word of a long text', () => {
  const all = Array.from({ length: 10_000 }, (_, n) => `w${n}`)
  expect(new Set(wordsOf([...all, ...all].join(' ').slice(0, 100_000)).split(' '))).toEqual(
    new Set([...all, ...all].join(' ').slice(0, 100_000).split(' ')),
  )
})
