import { expect, it } from 'vitest'
import { nameConfidence } from './name-confidence.ts'

it('grows with the score, in steps, and is never certain', () => {
  const scores = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.2]
  const shares = scores.map(nameConfidence)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.map((share) => share * 20).every((step) => Math.abs(step - Math.round(step)) < 1e-9)).toBe(true)
  expect(shares[0]).toBe(0.2)
  expect(shares.at(-1)).toBe(0.9)
})
