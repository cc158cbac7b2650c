import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { compileGate } from '../../gate/judge.ts'
import { parseRobots } from '../../web/robots/robots.ts'
import { findLinks } from './find-links.ts'

const links = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ url: `https://a.example/${'a'.repeat(200)}/${n}`, text: 'link', is_nofollow: false, is_hidden: false },
  }))

function find(count: number, isDisallowed: (url: string) => boolean, most_ms?: number) {
  return findLinks(links(count) as never, {
    url: 'https://a.example/',
    judge: compileGate({}),
    version: 1,
    isSeen: () => false,
    isDisallowed,
    ...(most_ms !== undefined && { most_ms }),
  })
}

it('lets others work while it matches the links of a page with the rules of an enemy', async () => {
  const patterns = Array.from({ length: 1_000 }, (_, n) => `Disallow: /*a*a*a*a*a*${n}b`).join('\n')
  const robots = parseRobots(`User-agent: *\n${patterns}`, 'Polegraph')
  let turns = 0
  const count = setInterval(() => turns++, 1)
  const began = performance.now()
  const { found } = await find(2_000, (url) => !robots.isAllowed(url))
  clearInterval(count)
  expect(found).toHaveLength(2_000)
  // Not a limit of time: the longer it takes, the more often others must have had their turn.
  expect(turns).toBeGreaterThan((performance.now() - began) / 100)
})

it('gives up on links that take too long', async () => {
  const slowly = () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    return false
  }
  const { found } = await find(1_000, slowly, 200)
  expect(found.length).toBeGreaterThan(1)
  expect(found.length).toBeLessThan(500)
})
