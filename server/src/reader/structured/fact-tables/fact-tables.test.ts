import { describe, expect, it } from 'vitest'
import { factLines } from '../../../../test/support/graph/fact-lines.ts'
import { parsePage } from '../../read-page/parse-page.ts'

const facts = (html: string) => factLines(parsePage(html, { url: 'https://site.example/people/jane' }).claims)

describe('fact tables', () => {
  const table = (rows: [string, string][]) =>
    `<main><h1>Ada Byron</h1><p>${'She wrote about engines and numbers for many years. '.repeat(8)}</p><table>${rows
      .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
      .join('')}</table></main>`

  it('say what the heading is', () => {
    expect(
      facts(
        table([
          ['Born', '10 December 1815, London'],
          ['Occupation', 'Mathematician'],
          ['Spouse', 'Will King'],
        ]),
      ),
    ).toEqual([
      'person Ada Byron',
      'person Ada Byron occupation=Mathematician',
      'person Ada Byron birth_date=1815-12-10 when=1815-12-10',
      'location London',
      'person Will King',
      'Ada Byron born_in London',
      'Ada Byron spouse_of Will King',
    ])
  })

  it('speak German, and stand in lists', () => {
    const html = `<main><h1>Quay GmbH</h1><p>${'Die Firma baut Kräne für Häfen in aller Welt. '.repeat(8)}</p><dl><dt>Gründung:</dt>
      <dd>1921</dd><dt>Hauptsitz</dt><dd>Hamburg</dd><dt>Branche</dt><dd>Maschinenbau</dd></dl></main>`
    expect(facts(html)).toEqual([
      'object Quay GmbH',
      'object Quay GmbH industry=Maschinenbau',
      'object Quay GmbH founding_date=1921 when=1921',
      'location Hamburg',
      'Quay GmbH located_in Hamburg',
    ])
  })

  it.each([
    [
      'one telling label',
      [
        ['Born', '1815'],
        ['Website', 'x.example'],
      ],
    ],
    [
      'labels that come twice',
      [
        ['Born', '1815'],
        ['Occupation', 'a'],
        ['Born', '1820'],
        ['Occupation', 'b'],
      ],
    ],
    [
      'labels of two kinds',
      [
        ['Born', '1815'],
        ['Died', '1852'],
        ['Founded', '1920'],
        ['Founder', 'Al Bo'],
      ],
    ],
    [
      'other labels',
      [
        ['Colour', 'red'],
        ['Weight', '3 kg'],
      ],
    ],
  ] as [string, [string, string][]][])('prove nothing with %s', (_name, rows) => {
    expect(facts(table(rows))).toEqual([])
  })
})

