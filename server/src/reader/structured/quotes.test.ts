import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim } from '../../facts/claim.ts'
import type { ParsedPage } from '../blocks/parsed-page.ts'
import { parsePage } from '../read-page/parse-page.ts'

const parse = (html: string) => parsePage(html, { url: 'https://site.example/' })
const schema = { '@context': 'https://schema.org' }
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value, null, 2)}</script>`

function stored({ text, data }: ParsedPage): string {
  return data === '' ? text : `${text}\n${data}`
}

function misquoted(page: ParsedPage): Claim[] {
  const text = stored(page)
  return page.claims.filter(({ quote }) => quote.text === '' || text.slice(quote.start, quote.end) !== quote.text)
}

const quotesOf = (html: string) => parse(html).claims.map(({ quote }) => quote.text)

describe('quotes', () => {
  it('are where a reader sees them, else in the data of the page', () => {
    const page = parse(
      `<main><h1>Jane Doe</h1><p>Mary Jane Does not count.</p></main>${jsonLd({ ...schema, '@type': 'Person', name: 'Jane Doe', jobTitle: 'Clerk' })}`,
    )
    expect(page.claims[0]?.quote).toEqual({ text: 'Jane Doe', start: 0, end: 8 })
    const [, job] = page.claims
    expect(job?.quote.text).toBe('Clerk')
    expect(job?.quote.start).toBeGreaterThan(page.text.length)
    expect(page.data).toMatch(/^\{ "@context": "https:\/\/schema\.org", .* \}$/)
    expect(misquoted(page)).toEqual([])
  })

  it('are whole words', () => {
    const page = parse(
      `<p>Berliner Straße</p><p>in Berlin</p>${jsonLd({ ...schema, '@type': 'City', name: 'Berlin' })}`,
    )
    expect(page.claims[0]?.quote.start).toBe(page.text.lastIndexOf('Berlin'))
  })

  it('of elements are in the block of the element', () => {
    const page = parse(
      `<p>Acme was here first.</p><table><tr><td>a</td><td>b</td></tr></table><p itemscope itemtype="https://schema.org/Organization">
      Of <b itemprop="name">Acme</b></p>`,
    )
    expect(page.claims[0]?.quote.start).toBe(page.text.lastIndexOf('Acme'))
  })

  it('of hidden values say what the value is of', () => {
    const page = parse(
      '<p itemscope itemtype="https://schema.org/Event"><b itemprop="name">Harbour Days</b><meta itemprop="startDate" content="2024-05-04">',
    )
    expect(page.data).toBe('startDate: 2024-05-04')
    expect(page.claims[1]?.quote.text).toBe('2024-05-04')
  })

  it('of relations reach from the property to the name', () => {
    const html = jsonLd({
      ...schema,
      '@type': 'Organization',
      name: 'Acme',
      founder: { '@type': 'Person', name: 'Jane Doe' },
    })
    expect(quotesOf(html).at(-1)).toBe('"founder": { "@type": "Person", "name": "Jane Doe')
  })

  it('of relations between elements are the block that names both', () => {
    const html = `<p itemscope itemtype="https://schema.org/Organization"><b itemprop="name">Acme</b> was founded by
      <i itemprop="founder">Jane Doe</i>.</p>`
    expect(quotesOf(html).at(-1)).toBe('Acme was founded by Jane Doe.')
  })

  it('hold on any page', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'Jane Doe',
        'Acme',
        'São Paulo',
        'A | B',
        '李明',
        'O’Neil "Jr"',
        '𝔘𝔫𝔦 Hall',
        'x\u00a0 y',
        'a&amp;b',
        '\ud800z',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    const value = fc.oneof(
      name,
      fc.constantFrom('2024-05-04', '1970', 'mailto:a@b.example', 'https://x.example/#y', '53.7', ''),
    )
    const property = fc.constantFrom(
      'name',
      'givenName',
      'familyName',
      'founder',
      'worksFor',
      'location',
      'address',
      'addressLocality',
      'birthDate',
      'startDate',
      'email',
      'description',
      'sameAs',
      'latitude',
      'longitude',
      'author',
      'member',
      'spouse',
    )
    const type = fc.constantFrom(
      'Person',
      'Organization',
      'Event',
      'Place',
      'PostalAddress',
      'Article',
      'OrganizationRole',
    )
    const { node } = fc.letrec((tie) => ({
      node: fc.record({
        type,
        entries: fc.array(fc.tuple(property, fc.oneof({ maxDepth: 3, depthSize: 'small' }, value, tie('node'))), {
          maxLength: 5,
        }),
      }),
    }))

    fc.assert(
      fc.property(fc.array(node, { maxLength: 3 }), fc.array(name, { maxLength: 3 }), (nodes, words) => {
        const scripts = nodes.map((given) => jsonLd(printJson(given as Node))).join('')
        const things = nodes.map((given) => printMicrodata(given as Node)).join('')
        const cards = words.map((said) => `<p class="h-card">${escapeHtml(said)}</p><td>${escapeHtml(said)}`).join('')
        const page = parse(
          `<h1>${escapeHtml(words[0] ?? '')}</h1><table><tr>${cards}</table>${scripts}<div>${things}</div>`,
        )
        expect(misquoted(page)).toEqual([])
        expect(page.claims.map(({ type: kind }) => kind).includes('relationship') && page.claims.length < 3).toBe(false)
        expect(stored(page)).toBe(stored(page).toWellFormed())
      }),
      { numRuns: 100 },
    )
  })
})

interface Node {
  type: string
  entries: [string, string | Node][]
}

function printJson({ type, entries }: Node): unknown {
  const pairs = entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : printJson(value),
  ])
  return { ...schema, '@type': type, ...Object.fromEntries(pairs) }
}

function printMicrodata({ type, entries }: Node, property?: string): string {
  const inside = entries.map(([name, value], at) => {
    if (typeof value !== 'string') return printMicrodata(value, name)
    if (at % 2 === 0) return `<span itemprop="${name}">${escapeHtml(value)}</span> `
    return `<meta itemprop="${name}" content="${escapeHtml(value)}">`
  })
  const said = property === undefined ? '' : ` itemprop="${property}"`
  return `<div itemscope${said} itemtype="https://schema.org/${type}">${inside.join('')}</div>`
}

function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

describe('hostile structured data costs what its length costs', () => {
  const rows: [name: string, html: () => string][] = [
    [
      'things in things',
      () =>
        '<div itemscope itemprop="founder" itemtype="https://schema.org/Person"><b itemprop=name>Jane Doe'.repeat(
          10_000,
        ),
    ],
    [
      'values in values',
      () => '<div itemscope><b itemprop="name"><i property="name" class="h-card p-name">x'.repeat(4000),
    ],
    [
      'references to everything',
      () => `${'<p id="a" itemprop="name">Al Bo</p><p itemscope itemref="a a a a">'.repeat(4000)}`,
    ],
    [
      'many names on a long page',
      () =>
        `<p>${'word '.repeat(100_000)}</p>${jsonLd(Array.from({ length: 2000 }, (_, at) => ({ ...schema, '@type': 'Person', name: `wor ${at}` })))}`,
    ],
    [
      'one name for many',
      () =>
        jsonLd(
          Array.from({ length: 2000 }, (_, at) => ({
            ...schema,
            '@type': 'Person',
            name: 'Jane Doe',
            birthDate: `${1000 + (at % 1000)}`,
          })),
        ),
    ],
    [
      'a ring',
      () =>
        jsonLd(
          Array.from({ length: 1500 }, (_, at) => ({
            ...schema,
            '@id': `#${at}`,
            '@type': 'Person',
            name: `P ${at}`,
            knows: [`#${at + 1}`, `#${at}`, '#0'],
          })),
        ),
    ],
    ['class names', () => `<p class="${'h-card vcard '.repeat(100)}">Jane Doe`.repeat(1000)],
  ]
  it.each(rows)('%s', (_name, html) => {
    const begin = process.cpuUsage()
    const page = parse(html())
    const { user, system } = process.cpuUsage(begin)
    expect((user + system) / 1000).toBeLessThan(6000)
    expect(page.claims.length).toBeLessThanOrEqual(3000)
    expect(misquoted(page)).toEqual([])
  })
})
