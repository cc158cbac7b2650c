import { expect, it } from 'vitest'
import { quoteAddress } from '../src/shared/format/web-address.ts'

// The address that opens a page at a quote.

const page = 'http://example.org/crew'

it.each([
  ['Engineer', 'Engineer'],
  ['a well-known name', 'a%20well%2Dknown%20name'],
  [
    'one two three four five six seven eight nine ten eleven twelve x',
    'one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20x',
  ],
  ['Ada Berg | Captain | 1893', 'Ada%20Berg,1893'],
  ['| Ada Berg |', '%7C%20Ada%20Berg%20%7C'],
  ['Ada Berg | ', 'Ada%20Berg'],
])('%s', (quote, fragment) => {
  expect(quoteAddress(page, quote)).toBe(`${page}#:~:text=${fragment}`)
})

it('keeps the part of the page that the address names, and leads nowhere else than the web', () => {
  expect(quoteAddress(`${page}#staff:~:text=old`, 'new')).toBe(`${page}#staff:~:text=new`)
  expect(quoteAddress(page, ' ')).toBe(page)
  expect(quoteAddress('javascript:alert(1)', 'x')).toBe('javascript:alert(1)')
})
