import { describe, expect, it } from 'vitest'
import { column, type WrittenPdf, writePdf } from '../../../test/support/pdf/write-pdf.ts'
import { readFetched } from './read-answer.ts'

// PDFs as pages: what stands on them, where, and why one is not read.

const url = 'https://example.org/report.pdf'

const readBytes = (body: Uint8Array, content_type = 'application/pdf') =>
  readFetched({ body: new Uint8Array(body), content_type, url, status: 200, x_robots_tag: null })

async function readPdf(pdf: WrittenPdf) {
  const reading = await readBytes(writePdf(pdf))
  if (!('page' in reading)) throw new Error(JSON.stringify(reading))
  return reading.page
}

async function blocksOf(pdf: WrittenPdf) {
  const { blocks, text } = await readPdf(pdf)
  return blocks.map(({ kind, level, start, end }) => [
    level === undefined ? kind : `${kind} ${level}`,
    text.slice(start, end),
  ])
}

const report = [
  { text: 'Annual report of the museum', x: 60, y: 80, size: 20, font: 'bold' as const },
  ...column(60, 120, [
    'The museum was founded in 1901 by Astrid Lind-',
    'holm, who led it for thirty years. It shows boats',
    'of the north.',
  ]),
  { text: 'Staff', x: 60, y: 180, font: 'bold' as const },
  ...column(60, 200, ['• One director', '• Two curators, of whom one works']),
  { text: 'from home', x: 70, y: 224 },
]

describe('the text of a PDF', () => {
  it.each([false, true])('has headings, paragraphs and items, packed: %s', async (is_packed) => {
    expect(await blocksOf({ pages: [{ texts: report }], is_packed })).toEqual([
      ['heading 1', 'Annual report of the museum'],
      [
        'paragraph',
        'The museum was founded in 1901 by Astrid Lindholm, who led it for thirty years. It shows boats of the north.',
      ],
      ['heading 2', 'Staff'],
      ['list_item', 'One director'],
      ['list_item', 'Two curators, of whom one works from home'],
    ])
  })

  it('is read one column after the other', async () => {
    const left = [
      'The harbour of Riga is the oldest of',
      'the coast. Its keeper has been Ada',
      'Berg since 1998, and before her it',
      'was her father.',
    ]
    const right = [
      'In the east of the town there is a',
      'market. It is open every day of the',
      'week, and on Sundays there is also',
      'music to be heard.',
    ]
    const texts = [
      { text: 'A guide to the harbours and the markets of the towns on the coast', x: 60, y: 70, size: 14 },
      ...column(60, 100, left),
      ...column(310, 103, right),
    ]
    expect((await blocksOf({ pages: [{ texts }] })).map(([, text]) => text)).toEqual([
      'A guide to the harbours and the markets of the towns on the coast',
      left.join(' '),
      right.join(' '),
    ])
  })

  it('is read where its places are too large to tell near ones apart', async () => {
    const far = 1e17
    const lines = Array.from({ length: 20 }, (_, at) => ({
      text: 'The keeper was her father',
      x: far + 400 * (at % 2),
      y: 20 * at + 20,
    }))
    const body = writePdf({ pages: [{ texts: lines }] }).toString('latin1')
    const wide = body
      .replace('/MediaBox [0 0 595', '/MediaBox [0 0 200000000000000000')
      .replaceAll(/1e\+17/g, String(BigInt(far)))
    expect(await readBytes(Buffer.from(wide, 'latin1'))).toMatchObject({
      page: { text: expect.stringContaining('The keeper was her father') },
    })
  })

  it('has the rows of tables, with lines that go on in a cell', async () => {
    const rows = [
      ['Name', 'Role', 'Organization'],
      ['Astrid Lindholm', 'Director', 'Kveldlys Museum'],
      ['', '', 'of Boats'],
      ['Ole Bakken', 'Curator', 'Kveldlys Museum'],
    ]
    const texts = rows.flatMap((row, at) =>
      row.map((text, cell) => ({
        text,
        x: 60 + 150 * cell,
        y: 100 + 12 * at,
        font: at === 0 ? ('bold' as const) : ('plain' as const),
      })),
    )
    expect(
      await blocksOf({ pages: [{ texts: [...report, ...texts.map((one) => ({ ...one, y: one.y + 200 }))] }] }),
    ).toEqual(
      expect.arrayContaining([
        ['table_row', 'Name | Role | Organization'],
        ['table_row', 'Astrid Lindholm | Director | Kveldlys Museum of Boats'],
        ['table_row', 'Ole Bakken | Curator | Kveldlys Museum'],
      ]),
    )
  })

  it('is the same on a page that is turned', async () => {
    const turned = (rotate: number) => readPdf({ pages: [{ texts: report, rotate }] }).then(({ text }) => text)
    expect(await turned(90)).toBe(await turned(0))
    expect(await turned(180)).toBe(await turned(0))
  })

  it('in a font with a table of codes of its country is text', async () => {
    const texts = column(60, 100, ['灯台は一八七一年に建てられました', '今は博物館です'], { font: 'japanese' })
    expect((await readPdf({ pages: [{ texts }] })).text).toBe('灯台は一八七一年に建てられました今は博物館です')
  })

  it('has what pages repeat once, and no numbers of pages', async () => {
    const pages = [1, 2, 3, 4].map((page) => ({
      texts: [
        { text: 'Museum of Boats', x: 60, y: 40 },
        ...column(60, 100, [`On this page the boat ${'abcd'[page - 1]} is described.`]),
        { text: `- ${page} -`, x: 290, y: 810 },
      ],
    }))
    const { text } = await readPdf({ pages })
    expect(text.split('\n').toSorted()).toEqual(
      ['Museum of Boats', ...[...'abcd'].map((boat) => `On this page the boat ${boat} is described.`)].toSorted(),
    )
  })
})

