import { describe, expect, it } from 'vitest'
import { parsePage } from '../read-page/parse-page.ts'
import { documentHtml } from './document-html.ts'

const read = (text: string, type: string, url = 'https://example.org/x') =>
  parsePage(documentHtml(text, type, url) ?? '', { url })
const textOf = (text: string, type: string) => read(text, type).text
const rowsOf = (text: string, type = 'text/csv') => textOf(text, type).split('\n')

describe('a table of values', () => {
  it.each([
    ['commas', 'Name,Born\nAda,1815\nGrace,1906'],
    ['semicolons', 'Name;Born\r\nAda;1815\r\nGrace;1906\r\n'],
    ['bars', 'Name|Born\nAda|1815\nGrace|1906'],
    ['tabs', '\ufeffName\tBorn\n\nAda\t1815\nGrace\t1906\n\n'],
  ])('with %s has a row of columns and a row for each thing', (_, text) => {
    expect(rowsOf(text)).toEqual(['Name | Born', 'Ada | 1815', 'Grace | 1906'])
  })

  it('keeps separators, quotes and lines within quotes', () => {
    const text = 'Name,Note\n"Berg, Ada","says ""yes"",\nand no"\nOle,"half a quote'
    expect(rowsOf(text)).toEqual(['Name | Note', 'Berg, Ada | says "yes", and no', 'Ole | half a quote'])
  })

  it('has values that look like HTML as they are', () => {
    expect(rowsOf('Name,Note\nAda,<script>alert(1)</script>')).toEqual([
      'Name | Note',
      'Ada | <script>alert(1)</script>',
    ])
  })

  it('leads to the addresses in it', () => {
    const { links } = read('Name,Page\nAda,https://example.org/ada?a=1&b=2\n', 'text/csv')
    expect(links.map(({ url }) => url)).toEqual(['https://example.org/ada?a=1&b=2'])
  })
})

describe('JSON', () => {
  const record = { full_name: 'Ada Berg', worksFor: { name: 'Port of Riga', id: 7 }, tags: ['a', 'b'], left: null }

  it('has a table for a list of objects, wherever it stands', () => {
    const rows = ['full name | works For | tags | left', 'Ada Berg | Port of Riga | a, b']
    expect(rowsOf(JSON.stringify([record]), 'application/json')).toEqual(rows)
    expect(rowsOf(JSON.stringify({ data: { people: [record] } }), 'application/json')).toEqual([
      'data',
      'people',
      ...rows,
    ])
  })

  it('has labels and lists for the rest', () => {
    const text = JSON.stringify({ name: 'Riga', founded: 1201, names: ['Rīga', 'Riga'], open: true })
    expect(rowsOf(text, 'application/json')).toEqual([
      ...['name', 'Riga', 'founded', '1201', 'names', 'Rīga', 'Riga', 'open', 'true'],
    ])
  })

  it('that is linked data is read as that of a page', () => {
    const person = { '@context': 'https://schema.org', '@type': 'Person', name: 'Ada Berg', jobTitle: '</script>Pilot' }
    for (const type of ['application/ld+json', 'application/json']) {
      const { claims } = read(JSON.stringify(person), type)
      expect(JSON.stringify(claims)).toContain('Ada Berg')
    }
  })

  it('that is none is text', () => {
    expect(documentHtml('{"a": ', 'application/json', 'https://example.org/')).toBeUndefined()
  })
})

describe('Markdown', () => {
  const blocksOf = (text: string) => {
    const page = read(text, 'text/markdown')
    return page.blocks.map(({ kind, start, end }) => [kind, page.text.slice(start, end)])
  }

  it('has headings, paragraphs, lists, quotes, code and tables', () => {
    const text = `---
title: "The harbour"
---
# Riga
Its *port* is
**large**, with \`cranes\`.

Crew
----
- Ada Berg
2) Grace Falk
> A quote.

\`\`\`sh
# no heading
\`\`\`
| Name | Born |
|---|:-:|
| [Ada](/ada) | 1815 |
`
    expect(read(text, 'text/markdown').title).toBe('The harbour')
    expect(blocksOf(text)).toEqual([
      ['heading', 'Riga'],
      ['paragraph', 'Its port is large, with cranes.'],
      ['heading', 'Crew'],
      ['list_item', 'Ada Berg'],
      ['list_item', 'Grace Falk'],
      ['quote', 'A quote.'],
      ['code', '# no heading'],
      ['table_row', 'Name | Born'],
      ['table_row', 'Ada | 1815'],
    ])
  })

  it('leads where its links lead', () => {
    const { links } = read('See [the crew](/crew "Crew") and <https://example.com/a>.', 'text/markdown')
    expect(links.map(({ url, text }) => [url, text])).toEqual([
      ['https://example.org/crew', 'the crew'],
      ['https://example.com/a', 'https://example.com/a'],
    ])
  })

  it('keeps tags as they are, and other signs as text', () => {
    expect(textOf('1 < 2 & <b>bold</b> snake_case_name 3 * 4 * 5', 'text/markdown')).toBe(
      '1 < 2 & bold snake_case_name 3 * 4 * 5',
    )
  })
})

describe('what a document is', () => {
  const isPlain = (url: string) => documentHtml('a,b\n1,2', 'text/plain', url) === undefined

  it('is told by the ending where the server says that it is plain text', () => {
    expect(
      ['/a.csv', '/a.TSV?x=1', '/a.md', '/a.txt', '/a', '/a.constructor'].map((path) =>
        isPlain(`https://example.org${path}`),
      ),
    ).toEqual([...[false, false, false, true, true, true]])
  })
})

describe('a hostile document', () => {
  const size = 2_000_000
  const texts: [type: string, text: string][] = [
    ['text/csv', ','.repeat(size)],
    ['text/csv', '"'.repeat(size)],
    ['text/csv', 'a\n'.repeat(size / 2)],
    ['text/csv', `${'a,'.repeat(5_000)}\n`.repeat(size / 10_000)],
    ['application/json', '['.repeat(size)],
    ['application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['application/json', `[${'{"a":1},'.repeat(size / 8)}{"b":2}]`],
    ['application/json', `[${Array.from({ length: 20_000 }, (_, n) => `{"k${n}":1}`).join(',')}]`],
    ['text/markdown', '['.repeat(size)],
    ['text/markdown', '*a'.repeat(size / 2)],
    ['text/markdown', '<a '.repeat(size / 3)],
    ['text/markdown', '[a]('.repeat(size / 4)],
    ['text/markdown', `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n`.repeat(size / 4_000)],
    ['text/markdown', '```\n'.repeat(size / 4)],
    ['text/markdown', `# ${' '.repeat(size)}x`],
    ['text/markdown', '[a '.repeat(size / 3)],
    ['text/markdown', `---\n${'title:\n'.repeat(size / 7)}`],
  ]

  it.each(texts.map(([type, text], at) => [at, type, text] as const))(
    '%d, of %s, costs a few seconds at most',
    (_, type, text) => {
      // Of the processor: others may be busy.
      const began = process.cpuUsage()
      const html = documentHtml(text, type, 'https://example.org/')
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
      expect((html ?? '').length).toBeLessThan(12 * size)
    },
  )
})
