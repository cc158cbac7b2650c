// @ts-expect-error It has no types.
import parseByPeer from 'edtf'
import { describe, expect, it } from 'vitest'
import { parseDate, spanOf } from './parse-date.ts'

const texts: Record<string, string> = {
  '2020-06-05': '2020-06-05',
  '20131009': '2013-10-09',
  '2013-09': '2013-09',
  '2013': '2013',
  '2005-06': '2005-06',
  'June 5, 2020': '2020-06-05',
  '5 June 2020': '2020-06-05',
  '5th of June 2020': '2020-06-05',
  'May the 5th, 2020': '2020-05-05',
  'Jun. 2020': '2020-06',
  '5-Jun-2020': '2020-06-05',
  '2020, June 5': '2020-06-05',
  'Freitag, den 5. Juni 2020': '2020-06-05',
  '1er mai 2020': '2020-05-01',
  '5 de junio de 2020': '2020-06-05',
  '5 giugno 2020': '2020-06-05',
  '5 de março de 2020': '2020-03-05',
  '5 mrt. 2020': '2020-03-05',
  '2020年6月5日': '2020-06-05',
  '05.06.2020': '2020-06-05',
  '5. 6. 2020': '2020-06-05',
  '2020/06/05': '2020-06-05',
  '13/05/2020': '2020-05-13',
  '05/13/2020': '2020-05-13',
  '29 Feb 2020': '2020-02-29',
  'spring 2019': '2019-21',
  'été 2019': '2019-22',
  'Winter 2019/20': '2019-24',
  'Q1 2020': '2020-33',
  '2020 Q4': '2020-36',
  'second quarter of 2020': '2020-34',
  '1990s': '199X',
  'the mid-1990s': '199X',
  '1990er Jahre': '199X',
  '1800s': '18XX',
  '2000s': '200X',
  '440s BC': '-0448/-0439',
  '19th century': '18XX',
  '19. Jahrhundert': '18XX',
  'XIXe siècle': '18XX',
  'siglo XIX': '18XX',
  'eighteenth century': '17XX',
  '21st century': '20XX',
  '5th century BC': '-04XX',
  '1st century BC': '-0099/0000',
  '2nd millennium BC': '-1XXX',
  'c. 1850': '1850~',
  c1850: '1850~',
  'um 1850': '1850~',
  'cerca de 1850': '1850~',
  '1850?': '1850?',
  '44 BC': '-0043',
  '1 BC': '0000',
  'AD 79': '0079',
  '44 v. Chr.': '-0043',
  '52 av. J.-C.': '-0051',
  '1914–1918': '1914/1918',
  '1943 -- 1945': '1943/1945',
  '1046–256 BC': '-1045/-0255',
  '116 to 118 AD': '0116/0118',
  '911 BCE - 609 BCE': '-0910/-0608',
  '44 BC – 14 AD': '-0043/0014',
  '5th–4th century BC': '-04XX/-03XX',
  '17th to 18th century': '16XX/17XX',
  '1914-18': '1914/1918',
  '1820 – 88': '1820/1888',
  '1999–00': '1999/2000',
  '3–5 May 2019': '2019-05-03/2019-05-05',
  '3. bis 5. Mai 2019': '2019-05-03/2019-05-05',
  'May 3–5, 2019': '2019-05-03/2019-05-05',
  'May–June 2019': '2019-05/2019-06',
  '3 May – 5 June 2019': '2019-05-03/2019-06-05',
  'May 3 - June 5, 2019': '2019-05-03/2019-06-05',
  'spring 2019 – autumn 2019': '2019-03/2019-12',
  'c. 1850 – c. 1860': '1850~/1860~',
  '1990 to present': '1990/..',
  'since 1990': '1990/..',
  'until 1990': '../1990',
  'before 1900': '../1900',
  'from 1990 to 1995': '1990/1995',
  'between 1990 and 1995': '1990/1995',
  'born 5 June 1950': '1950-06-05',
  '(1950)': '1950',
  '2020-06-05T10:00:00.123+0200': '2020-06-05T10:00:00+02:00',
  '2020-06-05T10:00Z': '2020-06-05T10:00:00Z',
  'Thu, 05 Mar 2020 10:00:00 GMT': '2020-03-05T10:00:00Z',
  'June 5, 2020 at 3:30 pm': '2020-06-05T15:30:00',
}

const edtfs = [
  '1990/..',
  '../1990',
  '1990/',
  '/1990',
  '199X',
  '18XX',
  '-04XX',
  '2019-21',
  '2019-36',
  '1850~',
  '1850-05?',
  '1850%',
  '-0043',
  '2019-XX',
  '2019-05-XX',
  '2019-05-03/2019-05-05',
  '1914~/1918',
  '-0099/0000',
]

const impossible = [
  '31 February 2020',
  '29 February 2019',
  '2020-13-01',
  '32.01.2020',
  '0000',
  '0000-00-00',
  '12345',
  '5 June 12020',
  '1918–1914',
  '5 June',
  'June',
  '05/06/20',
  'Paris 2020',
  'May',
  '',
  ' ',
  '-',
  '..',
  '../..',
  'first',
  '1,000',
  '2020 people',
  '0 BC',
  '19XX-05',
  '1.2.3',
  'Q5 2020',
  '19th',
  '100th century',
  '44th–1st millennium',
  '44th–1st millennium BC',
]

