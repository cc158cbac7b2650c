import fc from 'fast-check'
import { francAll } from 'franc-min'
import { data } from 'franc-min/data.js'
import { describe, expect, it } from 'vitest'
import { rankLanguages } from './rank-languages.ts'

const byFranc = (text: string) => francAll(text, { minLength: 0 }).filter(([language]) => language !== 'und')

/** Texts of trigrams that are frequent in one language of any script, with some of another. */
const models = Object.values(data).flatMap((languages) => Object.values(languages).map((model) => model.split('|')))
const mixed = fc
  .tuple(fc.constantFrom(...models), fc.constantFrom(...models))
  .chain(([one, other]) =>
    fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...one) }, fc.constantFrom(...other)), {
      minLength: 1,
      maxLength: 300,
    }),
  )
  .map((trigrams) => trigrams.join(''))

describe('languages of a text', () => {
  it('are ranked as `franc-min` ranks them', () => {
    const isSame = (text: string) => {
      expect(rankLanguages(text)).toEqual(byFranc(text))
    }
    fc.assert(fc.property(mixed, isSame), { numRuns: 50 })
  })

  it.each([
    'a',
    'the name of the town, and of its people',
    "c'est l'été qu'on aime — naïveté d’autrefois",
    'ÇA ÉTÉ İstanbul ŒUVRE',
    'Он основал общество',
    '協会は十九世紀に',
    'ข้อความภาษาไทย',
    'ѐ а b',
    '12 + 30',
    ' ’ - ',
    'ﬁn ªº',
  ])('are ranked as `franc-min` ranks them: %s', (text) => {
    expect(rankLanguages(text)).toEqual(byFranc(text))
  })
})
