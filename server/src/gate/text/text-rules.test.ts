import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { packTextRules, TextJudges } from './text-rules.ts'

const terms = (letter: string, length = 195) =>
  Array.from({ length: 500 }, (_, n) => `${n} ${letter.repeat(length - String(n).length - 1)}`)
/** As long as the contract allows. */
const largest = (letter: string) =>
  packTextRules({ include_terms: terms(letter), exclude_terms: terms(letter), min_words: 1 })

/** What typed arrays hold now. */
function packedBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().arrayBuffers
}

it('counts the memory of compiled rules, and the largest take a few megabytes', () => {
  const judges = new TextJudges(1e9)
  const before = packedBytes()
  judges.judge(largest('x'), 'x')
  expect(judges.bytes).toBeGreaterThan(packedBytes() - before)
  expect(judges.bytes).toBeLessThan(8e6)
  // Each of these letters becomes two.
  const folded = new TextJudges(1e9)
  folded.judge(largest('ß'), 'x')
  expect(folded.bytes).toBeLessThan(16e6)
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
