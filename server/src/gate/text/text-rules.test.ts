import { expect, it } from 'vitest'
import { packTextRules, TextJudges } from './text-rules.ts'

const terms = (letter: string, length = 195) =>
  Array.from({ length: 500 }, (_, n) => `${n} ${letter.repeat(length - String(n).length - 1)}`)
/** As long as the contract allows. */
const largest = (letter: string) =>
  packTextRules({ include_terms: terms(letter), exclude_terms: terms(letter), min_words: 1 })

it('counts the memory of compiled rules, and the largest take a few megabytes', () => {
  const judges = new TextJudges(1e9)
  judges.judge(largest('x'), 'x')
  const letters = 2 * 500 * 195
  expect(judges.bytes).toBeGreaterThan(20 * letters)
  expect(judges.bytes).toBeLessThan(40 * letters)
  // Each of these letters becomes two.
  const folded = new TextJudges(1e9)
  folded.judge(largest('ß'), 'x')
  expect(folded.bytes).toBeGreaterThan(2 * 20 * letters)
  expect(folded.bytes).toBeLessThan(2 * 40 * letters)
})

it('remembers rules up to its bound, and judges by all', () => {
  const judges = new TextJudges(12e6)
  for (const letter of 'abcdef') {
    expect(judges.judge(largest(letter), `1 ${letter}`)).toEqual({ keep: false, rule: 'include_terms' })
    expect(judges.bytes).toBeGreaterThan(4e6)
    expect(judges.bytes).toBeLessThanOrEqual(12e6)
  }
  const narrow = new TextJudges(1e6)
  expect(narrow.judge(largest('a'), 'a')).toEqual({ keep: false, rule: 'include_terms' })
  expect(narrow.bytes).toBe(0)
})

it('has nothing to judge without rules', () => {
  expect(packTextRules({})).toBeNull()
  expect(packTextRules({ min_words: 0, include_terms: [], exclude_terms: [] })).toBeNull()
  expect(new TextJudges(1e6).judge(null, 'x')).toEqual({ keep: true, rule: null })
})
