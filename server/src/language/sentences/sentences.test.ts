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
    ['She said no. Then he left.', ['She|said|no|.', 'Then|he|left|.']],
    ['She has a Ph.D. from Acme.', ['She|has|a|Ph.|D.|from|Acme|.']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    'Er starb am 6. Februar 1850 in Wien.',
    'Wien, 6. Februar 1850.',
    'Im 19. Jahrhundert war der 2. Bezirk klein.',
    'Kaiser Joseph II. Habsburg wurde alt.',
    'Er war u. a. Richter, z. B. Karl Berg, d. h. Beamter.',
    'Das gilt z. B. Der Spiegel schreibt es.',
    'Vgl. Abb. 3 und Bd. 2, S. 14, Nr. 5 bzw. Berg.',
    'Ludwig Berg (geb. Thun), Dipl.-Ing. Karl Maier und Frl. Huber kamen.',
    'Roy T. Fielding wrote it on Jan. 3, 2001.',
    'Dr. J. R. A. Berg et al. Berg of Acme Inc. Boston, vol. 3, no. 7, came.',
    'We met e.g. The Times and the U.S. Army at St. Mary.',
    'M. Dupont, Mme. Durand et Mgr. Petit, p. ex. Paris, le 3 janv. 1901, vol. II.',
    'Dhr. Jansen en mevr. De Vries, bijv. Amsterdam, d.w.z. Nederland, blz. 12.',
    'O Sr. Silva e a Sra. Costa, p. ex. Lisboa, n. 3, pág. 12, em 3 fev. 1901.',
    'El Sr. García y la Sra. López, p. ej. Madrid, núm. 3, EE. UU. Norte.',
    'Il sig. Rossi e il dott. Bianchi, p. es. Roma, art. 3, pag. 12, il 3 genn. 1901.',
    '1. Introduction to the thing',
  ])('does not end inside: %s', (text) => {
    expect(read(text)).toHaveLength(1)
  })

  it.each([
    ['He moved to the U.S. The army left.', 2],
    ['It belongs to Acme Inc. He sold it.', 2],
    ['Er nahm Vitamin C. Der Arzt ging. Es war 1850. Karl kam.', 4],
    ['They won 12. Smith lost.', 2],
    ['It was World War II. Berlin fell.', 2],
    ['Él vio el mar. Luego salió.', 2],
    ['Es kostet 5 usw. Die Stadt zahlt.', 2],
    ['Er wurde 73. Er war alt.', 2],
  ])('ends in: %s', (text, count) => {
    expect(read(text)).toHaveLength(count)
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
