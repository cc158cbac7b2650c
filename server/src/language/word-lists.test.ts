import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  allPhrases,
  allWords,
  anyOf,
  linesByLanguage,
  parseWordLists,
  readLines,
  readPhrases,
  readWords,
  wordsByLanguage,
} from './word-lists.ts'

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
    expect(readPhrases('legal-forms', 'written')).toContain('GmbH(?: & Co\\. KG)?')
    expect(readLines('legal-forms', 'names')).toContain('ag: ag | aktiengesellschaft')
  })

  it('are read in all languages at once', () => {
    expect([...linesByLanguage('weekdays').keys()]).toEqual(expect.arrayContaining(['de', 'en', 'fr']))
    expect(allWords('weekdays')).toContain('montag')
    expect(allPhrases('stop-values')).toContain('keine angabe')
    expect(new RegExp(`^(?:${anyOf(['a', 'a b', 'a.c'])})`).exec('a b')?.[0]).toBe('a b')
    expect(() => allWords('no-such-list')).toThrow('no language has the word list no-such-list')
  })

  it('of a language are those of its countries too', () => {
    const denials = wordsByLanguage('not-so')
    expect(denials('de-AT')).toBe(denials('de'))
    expect(denials('de-AT')).not.toBe(denials('en'))
  })

  it('that are not there or empty are named', () => {
    expect(() => readWords('no-such-list')).toThrow('the word list no-such-list.txt cannot be read')
    expect(() => readWords('titles', 'nothing')).toThrow('the word list titles.txt has no words in [nothing]')
    expect(() => readWords('titles')).toThrow('the word list titles.txt has no words')
  })

  it('have one owner each', () => {
    const owned = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(source, file), 'utf8')
        return [
          ...[...text.matchAll(/\bread(?:Words|Phrases|Lines)\(\s*'([\w-]+)'(?:, '([\w-]+)')?/g)].map(
            ([, name, list = '']) => `${name} ${list}`,
          ),
          ...[
            ...text.matchAll(
              /\b(?:all(?:Words|Phrases|Lines)|(?:lines|words|phrases)ByLanguage|wordsInOrder)\('([\w-]+)'/g,
            ),
          ].map(([, list]) => `languages ${list}`),
        ]
      })
    const there = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.txt') && file !== 'relations.txt')
      .flatMap((file) => {
        const lists = parseWordLists(readFileSync(join(folder, file), 'utf8'))
        const owner = file.startsWith('languages') ? 'languages' : file.replace('.txt', '')
        return [...lists].filter(([, lines]) => lines.length > 0).map(([list]) => `${owner} ${list}`)
      })
    expect(there.length).toBeGreaterThan(100)
    expect(owned.filter((list) => there.includes(list)).sort()).toEqual([...new Set(there)].sort())
  })
})
