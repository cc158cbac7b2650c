import { describe, expect, it } from 'vitest'
import { plainJson, plainLine, plainLines } from '../src/output/plain-text.ts'
import { Printer } from '../src/output/printer.ts'
import { shellWord } from '../src/output/shell-word.ts'
import { renderTable } from '../src/output/table.ts'
import { fitText, textWidth, wrapText } from '../src/output/text-width.ts'

describe('text of strangers', () => {
  it('is shown, and not obeyed', () => {
    expect(plainLine('Ada\x1b[2J\x07 \x9b31mBerg')).toBe('Ada\\x1b[2J\\x07 \\x9b31mBerg')
    expect(plainLine('a\r\n\tb\u2028c')).toBe('a b c')
    expect(plainLine('abc\u202edcba\u2066')).toBe('abc\\u202edcba\\u2066')
    expect(plainLine('half \ud83d')).toBe('half �')
    expect(plainLine('Ωμέγα 東京 café')).toBe('Ωμέγα 東京 café')
  })

  it('keeps its lines where it is a text', () => {
    expect(plainLines('a\n\tb\x1b')).toBe('a\n\tb\\x1b')
  })

  it('is the same JSON afterwards', () => {
    const value = { name: 'a\x1b[31m\x7f\x9b\u202e', list: ['\u2028'] }
    const text = plainJson(value, 2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/)
    expect(JSON.parse(text)).toEqual(value)
  })
})

describe('the width of a text', () => {
  it('is that on a terminal', () => {
    expect(['abc', '東京', 'é', 'e\u0301', '👩‍👩‍👧', 'ｱ'].map(textWidth)).toEqual([3, 4, 1, 1, 2, 1])
  })

  it('is that of most terminals where a terminal does not know its own', () => {
    const widthOf = (columns: number) =>
      new Printer({ isTTY: true, columns, write: () => true }, { environment: {} }).width
    expect([0, 5, 120].map(widthOf)).toEqual([80, 20, 120])
  })

  it('is kept when it is cut or wrapped', () => {
    expect(fitText('東京タワー', 5)).toBe('東京…')
    expect(fitText('abc', 3)).toBe('abc')
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrapText('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij'])
    expect(wrapText('東京都', 3)).toEqual(['東', '京', '都'])
  })
})

describe('a table', () => {
  const id = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
  const rows = [
    { name: 'Port of Riga', pages: 7, id },
    { name: 'A very long name of a graph that nobody would type', pages: 12_000, id },
  ]
  const columns = [
    { title: 'NAME', of: ({ name }: { name: string }) => name },
    { title: 'PAGES', of: ({ pages }: { pages: number }) => pages, align: 'right' as const },
    { title: 'ID', of: (row: { id: string }) => row.id, isWhole: true as const },
  ]
  const table = (width: number) => renderTable<(typeof rows)[number]>(columns, rows, width)

  it('has everything where there is room', () => {
    expect(table(Number.POSITIVE_INFINITY)).toEqual([
      `NAME                                                PAGES  ID`,
      `Port of Riga                                            7  ${id}`,
      `A very long name of a graph that nobody would type  12000  ${id}`,
    ])
  })

  it.each([200, 80, 60, 40, 20, 8])('fits into %s columns, and never cuts an id', (width) => {
    for (const line of table(width)) {
      expect(textWidth(line)).toBeLessThanOrEqual(width)
      if (line.includes('0199')) expect(line).toContain(id)
    }
  })

  it('cuts names before it leaves columns out', () => {
    expect(table(61)[2]).toBe(`A very long nam…  12000  ${id}`)
    expect(table(40)).toEqual([
      'NAME                               PAGES',
      'Port of Riga                           7',
      'A very long name of a graph that…  12000',
    ])
  })
})

it('a word is quoted as a shell needs it', () => {
  expect(['Riga', 'Baltic ports', "it's $HOME"].map(shellWord)).toEqual(['Riga', "'Baltic ports'", `'it'\\''s $HOME'`])
})
