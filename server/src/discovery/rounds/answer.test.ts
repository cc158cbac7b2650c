import { describe, expect, it } from 'vitest'
import { readRound } from './answer.ts'

const read = (value: unknown, languages: string[] = [], finish = 'stop') => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return readRound({ text, finish }, languages)
}
const answerOf = (value: object, languages?: string[]) => {
  const result = read({ verdicts: [], searches: [], done: false, ...value }, languages)
  if (!('answer' in result)) throw new Error(result.mistakes.join())
  return result.answer
}
const searches = (...words: string[]) => ({ searches: words.map((one) => ({ words: one, language: null })) })

describe('an answer of a round', () => {
  it('becomes words alone, each query once, four at most', () => {
    const given = searches('"Baltic" harbours -shop', 'http://10.0.0.1/x?y=1', 'QUAYS', 'quays', '???', 'a', 'b', 'c')
    expect(answerOf(given).queries.map(({ words }) => words)).toEqual([
      ...['Baltic harbours shop', 'http 10.0.0.1 x y 1', 'quays', 'a'],
    ])
  })

  it.each([
    ['de', [], 'de'],
    ['pt-BR', [], 'pt-BR'],
    ['&lang=x', [], undefined],
    [null, [], undefined],
    ['en', ['de', 'lv'], 'de'],
    ['lv', ['de', 'lv'], 'lv'],
  ])('in the language %s, where the gate has %j, searches in %s', (language, languages, expected) => {
    const { queries } = answerOf({ searches: [{ words: 'quays', language }] }, languages)
    expect(queries[0]?.language).toBe(expected)
  })

  it('gives reasons one short line, without what nobody sees', () => {
    const reason = `a\n<b>b</b>\u0000\u202e\ud800 ${'c'.repeat(100_000)}`
    const [verdict] = answerOf({ verdicts: [{ site: ' s1 ', keep: true, reason }] }).verdicts
    expect(verdict).toMatchObject({ mark: 's1', keep: true, reason: expect.stringMatching(/^a <b>b<\/b>\ufffd c+…$/) })
    expect(verdict?.reason).toHaveLength(200)
  })

  it('may stand in a fence, and leave out what is empty', () => {
    expect(read('```json\n{"done": true}\n```')).toEqual({ answer: { verdicts: [], queries: [], done: true } })
  })

  it.each<[string, unknown, string, RegExp]>([
    ['prose', 'Sure!', 'stop', /^it is not JSON$/],
    ['a cut answer', '{"done": tr', 'length', /cut off/],
    ['a refusal', { done: true }, 'refused', /refusal/],
    ['no word whether it is done', { searches: [] }, 'stop', /^done: /],
    ['verdicts that are none', { done: true, verdicts: [{ site: 1, keep: 'yes' }] }, 'stop', /^verdicts\.0\.site: /],
  ])('that is %s has mistakes', (_what, value, finish, mistake) => {
    expect(read(value, [], finish)).toEqual({ mistakes: expect.arrayContaining([expect.stringMatching(mistake)]) })
  })
})