describe('a text that is a date', () => {
  it.each(Object.entries(texts))('%s', (text, edtf) => {
    expect(parseDate(text)?.edtf).toBe(edtf)
  })

  it.each(edtfs)('EDTF is read as it is: %s', (edtf) => {
    expect(parseDate(edtf)?.edtf).toBe(edtf)
  })

  it.each(impossible)('%j is none', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  it('says which days it may be', () => {
    expect(parseDate('2020-02')).toEqual({
      edtf: '2020-02',
      start: '2020-02-01',
      end: '2020-02-29',
      precision: 'month',
    })
    expect(parseDate('19th century')).toMatchObject({ start: '1800-01-01', end: '1899-12-31', precision: 'century' })
    expect(parseDate('1st century')).toMatchObject({ edtf: '00XX', start: '0001-01-01', end: '0099-12-31' })
    expect(parseDate('winter 2019')).toMatchObject({ start: '2019-01-01', end: '2020-03-20', precision: 'season' })
    expect(parseDate('since May 1990')).toMatchObject({ start: '1990-05-01', end: null, precision: 'month' })
    expect(parseDate('44 BC')).toMatchObject({ start: '-0043-01-01', end: '-0043-12-31' })
  })

  it('keeps the local day of a time', () => {
    const when = parseDate('2020-06-05T23:30:00-07:00')
    expect(when).toMatchObject({ start: '2020-06-05', end: '2020-06-05', precision: 'time' })
  })

  it('asks the language which number is the day, and keeps the year where that does not tell', () => {
    expect(parseDate('06/05/2020', { language: 'en-US' })?.edtf).toBe('2020-06-05')
    expect(parseDate('06/05/2020', { language: 'en_us' })?.edtf).toBe('2020-06-05')
    expect(parseDate('06/05/2020', { language: 'en-GB' })?.edtf).toBe('2020-05-06')
    expect(parseDate('06/05/2020', { language: 'fr' })?.edtf).toBe('2020-05-06')
    expect(parseDate('06/05/2020', { language: 'en' })).toMatchObject({ edtf: '2020', precision: 'year' })
    expect(parseDate('06/05/2020')).toMatchObject({ edtf: '2020', precision: 'year' })
    expect(parseDate('05/05/2020')?.edtf).toBe('2020-05-05')
  })
})

describe('a span of two dates', () => {
  const from = parseDate('May 1990')
  const to = parseDate('1995')

  it('goes from the one to the other', () => {
    expect(spanOf(from, to)).toEqual({
      edtf: '1990-05/1995',
      start: '1990-05-01',
      end: '1995-12-31',
      precision: 'year',
    })
    expect(spanOf(parseDate('1914–1918'), parseDate('1939–1945'))?.edtf).toBe('1914/1945')
    expect(spanOf(from, parseDate('1990'))?.edtf).toBe('1990-05-01/1990-12-31')
    expect(spanOf(parseDate('44 BC'), parseDate('14 AD'))?.edtf).toBe('-0043/0014')
  })

  it('does not invent an end', () => {
    expect(spanOf(from, undefined)).toEqual(from)
    expect(spanOf(undefined, to)).toMatchObject({ edtf: '/1995', start: null, end: '1995-12-31' })
    expect(spanOf(undefined, undefined)).toBeUndefined()
    expect(spanOf(to, from)).toEqual(to)
    expect(spanOf(from, from)).toEqual(from)
  })
})

it('writes only what another reader of EDTF reads, with the same bounds', () => {
  const eras = ['', ' BC']
  const numbers = ['1', '44', '100', '999', '1000', '1066', '1900', '1999', '2000', '2024', '9999']
  const shapes = [
    '# ?',
    'c. # ?',
    '5 June # ?',
    'c. June # ?',
    'June # ?',
    'summer # ?',
    'winter # ?',
    'Q3 # ?',
    '#0s ?',
    '#th century ?',
    '#th millennium ?',
    'since # ?',
    'before 3 May # ?',
    '3–5 May # ?',
    'May–June # ?',
    '# ? – 9999',
    'spring # ? – Q4 9999',
  ]
  let written = 0
  for (const shape of shapes) {
    for (const era of eras) {
      for (const number of numbers) {
        const text = shape.replace('#', number).replace(' ?', era)
        const when = parseDate(text)
        if (!when) continue
        written++
        const peer = parseByPeer(when.edtf)
        if (when.start && when.precision !== 'season' && !/^0001/.test(when.start)) {
          expect(new Date(peer.min).getUTCFullYear(), `${text}: ${when.edtf}`).toBe(yearOf(when.start))
        }
        expect(parseDate(when.edtf) ?? when, text).toMatchObject({ start: when.start, end: when.end })
      }
    }
  }
  expect(written).toBeGreaterThan(150)
  for (const edtf of [...Object.values(texts), ...edtfs]) expect(() => parseByPeer(edtf), edtf).not.toThrow()
})

function yearOf(day: string): number {
  return Number(/^-?\d{4}/.exec(day)?.[0])
}
