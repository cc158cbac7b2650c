import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashText, marks, measureTexts, type TextMeasure } from './measure-text.ts'

function measure(text: string): TextMeasure {
  return measureTexts([text])[0] as TextMeasure
}

it.each([
  ['', { words: 0, sentence_ends: 0, commas: 0, digits: 0, capitals: 0, marks: 0 }],
  ['Ada’s 3 ships, 2 boats; done.', { words: 6, sentence_ends: 1, commas: 2, digits: 2, capitals: 1 }],
  ["don't re-do snake_case x2", { words: 5, digits: 1 }],
  ['Привет, Ωmega… Ärger!', { words: 3, sentence_ends: 2, commas: 1, capitals: 3 }],
  // Two characters count as one word.
  ['東京。大阪、', { words: 2, sentence_ends: 1, commas: 1 }],
  ['Tokyo東京', { words: 1 }],
  ['© 2024 | Home » a › b → c', { words: 5, digits: 4, marks: marks.copyright | marks.separator }],
  ['a\nme@example.org', { marks: marks.line_end | marks.at_sign }],
])('%j', (text, expected) => {
  expect(measure(text)).toMatchObject(expected)
})

it('counts beyond what lies side by side in one number', () => {
  expect(measure('1A., 東'.repeat(1000))).toMatchObject({
    digits: 1000,
    capitals: 1000,
    sentence_ends: 1000,
    commas: 1000,
    words: 1500,
  })
})

it('has hashes that never change, because they are stored', () => {
  expect(hashText('')).toBe('488bdcb81aee8d83')
  expect(hashText('a')).toBe(measure('a').hash)
  expect(measure('The harbour was closed.').hash).toBe('c2db98a073dbbb78')
  expect(measure('東京 🚢').hash).toBe('4865253ae763e32c')
})

it('measures many texts as it does each alone', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (texts) => {
      expect(measureTexts(texts)).toEqual(texts.map(measure))
    }),
  )
})

it('measures texts of any length', () => {
  const long = 'word '.repeat(60_000)
  expect(measureTexts(['a', long, 'b']).map(({ words }) => words)).toEqual([1, 60_000, 1])
})
