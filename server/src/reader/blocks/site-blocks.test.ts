import { describe, expect, it } from 'vitest'
import { parsePage } from '../read-page/parse-page.ts'
import { addPage, RepeatedBlocks } from './site-blocks.ts'

const slogan = 'We have been serving the people of the valley with care and pride since 1894, in all weathers.'
const page = (text: string) =>
  parsePage(
    `<title>${text}</title><main><p>${slogan}</p><h1>${text}</h1><p>${text} was built in the year of the flood, by the people of the town, for the people of the town.</p></main>`,
    { url: 'https://site.example/' },
  )
const sample = (count: number) => {
  let state: Uint8Array | null = null
  for (let n = 0; n < count; n++) state = addPage(state, page(`Bridge ${n}`))
  return state
}
const hashOf = (of: ReturnType<typeof page>, text: string) =>
  of.blocks.find(({ start, end }) => of.text.slice(start, end) === text)?.hash ?? ''

describe('blocks that repeat on a host', () => {
  it('are known once three pages have them', () => {
    const some = page('Bridge 99')
    const isRepeated = (text: string, state: Uint8Array | null) => new RepeatedBlocks(state).has(hashOf(some, text))
    expect(isRepeated(slogan, null)).toBe(false)
    expect(isRepeated(slogan, sample(2))).toBe(false)
    expect(isRepeated(slogan, sample(3))).toBe(true)
    expect(isRepeated('Bridge 99', sample(10))).toBe(false)
  })

  it('are the frame of a site when most of its pages have them', () => {
    const slogans = hashOf(page('Bridge 1'), slogan)
    expect(new RepeatedBlocks(sample(3)).isFrame(slogans)).toBe(false)
    expect(new RepeatedBlocks(sample(4)).isFrame(slogans)).toBe(true)
    let state = sample(4)
    for (const content_hash of ['00000001', '00000002', '00000003'])
      state = addPage(state, { content_hash, blocks: [] })
    expect(new RepeatedBlocks(state).isFrame(slogans)).toBe(false)
    expect(new RepeatedBlocks(state).has(slogans)).toBe(true)
  })

  it('are counted on ten different pages at most', () => {
    const three = sample(3)
    expect(addPage(three, page('Bridge 1'))).toBe(three)
    const full = sample(10)
    expect(addPage(full, page('Bridge 11'))).toBe(full)
    const rare = new RepeatedBlocks(sample(10))
    expect(rare.size).toBe(1)
  })

  it('take at most 12 KB, whatever the pages have', () => {
    let state: Uint8Array | null = null
    let next = 1
    const common = Array.from({ length: 100 }, (_, n) => ({ hash: `${(n + 1).toString(16).padStart(8, 'f')}00000000` }))
    for (let n = 0; n < 10; n++) {
      const own = Array.from({ length: 5000 }, () => ({ hash: `${(next++).toString(16).padStart(8, '0')}00000000` }))
      state = addPage(state, { content_hash: own[0]?.hash ?? '', blocks: [...common, ...own] })
      expect(state.length).toBeLessThanOrEqual(12 * 1024)
    }
    const repeated = new RepeatedBlocks(state)
    expect(common.filter(({ hash }) => repeated.has(hash))).toHaveLength(100)
  })

  it('survive a state that is none', () => {
    for (const bytes of [[], [9], [1, 255, 3], Array.from({ length: 100 }, () => 255)]) {
      expect(new RepeatedBlocks(Uint8Array.from(bytes)).size).toBeLessThan(20)
      expect(addPage(Uint8Array.from(bytes), page('Bridge 1')).length).toBeGreaterThan(40)
    }
  })
})
