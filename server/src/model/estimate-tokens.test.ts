import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paragraphs } from '../../test/bad-web/languages.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** Token counts of the paragraphs by o200k_base. */
const counted = {
  chinese: 89,
  traditional: 105,
  japanese: 99,
  korean: 86,
  russian: 81,
  polish: 133,
  german: 88,
  greek: 118,
  turkish: 98,
  hebrew: 80,
  arabic: 73,
}

const english =
  'This lighthouse was built in 1871 at the southern tip of the island. In those days the keeper lit an oil lamp every ' +
  'evening to show the way to the ships that passed. Later came electricity, and the keeper left the place. Today it is a ' +
  'museum, and every year many people visit it to learn about the lives of the sailors and the keepers.'

describe('the estimate', () => {
  it.each(Object.entries(counted))('is near the count in %s', (language, tokens) => {
    const estimate = estimateTokens(paragraphs[language as keyof typeof counted])
    expect(Math.abs(estimate / tokens - 1)).toBeLessThan(0.16)
  })

  it('is near the count in English', () => {
    expect(Math.abs(estimateTokens(english) / 72 - 1)).toBeLessThan(0.1)
  })

  it('is at least 1 for any text, and never more than its bytes', () => {
    expect(estimateTokens('')).toBe(0)
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 })), (text) => {
        const estimate = estimateTokens(text)
        return estimate >= 1 && estimate <= Buffer.byteLength(text)
      }),
    )
  })

  it.each([' ', 'x', ' x', '語', '\n'])('takes time that grows with the text alone (%j)', (piece) => {
    const startedAt = performance.now()
    estimateTokens(piece.repeat(1_000_000))
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
