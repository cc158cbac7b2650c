import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SeenLinks } from '../frontier/links/seen-links.ts'
import type { CacheUse } from '../platform/cache.ts'
import { newId } from '../platform/ids.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { addPage, RepeatedBlocks } from '../reader/blocks/site-blocks.ts'
import type { Answer } from './agentic/answer/answer.ts'
import { RecentAnswers } from './agentic/recent-answers.ts'

// The caches of a crawl, filled by strangers who try to make them large.

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Beside the cache itself: what the test and the engine keep. */
const slack = 4 * 1024 * 1024

interface Filled {
  use(): CacheUse
  fill(n: number): void
}

const hash = (n: number, m: number) => ((n * 2_654_435_761 + m * 40_503 * 65_537) >>> 0).toString(16).padStart(8, '0')

const caches: [name: string, times: number, make: () => Filled][] = [
  [
    'links that are longer than usual, of many domains',
    40,
    () => {
      const seen = new SeenLinks()
      const links = (n: number) => Array.from({ length: 4_000 }, (_, m) => `https://h/${n}/${m}/${'x'.repeat(1_500)}`)
      return { use: () => seen.use, fill: (n) => seen.add(newId(), links(n)) }
    },
  ],
  [
    'long links of one domain',
    40,
    () => {
      const seen = new SeenLinks()
      const links = (n: number) => Array.from({ length: 499 }, (_, m) => `https://h/${n}/${m}/${'x'.repeat(3_000)}`)
      return { use: () => seen.use, fill: (n) => seen.add('domain', links(n)) }
    },
  ],
  [
    'answers of a model with many small parts',
    150,
    () => {
      const answers = new RecentAnswers()
      const attributes = () => Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`a${n}`, {}]))
      const answer = () => ({ entities: [{ attributes: attributes() }] }) as unknown as Answer
      const request = (n: number) => ({ system: '', messages: [{ role: 'user', content: `${n}` }] })
      return { use: () => answers.use, fill: (n) => answers.keep('domain', request(n) as never, answer()) }
    },
  ],
  [
    'stops of crawls',
    100,
    () => {
      const stops = new CrawlStops()
      return { use: () => stops.use, fill: () => Array.from({ length: 500 }, () => stops.note(newId())) }
    },
  ],
  [
    'sites with large menus',
    400,
    () => ({
      use: () => RepeatedBlocks.use,
      fill: (n) => {
        const blocks = Array.from({ length: 1_200 }, (_, m) => ({ hash: hash(n, m) }))
        let state: Uint8Array | null = null
        for (let page = 0; page < 4; page++) state = addPage(state, { content_hash: hash(page, n), blocks })
        RepeatedBlocks.of(state)
      },
    }),
  ],
]

describe('a cache keeps to its bound in bytes, and knows them', () => {
  it.each(caches)('%s', (_name, times, make) => {
    const { use, fill } = make()
    const before = usedBytes()
    for (let n = 0; n < times; n++) fill(n)
    const grown = usedBytes() - before
    const { bytes, max_bytes } = use()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(max_bytes)
    expect(grown).toBeLessThan(bytes + slack)
  })
})
