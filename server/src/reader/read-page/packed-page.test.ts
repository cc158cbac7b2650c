import { describe, expect, it } from 'vitest'
import { type StoredBlocks, unpackBlocks } from '../blocks/stored-blocks.ts'
import { packPage, unpackPage } from './packed-page.ts'
import { parsePage } from './parse-page.ts'

const html = `<title>Ports</title><script type="application/ld+json">{"@type": "Person", "name": "Ada Lovelace"}</script>
  <nav><a href="/a" rel="nofollow">A</a> <a href="/b" hidden>B</a></nav>
  <main><h1>Harbours</h1><h2>Rotterdam</h2><p>The harbour was opened in 1872 and <a href="/c">grew</a>.</p><ul><li>One</li></ul></main>`
const page = parsePage(html, { url: 'https://example.org/' })
const read = unpackPage(structuredClone(packPage(page)))

describe('a page that crossed from thread to thread', () => {
  it('has its blocks where they were', () => {
    const marks = page.blocks.map(({ start, end, hash, is_main, is_own, link_share }) => ({
      start,
      end,
      hash,
      is_main,
      is_own,
      link_share,
    }))
    expect(marks.length).toBeGreaterThan(3)
    expect(read.blocks.map(({ list: _, ...mark }) => mark)).toEqual(marks)
    expect(read.text).toBe(page.text)
  })

  it('knows the rows of one list, and of another below another heading', () => {
    const body = `<main><h1>Club</h1><h2>Members</h2><ul><li>Ann Lee</li><li>Anne Lee</li></ul>
      <h2>Guests</h2><ul><li>Bob Gray</li></ul><p>All of them sing in the old church on Sundays.</p>
      <table><tr><td>Eve</td><td>1901</td></tr><tr><td>Eva</td><td>1902</td></tr></table></main>`
    const parsed = parsePage(`<title>Club</title>${body}`, { url: 'https://example.org/' })
    const { blocks, text } = unpackPage(structuredClone(packPage(parsed)))
    const listOf = (word: string) => blocks.find(({ start, end }) => text.slice(start, end).includes(word))?.list
    const members = listOf('Ann Lee')
    expect(members).toBeGreaterThan(0)
    expect(listOf('Anne Lee')).toBe(members)
    expect(listOf('1902')).toBe(listOf('1901'))
    expect(new Set([members, listOf('Bob'), listOf('1901'), listOf('Sundays')]).size).toBe(4)
    expect(listOf('Sundays')).toBeNull()
  })

  it('has its links', () => {
    expect(page.links.length).toBe(3)
    expect(read.links).toEqual(page.links)
  })

  it('has all of its blocks, and what it says for machines, ready to be stored', () => {
    const stored = unpackBlocks(JSON.parse(read.stored_blocks) as StoredBlocks)
    expect(stored).toEqual(page.blocks.map(({ link_share: _, ...block }) => block))
    expect(JSON.parse(read.structured)).toEqual({ meta: page.meta })
    expect(read.data).toBe(page.data)
    expect(page.claims.length).toBeGreaterThan(0)
    expect(JSON.parse(read.claims)).toEqual(page.claims)
  })
})
