import { describe, expect, it } from 'vitest'
import { readSentences } from './sentences.ts'

const read = (text: string) => readSentences(text).map((tokens) => tokens.map((token) => token.text).join('|'))

describe('words and sentences', () => {
  it.each([
    ['Ada met Berg. Then it rained.', ['Ada|met|Berg|.', 'Then|it|rained|.']],
    ["Berg's dog doesn't bark.", ["Berg|'s|dog|doesn't|bark|."]],
    ['Dr. Berg of the U.S. Army met J. R. Smith Jr. there.', ['Dr.|Berg|of|the|U.S.|Army|met|J.|R.|Smith|Jr.|there|.']],
    ['See https://a.example/b?c=d or a.example!', ['See|https://a.example/b?c=d|or|a.example|!']],
    ['It cost 1,500.50 (or so).', ['It|cost|1,500.50|(|or|so|)|.']],
    ['Line one\nline two', ['Line|one', 'line|two']],
    ['Jean-Luc O’Neill said: “Yes.”', ['Jean-Luc|O’Neill|said|:|“|Yes|.|”']],
    ['The end.The start.', ['The|end|.', 'The|start|.']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('keeps offsets', () => {
    const text = '  Ada’s “dog” met J. Berg’s cat in the U.K. (1990).\nShe… left!'
    for (const { text: word, start, end } of readSentences(text).flat()) expect(text.slice(start, end)).toBe(word)
  })

  it('reads a part of a text', () => {
    const text = 'Ada met Berg. Then it rained.'
    expect(
      readSentences(text, 4, 13)
        .flat()
        .map(({ start }) => start),
    ).toEqual([4, 8, 12])
  })
})
