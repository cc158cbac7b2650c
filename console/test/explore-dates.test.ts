import { describe, expect, it } from 'vitest'
import { formatWhen } from '../src/shared/format/format-when.ts'
import { bucketName, spanOf, withGaps } from '../src/views/timeline/time-span.ts'

// Dates in words, and the buckets of the timeline.

describe('a date in words', () => {
  it.each([
    ['1893', '1893'],
    ['198X', '1980s'],
    ['18XX', '19th century'],
    ['20XX', '21st century'],
    ['1XXX', '2nd millennium'],
    ['2019-05', 'May 2019'],
    ['2020-21', 'Spring 2020'],
    ['2020-34', 'Second quarter of 2020'],
    ['1987~', 'about 1987'],
    ['1987?', '1987 (uncertain)'],
    ['-0043', '44 BC'],
    ['-0043-03', 'March 44 BC'],
    ['-0043-03-15', 'March 15, 44 BC'],
    ['-005X', '60–51 BC'],
    ['-01XX', '2nd century BC'],
    ['-1XXX', '2nd millennium BC'],
    ['-0043/0014', '44 BC – 14'],
    ['../2020', 'until 2020'],
    ['2001/..', 'since 2001'],
    ['2001/', 'since 2001'],
    ['1914/1918', '1914 – 1918'],
    ['2019-05-XX', 'May 2019'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (edtf, text) => {
    expect(formatWhen({ edtf, start: null, end: null })).toBe(text)
  })
})

describe('a bucket', () => {
  it.each([
    ['2020-01-01', 'decade', '2029-12-31'],
    ['1900-01-01', 'century', '1999-12-31'],
    ['2024-02-01', 'month', '2024-02-29'],
    ['2024-12-30', 'week', '2025-01-05'],
    ['2024-02-28', 'day', '2024-02-28'],
    ['0900-01-01', 'century', '0999-12-31'],
    ['-0599-01-01', 'century', '-0500-12-31'],
  ] as const)('from %s of a %s ends on %s', (start, size, to) => {
    expect(spanOf({ start, count: 1 }, size)).toEqual({ from: start, to })
  })

  it.each([
    ['1900-01-01', 'century', '1900–1999'],
    ['1980-01-01', 'decade', '1980s'],
    ['1987-01-01', 'year', '1987'],
    ['-0599-01-01', 'century', '600–501 BC'],
    ['-0059-01-01', 'decade', '60–51 BC'],
    ['-0043-01-01', 'year', '44 BC'],
  ] as const)('from %s of a %s is called %s', (start, size, name) => {
    expect(bucketName({ start, count: 1 }, size)).toBe(name)
  })

  it('has empty ones between it and the next', () => {
    const [first, last] = [
      { start: '1990-01-01', count: 2 },
      { start: '2020-01-01', count: 1 },
    ]
    expect(withGaps([first, last], 'decade').map(({ count }) => count)).toEqual([2, 0, 0, 1])
  })
})
