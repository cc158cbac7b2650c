import { describe, expect, it } from 'vitest'
import { placeAddress, quoteAddress } from '../../src/shared/format/text-fragment.ts'

// The address that opens a page at a quote.

const page = 'http://example.org/crew'

it.each([
  ['Engineer', 'Engineer'],
  ['a well-known name', 'a%20well%2Dknown%20name'],
  [
    'one two three four five six seven eight nine ten eleven twelve x',
    'one%20two%20three%20four,ten%20eleven%20twelve%20x',
  ],
  ['Ada Berg | Captain | 1893', 'Ada%20Berg,1893'],
  ['| Ada Berg |', '%7C%20Ada%20Berg%20%7C'],
  ['Ada Berg | ', 'Ada%20Berg'],
  ['Sender\nAda Berg\n–', 'Sender,Ada%20Berg'],
  ['two\u00a0 words', 'two%20words'],
])('%s', (quote, fragment) => {
  expect(quoteAddress(page, quote)).toBe(`${page}#:~:text=${fragment}`)
})

it('keeps the part of the page that the address names, and leads nowhere else than the web', () => {
  expect(quoteAddress(`${page}#staff:~:text=old`, 'new')).toBe(`${page}#staff:~:text=new`)
  expect(quoteAddress(page, ' ')).toBe(page)
  expect(quoteAddress('javascript:alert(1)', 'x')).toBe('javascript:alert(1)')
})

describe('words of a stored text', () => {
  const text = 'Staff\nAda Berg, engineer, and Bo Lund, engineer, built it.\nLundberg'
  const blocks = [
    { start: 0, end: 5 },
    { start: 6, end: 58 },
    { start: 59, end: 67 },
  ]
  const at = (start: number, end: number) => placeAddress(page, { text, blocks, start, end }).split(':~:')[1]
  const placed = (words: string, from = 0) => at(text.indexOf(words, from), text.indexOf(words, from) + words.length)

  it('are named as they are where they stand but once', () => {
    expect(placed('Bo Lund')).toBe('text=Bo%20Lund')
  })

  it('are told from the same words elsewhere by what is beside them, and found without it', () => {
    const second = text.lastIndexOf('engineer')
    expect(placed('engineer', second)).toBe(
      'text=engineer%2C%20and%20Bo%20Lund%2C-,engineer,-%2C%20built%20it.&text=engineer',
    )
  })

  it('are whole words, whatever was quoted', () => {
    expect(at(text.indexOf('Lund') + 1, text.indexOf('Lund') + 3)).toMatch(/&text=Lund$/)
  })

  it('begin in one block and end in another', () => {
    expect(at(text.indexOf('built'), 67)).toBe('text=built%20it.,Lundberg')
  })
})