describe('fact tables of other things', () => {
  const page = (heading: string, rows: Record<string, string>) =>
    facts(
      `<main><h1>${heading}</h1><p>${'There is more to be said about it on this page. '.repeat(8)}</p><table>${Object.entries(
        rows,
      )
        .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
        .join('')}</table></main>`,
    )

  it.each<[string, Record<string, string>]>([
    ['Senior Welder', { Employer: 'Acme Steel', Education: 'Bachelor', Profession: 'Welder' }],
    ['Course Fees', { Education: '500 EUR', Nationality: 'Any', Profession: 'All' }],
    ['Family Plan', { Spouse: 'Free', Parents: '10 EUR', Occupation: 'Any' }],
    ['Search Results', { Country: 'All', Area: '50 km' }],
    ['Delivery Note', { Date: '3 May 2024', Venue: 'Hull', 'Hosted by': 'Acme' }],
    ['Quarterly Report', { Revenue: '5 million EUR', Employees: '120', Industry: 'Steel', Headquarters: 'Hull' }],
    ['Bright Flat', { Area: '80 m²', Country: 'Germany', Rooms: '3', Population: '2' }],
    ['Sunny Rooms', { Area: '80 m²', Region: 'Berlin', Elevation: '3' }],
    ['Red Rum', { Born: '3 May 1965', Parents: 'Quorum, Mared', Nationality: 'Irish', Owner: 'Noel Le Mare' }],
    ['Desert Orchid', { Born: '11 April 1979', Parents: 'Grey Mirage', Sire: 'Grey Mirage' }],
    ['Ada Byron', { Born: 'unknown', Died: 'n/a', Occupation: 'Clerk' }],
    ['how to apply for it', { Born: '1815', Died: '1852' }],
    ['Acme Steel', { Founded: 'yes', Founder: 'self', Industry: 'Any' }],
    ['Board Calendar', { Date: '3 May 2024', Venue: 'Old Pier' }],
  ])('prove nothing: %s', (heading, rows) => {
    expect(page(heading, rows)).toEqual([])
  })

  it('are not those of somebody else on the page', () => {
    const box = (heading: string) =>
      facts(`<main><h1>Senior Welder</h1><p>${'You will weld things of steel for us every day. '.repeat(8)}</p><h2>${heading}</h2>
        <table><tr><th>Founded</th><td>1998</td></tr><tr><th>Headquarters</th><td>Hull</td></tr></table></main>`)
    expect(box('About Acme Steel')).toEqual([])
    expect(box('Your employer')).toEqual([])
    expect(box('About Senior Welder')).toContain('object Senior Welder')
    expect(box('Key facts')).toContain('object Senior Welder')
  })

  it('give only values of the right form', () => {
    const rows = { Born: '1815', Education: 'Bachelor', Employer: 'None', Spouse: '10 EUR', Nationality: 'Any' }
    expect(page('Ada Byron', { ...rows, Occupation: 'TBD', Parents: 'all of them', Died: '-' })).toEqual([
      'person Ada Byron',
      'person Ada Byron birth_date=1815 when=1815',
    ])
    const acme = { Founded: '1921', Employees: 'many', Revenue: 'secret', Headquarters: 'TBD', Founder: 'Al Bo' }
    expect(page('Acme Steel', acme)).toEqual([
      'object Acme Steel',
      'object Acme Steel founding_date=1921 when=1921',
      'person Al Bo',
      'Al Bo founder_of Acme Steel',
    ])
  })

  it.each<[string, Record<string, string>, string]>([
    ['Hull', { Country: 'United Kingdom', Region: 'Yorkshire', Population: '267,000' }, 'Hull located_in Yorkshire'],
    ['Ben Nevis', { Coordinates: '56.7969, -5.0036', Elevation: '1,345 m' }, 'location Ben Nevis elevation=1,345 m'],
    ['Harbour Festival', { Date: '4 May 2024', Venue: 'Old Pier' }, 'Harbour Festival located_in Old Pier'],
    ['Kieler Stadtfest', { Termin: '4. Mai 2024', Veranstaltungsort: 'Hafen Kiel' }, 'event Kieler Stadtfest'],
    ['Tides', { Type: 'Concert', Date: '4 May 2024', Venue: 'Old Pier' }, 'Tides located_in Old Pier'],
    ['Acme Steel', { Headquarters: 'Hull', CEO: 'Al Bo' }, 'Al Bo works_for Acme Steel'],
    [
      'Ludwig van Beethoven',
      { Geboren: '1770', Beruf: 'Komponist' },
      'person Ludwig van Beethoven occupation=Komponist',
    ],
  ])('still know %s', (heading, rows, expected) => {
    expect(page(heading, rows)).toContain(expected)
  })

  it.each(['(', '[', '1 ', ' ', ', ', '1°N', 'Al Bo, '])('cost what their length costs: %j', (unit) => {
    const said = ['Born', 'Died', 'Parents', 'Coordinates', 'Type', 'Revenue']
      .map((label) => `<dt>${label}</dt><dd>${unit.repeat(100_000)}</dd>`)
      .join('')
    const begin = process.cpuUsage()
    facts(`<main><h1>Ada Byron</h1><dl>${said}</dl></main>`)
    const { user, system } = process.cpuUsage(begin)
    expect((user + system) / 1000).toBeLessThan(3000)
  })
})
