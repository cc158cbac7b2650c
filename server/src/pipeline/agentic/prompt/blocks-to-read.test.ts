import { expect, it } from 'vitest'
import { parsePage } from '../../../reader/read-page/parse-page.ts'
import { blocksToRead, type ReadablePage } from './blocks-to-read.ts'

const prose = (topic: string) =>
  `The ${topic} of the town has been described by many travellers, and each of them found something else to say about it.`

const article = (topics: string[]) => {
  const parts = topics.map((topic) => (topic.startsWith('#') ? `<h2>${topic.slice(2)}</h2>` : `<p>${prose(topic)}</p>`))
  const html = `<html><body><article><h1>The town</h1>${parts.join('')}</article></body></html>`
  return parsePage(html, { url: 'https://example.org/town' })
}

const topics = ['# Trade', 'market', 'harbour', '# Culture', 'theatre', 'library', 'museum']
const hashes = ({ blocks }: ReadablePage) => new Set(blocks.map(({ hash }) => hash))
const textOf = (page: ReadablePage, known?: Set<string>) =>
  blocksToRead(page, known)
    .portions.map(({ text }) => text)
    .join('\n')

it('reads a new page whole', () => {
  const page = article(topics)
  const { portions, is_diff } = blocksToRead(page, undefined)
  expect(is_diff).toBe(false)
  expect(portions).toHaveLength(1)
  expect(portions[0]?.text).toBe(
    [
      '# The town',
      '## Trade',
      prose('market'),
      prose('harbour'),
      '## Culture',
      ...['theatre', 'library', 'museum'].map(prose),
    ].join('\n'),
  )
})

it('reads what has changed, with its heading and one neighbour', () => {
  const before = article(topics)
  const after = article(topics.map((topic) => (topic === 'library' ? 'archive' : topic)))
  expect(textOf(after, hashes(before))).toBe(['> Culture', `> ${prose('theatre')}`, prose('archive')].join('\n'))
  const { is_diff, portions } = blocksToRead(after, hashes(before))
  expect(is_diff).toBe(true)
  const [read, ...others] = portions[0]?.reads ?? []
  expect(others).toEqual([])
  expect(after.text.slice(read?.start, read?.end)).toBe(prose('archive'))
})

it('reads nothing when something is only gone', () => {
  const before = article(topics)
  const after = article(topics.filter((topic) => topic !== 'library'))
  expect(blocksToRead(after, hashes(before))).toEqual({ portions: [], is_diff: true, unread_blocks: 0, cuts: [] })
})

it('is never more than the whole page', () => {
  const before = article(topics)
  const after = article(['# Trade', 'guild', 'harbour', '# Culture', 'opera', 'library', 'school'])
  const all = textOf(after)
  expect(textOf(after, hashes(before)).length).toBeLessThanOrEqual(all.length)
  expect(textOf(article(['street', 'bridge', 'gate']), hashes(before))).toBe(
    textOf(article(['street', 'bridge', 'gate'])),
  )
})

it('cuts long pages at the borders of blocks, and very long ones off', () => {
  const page = article(Array.from({ length: 4000 }, (_, at) => `matter number ${at}`))
  const { portions, unread_blocks } = blocksToRead(page, undefined)
  expect(portions.length).toBe(12)
  expect(unread_blocks).toBeGreaterThan(0)
  const read = portions.flatMap(({ reads }) => reads)
  expect(read.length + unread_blocks).toBe(page.blocks.filter(({ is_own }) => is_own).length)
  for (const { text } of portions) for (const line of text.split('\n')) expect(line).toMatch(/^(# )?The .*(town|it\.)$/)
})

it('lets no line of a page look like context', () => {
  const html = `<article><p>${prose('market')}</p><p>&gt; ${prose('trick')}</p></article>`
  const page = parsePage(html, { url: 'https://example.org/' })
  expect(textOf(page)).toContain(`\n > ${prose('trick')}`)
})

it('leaves out the frame of the site, unless there is nothing else', () => {
  const page = article(['market', 'harbour'])
  const hashOf = (text: string) =>
    page.blocks.find(({ start, end }) => page.text.slice(start, end) === text)?.hash ?? ''
  const frame = new Set([hashOf(prose('market'))])
  expect(textOf({ ...page, frame })).toBe(['# The town', prose('harbour')].join('\n'))
  expect(textOf({ ...page, frame: hashes(page) })).toBe(textOf(page))
})