describe('a PDF', () => {
  it('says where each of its pages begins, also one without text', async () => {
    const page = (text: string) => ({ texts: [{ text, x: 60, y: 100 }] })
    const { text, page_starts } = await readPdf({ pages: [page('The first page.'), {}, page('The third page.')] })
    expect(text).toBe('The first page.\nThe third page.')
    expect(page_starts).toEqual([0, 16, 16])
  })

  it('leads where its links lead, with the words they lie on', async () => {
    const texts = [{ text: 'See the crew of the boat, or nothing.', x: 60, y: 100 }]
    const links = [
      { url: 'https://example.org/crew?a=1&b=2', x: 80, y: 90, width: 35, height: 12 },
      { url: 'javascript:alert(1)', x: 150, y: 90, width: 30, height: 12 },
    ]
    const page = await readPdf({ pages: [{ texts, links }] })
    expect(page.links).toMatchObject([{ url: 'https://example.org/crew?a=1&b=2', text: 'the crew', is_main: true }])
    expect(page.text).toBe('See the crew of the boat, or nothing.')
  })

  it('has its title, date and language, where they are sane', async () => {
    const info = { Title: 'The boats of 1901', CreationDate: "D:20240131120000+01'00'" }
    const pages = [{ texts: report }]
    expect(await readPdf({ pages, info, language: 'en-GB' })).toMatchObject({
      ...{ title: 'The boats of 1901', language: 'en-GB', is_noindex: false },
      published_at: '2024-01-31',
    })
    const odd = { Title: 'Microsoft Word - report_v2.doc', CreationDate: 'yesterday' }
    expect(await readPdf({ pages, info: odd })).toMatchObject({
      ...{ title: 'Annual report of the museum', published_at: null },
    })
  })

  it.each(['application/octet-stream', 'text/html', 'text/plain', 'application/pdf; charset=binary'])(
    'is one that calls itself %s',
    async (type) => {
      expect(await readBytes(writePdf({ pages: [{ texts: report }] }), type)).toMatchObject({
        ...{ kind: 'text', type: 'application/pdf' },
        page: { text: expect.stringContaining('founded in 1901') },
      })
    },
  )

  it('that opens without a password is read, though it is encrypted', async () => {
    const { text } = await readPdf({ pages: [{ texts: report }], password: '' })
    expect(text).toContain('founded in 1901')
  })
})

describe('what is not read', () => {
  const pages = [{ texts: report }]
  const whole = writePdf({ pages })
  const picture = { has_picture: true }

  it.each([
    ['encrypted', writePdf({ pages, password: 'secret' }), 'a PDF document that only opens with a password'],
    ['broken_file', Buffer.from('%PDF-1.7 and so on'), 'a PDF document that is damaged or cut off'],
    ['broken_file', whole.subarray(0, 200), 'a PDF document that is damaged or cut off'],
    [
      'scanned',
      writePdf({ pages: [picture] }),
      'a scanned PDF document: its page is a picture, without text that could be read',
    ],
    [
      'scanned',
      writePdf({ pages: [picture, picture] }),
      'a scanned PDF document: its 2 pages are pictures, without text that could be read',
    ],
    ['empty_file', writePdf({ pages: [{}] }), 'a PDF document without any text'],
  ])('says why: %s', async (code, body, text) => {
    expect(await readBytes(body)).toMatchObject({ kind: 'other', type: 'application/pdf', unread: { code, text } })
  })

  it('is named beside what is read', async () => {
    const { verdict } = await readPdf({ pages: [{ texts: report }, picture] })
    expect(verdict).toEqual({ kind: 'partly read', signal: '1 of its 2 pages have no text, as scanned ones' })
  })

  it('is nothing of a file whose table of objects is wrong', async () => {
    const reading = await readBytes(
      Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
    )
    expect(reading).toMatchObject({ page: { text: expect.stringContaining('founded in 1901') } })
  })
})
