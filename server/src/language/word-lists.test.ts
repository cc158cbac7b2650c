import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseWordLists, readLines, readPhrases, readWords } from './word-lists.ts'

const source = resolve(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'words')

describe('word lists', () => {
  it('have comments, blank lines and headings', () => {
    const lists = parseWordLists('# all\n\none two\n three\r\n[more]\n# of them\nfour | five six\n')
    expect([...lists]).toEqual([
      ['', ['one two', 'three']],
      ['more', ['four | five six']],
    ])
    expect(() => parseWordLists('[a]\nx\n[a]\ny')).toThrow('a word list has [a] twice')
  })

  it('are read by words, phrases and lines', () => {
    expect(readWords('number-words', 'ordinals')).toContain('third')
    expect(readPhrases('stop-values')).toContain('not specified')
    expect(readLines('legal-forms', 'names')).toContain('ag: ag | aktiengesellschaft')
  })

  it('that are not there or empty are named', () => {
    expect(() => readWords('no-such-list')).toThrow('the word list no-such-list.txt cannot be read')
    expect(() => readWords('titles', 'nothing')).toThrow('the word list titles.txt has no words in [nothing]')
    expect(() => readWords('titles')).toThrow('the word list titles.txt has no words')
  })

  it('have one owner each', () => {
    const owned = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(join(source, file), 'utf8').matchAll(/read\w+\('([\w-]+)'(?:, '([\w-]+)')?\)/g),
      ])
      .map(([, file, list = '']) => `${file} ${list}`)
    const there = readdirSync(folder).flatMap((file) => {
      const lists = parseWordLists(readFileSync(join(folder, file), 'utf8'))
      return [...lists].filter(([, lines]) => lines.length > 0).map(([list]) => `${file.replace('.txt', '')} ${list}`)
    })
    expect(there.length).toBeGreaterThan(30)
    expect(owned.filter((list) => there.includes(list)).sort()).toEqual(there.sort())
  })
})
