import { describe, expect, it } from 'vitest'
import { findDates } from './find-dates.ts'

function quotes(text: string): string[] {
  return findDates(text).map(({ start, end, when }) => `${text.slice(start, end)} = ${when.edtf}`)
}

describe('dates in running text', () => {
  it('are found with their offsets, the longest match first and each once', () => {
    expect(quotes('Ada Lovelace (10 December 1815 – 27 November 1852) wrote it in 1843.')).toEqual([
      '10 December 1815 – 27 November 1852 = 1815-12-10/1852-11-27',
      '1843 = 1843',
    ])
    expect(
      quotes('The fair runs 3–5 May 2019, and again in autumn 2019; the 19th century hall was built c. 1850.'),
    ).toEqual([
      '3–5 May 2019 = 2019-05-03/2019-05-05',
      'autumn 2019 = 2019-23',
      '19th century = 18XX',
      'c. 1850 = 1850~',
    ])
    expect(quotes('The Zhou (1046–256 BC) and the 18th and 19th centuries')).toEqual([
      '1046–256 BC = -1045/-0255',
      '19th centuries = 18XX',
    ])
    expect(quotes('Er kam am 5. Juni 2020 nach Köln und blieb bis 1. 7. 2021.')).toEqual([
      '5. Juni 2020 = 2020-06-05',
      '1. 7. 2021 = 2021-07-01',
    ])
  })

  it('count as bare years with a word before them, in parentheses, or on their own', () => {
    expect(quotes('Since 1990 he (born 1950) has lived there. In 1066, the mid-1990s and 2005–06 too.')).toEqual([
      '1990 = 1990',
      '1950 = 1950',
      '1066 = 1066',
      'mid-1990s = 199X',
      '2005–06 = 2005/2006',
    ])
    expect(quotes('His 1987 album')).toEqual(['1987 = 1987'])
    expect(quotes('The 1929 Wall Street crash; in 1931 Main Street was empty, and in 1999 $5 was much.')).toEqual([
      '1929 = 1929',
      '1931 = 1931',
      '1999 = 1999',
    ])
  })

  it.each([
    'There were 2020 people and 1500 km to go.',
    'It has over 1800 seats, and nearly 1900.',
    'Between 1500–1600 people came, on pp. 1200–1300 and 1000 to 2000 km.',
    'See page 1984, pp. 1999 and no. 2001.',
    'Call +49 221 1999 2000 or 0221-1990-22.',
    'ISBN 978-3-1999-2001-0',
    'It costs $1999 or €2000 or 1999€ or 1,999.50.',
    'version 1.2.2020, v2.0.2019 and 1.2.3.2020',
    'The A2000, the MX-2000 and file_2019 at host/2019/x2020',
    'The ratio was 1999:2000, at 10:30, or 12.2019.',
    'It may march on 5 of them in the second part; I, V and X agreed. The fall of 12 men.',
    'on 31 February 2020x and 99/99/2020',
    'A 20th Century Fox film, 1200 men strong',
    'The shop at 2020 Main Street, or 1900 North Park Avenue, or 1450 rue Sherbrooke',
    'It follows ISO 1998, DIN 1945 and RFC 1950.',
    'That is 1450 kr, 1999 €, EUR 1800 or 1900 CHF.',
    'Hull, population 1700 (pop. 1800), at a height of 1900; Einwohner: 2010',
    'order number 219985, order 1998',
  ])('are no false friends: %s', (text) => {
    expect(quotes(text)).toEqual([])
  })

  it('take time in proportion to the text', () => {
    const whole = ['1', '-', '1 1 1 1 ', 'of ']
    const parts = ['May ', '1990–', '1/', 'c. ', 'early ', '3–', 'x.', '年', '\ud800', '19th ', '1 May ', 'May 3–']
    for (const unit of [...whole, ...parts]) {
      const text = unit.repeat(Math.ceil((whole.includes(unit) ? 1_000_000 : 30_000) / unit.length))
      const begin = process.cpuUsage()
      findDates(text)
      const { user, system } = process.cpuUsage(begin)
      expect((user + system) / 1000, `CPU of ${JSON.stringify(unit)}`).toBeLessThan(3000)
    }
  })
})
