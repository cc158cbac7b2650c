import { expect, it } from 'vitest'
import { Cache, firstWord } from './cache.ts'

const entry = 1_000
const fill = (cache: Cache<string>, owner: string, count: number) => {
  for (let n = 0; n < count; n++) cache.set(`${owner} ${n}`, 'x')
}

it('one owner does not push out what others have', () => {
  const cache = new Cache<string>('counts', () => entry, { max_bytes: 20_000, ownerOf: firstWord })
  fill(cache, 'small', 3)
  fill(cache, 'large', 100)
  expect([...cache.keys()].filter((key) => key.startsWith('small'))).toHaveLength(3)
  const bytes = [...cache.keys()].filter((key) => key.startsWith('large')).length * entry
  expect(bytes).toBeLessThanOrEqual(10_000)
  expect(cache.has('large 99')).toBe(true)
})

it('one owner may fill it while nobody else has anything in it, and makes room then', () => {
  const cache = new Cache<string>('counts', () => entry, { max_bytes: 20_000, ownerOf: firstWord })
  fill(cache, 'large', 100)
  expect(cache.calculatedSize).toBeGreaterThan(15_000)
  fill(cache, 'small', 1)
  fill(cache, 'large', 100)
  expect(cache.has('small 0')).toBe(true)
  for (const key of [...cache.keys()]) cache.delete(key)
  expect(cache.use).toEqual({ bytes: 0, max_bytes: 20_000 })
  fill(cache, 'large', 100)
  expect(cache.calculatedSize).toBeGreaterThan(15_000)
})
