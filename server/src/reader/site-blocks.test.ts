import { describe, expect, it } from 'vitest'
import { parsePage } from './parse-page.ts'
import { addPage, mainBlocks, RepeatedBlocks } from './site-blocks.ts'

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
const texts = (of: ReturnType<typeof page>, state: Uint8Array | null) =>
  mainBlocks(of, state).map(({ start, end }) => of.text.slice(start, end))

describe('blocks that repeat on a host', () => {
  it('are left out once three pages have them', () => {
    const some = page('Bridge 99')
    expect(texts(some, sample(2))).toContain(slogan)
    expect(texts(some, sample(3))).not.toContain(slogan)
    expect(texts(some, sample(3)).join()).toContain('Bridge 99 was built')
    expect(texts(some, null)).toContain(slogan)
  })

  it('are not left out when nothing else is there', () => {
    const same = page('Bridge 0')
    const whole = { content_hash: '', blocks: same.blocks }
    let state: Uint8Array | null = null
    for (const content_hash of ['00000001', '00000002', '00000003']) state = addPage(state, { ...whole, content_hash })
    expect(mainBlocks(same, state)).toEqual(same.blocks.filter(({ is_main }) => is_main))
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
