import { describe, expect, it } from 'vitest'
import { readNames } from '../read-names.ts'
import { FeatureWeights, GroupSums } from './feature-weights.ts'
import { featureCount, fillFeatures, ownFeatures } from './features.ts'
import { labelCount } from './labels.ts'
import { Tagger } from './tagger.ts'
import { looksOf } from './word-looks.ts'
import { looksKept, WordTable } from './word-table.ts'

const text =
  'Angela Merkel was born in Hamburg and studied physics at the University of Leipzig. She took part in the 2007 G8 Summit, ' +
  'and met Barack Obama of the Sternwartenverwaltungsgesellschaft at the Battle of Waterloo memorial in New York City.'
const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
const page = { text, blocks, title: null, language: 'en' }
const { columns } = Tagger.shared().words

/** More words than any cache of the tagger holds. */
function* otherWords(): Iterable<string> {
  for (let at = 0; at <= looksKept; at++) yield `${at % 2 ? 'A' : 'a'}${at.toString(36).replace(/\d/g, 'q')}${at}`
}

describe('what the tagger remembers', () => {
  it('does not change what is found, however much is read between', () => {
    const first = readNames(page)
    expect(first.length).toBeGreaterThan(4)
    expect(readNames(page)).toEqual(first)
    const others = [...otherWords()]
    for (let at = 0; at < others.length; at += 200)
      Tagger.shared().tagSentence(others.slice(at, at + 200), { isGerman: false })
    expect(readNames(page)).toEqual(first)
  })

  it('has the looks of a word as they are', () => {
    const table = new WordTable(columns)
    const words = [...text.split(' '), 'may', 'May', 'MAY', 'İstanbul', '\ud83d', 'x'.repeat(100), '']
    for (let round = 0; round < 2; round++) {
      for (const word of words) expect(table.looksOf(word)).toEqual(looksOf(word, table))
    }
    for (const word of otherWords()) table.looksOf(word)
    for (const word of words) expect(table.looksOf(word)).toEqual(looksOf(word, table))
  })

  it('sums a group of features like single ones, even when two groups share a slot', () => {
    const features = Uint32Array.from({ length: 200 }, (_, at) => at * 7)
    const counts = new Uint8Array(200).fill(2)
    const labels = Uint8Array.from({ length: 400 }, (_, at) => (at % 2 ? labelCount - 1 : (at / 2) % (labelCount - 1)))
    const weights = Int16Array.from({ length: 400 }, (_, at) => (at % 2 ? -at : 3 * at))
    const all = new FeatureWeights({ features, counts, labels, weights })
    const groups = new GroupSums(all, [0, 2, 3], 2)
    for (let round = 0; round < 500; round++) {
      const row = Uint32Array.of(7 * (round % 3), 1, 7 * (round % 2), 7 * (round % 199))
      const found = new Int32Array(labelCount)
      groups.addTo(found, row, 0)
      const expected = new Int32Array(labelCount)
      for (const slot of [0, 2, 3]) all.add(row[slot] as number, expected, 0)
      expect(found).toEqual(expected)
    }
  })

  it('counts to a word only what it has wherever it stands', () => {
    const rows = [
      ['Berlin', 'is', 'big'],
      ['The', 'Berlin', 'Wall', 'of', 'Ada'],
      ['In', '1990', 'near', 'Berlin', ',', 'Ada'],
    ].map((words) => {
      const out = new Uint32Array(words.length * featureCount)
      fillFeatures(words, Tagger.shared().words, out, { isGerman: false })
      return out.slice(words.indexOf('Berlin') * featureCount)
    })
    const isSame = (slot: number) => rows.every((row) => row[slot] === rows[0]?.[slot])
    expect(ownFeatures.filter((slot) => !isSame(slot))).toEqual([])
  })
})
