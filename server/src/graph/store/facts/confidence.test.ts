import { expect, it } from 'vitest'
import { confidenceOf } from './confidence.ts'

const claims = (host: string, value_key: string, n: number, origin: 'text' | 'structured' | 'person' = 'text') => ({
  ...{ host, value_key, n, origin },
})

it('is that of the likeliest claim', () => {
  expect(confidenceOf([claims('a', '0.75', 1)])).toBe(0.75)
  expect(confidenceOf([claims('a', '0.55', 1)])).toBe(0.55)
  expect(confidenceOf([claims('a', '', 1)])).toBe(0.5)
  expect(confidenceOf([claims('a', '', 1, 'structured')])).toBe(0.9)
})

it('grows a little with pages of one host, and much with hosts', () => {
  const one = confidenceOf([claims('a', '0.75', 1)])
  const pages = confidenceOf([claims('a', '0.75', 40)])
  const hosts = confidenceOf([claims('a', '0.75', 1), claims('b', '0.75', 1)])
  expect(pages).toBeGreaterThan(one)
  expect(hosts).toBeGreaterThan(pages)
})

it('does not grow with what a site repeats', () => {
  expect(confidenceOf([claims('a', '0.3', 40)])).toBe(0.3)
  expect(confidenceOf([claims('a', '0.75', 1), claims('a', '0.3', 40)])).toBe(0.75)
})

it('is certain where a person says so', () => {
  expect(confidenceOf([claims('a', '0.3', 1), claims('', '', 1, 'person')])).toBe(1)
})
