import { expect, it } from 'vitest'
import { NameIndex } from './name-index.ts'

// Names are written by strangers: a page may give any number of long ones.

it('compares long names in smaller numbers, the most alike first', () => {
  const index = new NameIndex()
  const filler = Array.from({ length: 90 }, (_, n) => `comm${n % 7}ittee`).join(' ')
  for (let node = 0; node < 3_000; node++) index.set(node, [`${filler} ${node}`])
  index.set(3_000, ['Committee of Ways'])
  const asked: number[] = []
  const hits = index.find('committee of ways and means', {
    compared: 5_000,
    degreeOf: (node) => {
      asked.push(node)
      return 1
    },
  })
  expect(asked.length).toBe(3_001)
  expect(hits.length).toBeLessThan(500)
  expect(hits.map(({ node }) => node)).toContain(3_000)
})
