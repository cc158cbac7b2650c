import { describe, expect, it } from 'vitest'
import { factLines, jsonLd, schema } from '../../../test/support/graph/fact-lines.ts'
import type { Claim, EntityClaim } from '../../facts/claim.ts'
import { parsePage } from '../read-page/parse-page.ts'

// Pages in every syntax, compared as readable facts, one per line.

const url = 'https://site.example/people/jane'
const parse = (html: string) => parsePage(html, { url })
const claimsOf = (html: string): Claim[] => parse(html).claims
const facts = (html: string) => factLines(claimsOf(html))

const festival = [
  'event Harbour Days start_date=2024-05-04 when=2024-05-04/2024-05-05',
  'event Harbour Days end_date=2024-05-05',
  'event Harbour Days where=Old Pier,1 Quay Street,Hull,GB',
  'event Harbour Days',
  'location Old Pier where=1 Quay Street,Hull,GB',
  'location Old Pier',
  'location Hull where=Hull,GB',
  'location Hull',
  'object Tide Arts',
  'Harbour Days located_in Old Pier',
  'Old Pier located_in Hull',
  'Tide Arts organizer_of Harbour Days',
].sort()

describe('one festival in every syntax', () => {
  it.each([
    [
      'JSON-LD',
      jsonLd({
        ...schema,
        '@type': 'Festival',
        name: 'Harbour Days',
        startDate: '2024-05-04',
        endDate: '2024-05-05',
        location: {
          '@type': 'Place',
          name: 'Old Pier',
          address: {
            '@type': 'PostalAddress',
            streetAddress: '1 Quay Street',
            addressLocality: 'Hull',
            addressCountry: 'GB',
          },
        },
        organizer: { '@type': 'Organization', name: 'Tide Arts' },
      }),
    ],
    [
      'microdata',
      `<div itemscope itemtype="http://schema.org/Festival" itemref="org"><h1 itemprop="name">Harbour Days</h1>
      <time itemprop="startDate" datetime="2024-05-04">4</time>–<meta itemprop="endDate" content="2024-05-05">5 May
      <div itemprop="location" itemscope itemtype="http://schema.org/Place"><b itemprop="name">Old Pier</b>
      <p itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><span itemprop="streetAddress">1 Quay
      Street</span>, <span itemprop="addressLocality">Hull</span> <data itemprop="addressCountry" value="GB">UK</data></div></div>
      <footer id="org">by <a itemprop="organizer" itemscope itemtype="http://schema.org/Organization" href="/t"><span
      itemprop="name">Tide Arts</span></a></footer>`,
    ],
    [
      'RDFa',
      `<div vocab="http://schema.org/" typeof="Festival"><h1 property="name">Harbour Days</h1>
      <time property="startDate" datetime="2024-05-04">4</time>–<span property="endDate" content="2024-05-05">5 May</span>
      <div property="location" typeof="Place"><b property="name">Old Pier</b>
      <div property="address" typeof="PostalAddress"><span property="streetAddress">1 Quay Street</span>, <span
      property="addressLocality">Hull</span> <span property="addressCountry" content="GB">UK</span></div></div>
      <p property="organizer" resource="#tide">by Tide</p></div>
      <div prefix="s: https://schema.org/" about="#tide" typeof="s:Organization"><i property="s:name">Tide Arts</i></div>`,
    ],
  ])('%s', (_syntax, html) => {
    expect(facts(html).sort()).toEqual(festival)
  })
})

describe('JSON-LD', () => {
  it('is one thing by its id, in a graph and across scripts', () => {
    const html =
      jsonLd({
        ...schema,
        '@graph': [
          { '@id': '#jane', '@type': ['Person', 'Thing'], name: 'Jane Doe', worksFor: { '@id': '#acme' } },
          { '@type': 'Article', author: { '@id': '#jane' }, publisher: '#acme' },
        ],
      }) + jsonLd({ ...schema, '@id': '#acme', '@type': 'Corporation', name: 'Acme', employee: { '@id': '#jane' } })
    expect(facts(html)).toEqual(['person Jane Doe', 'object Acme', 'Jane Doe works_for Acme'])
    expect(claimsOf(html)[0]).toMatchObject({ ref: `${url}#jane`, urls: [`${url}#jane`] })
  })

  it.each([
    ['a prefix', { '@context': { schema: 'http://schema.org/' }, '@type': 'schema:Person', 'schema:name': 'Jane Doe' }],
    ['whole addresses', { '@type': 'http://schema.org/Person', 'https://schema.org/name': 'Jane Doe' }],
    [
      'aliases',
      { '@context': ['http://schema.org', { is: '@type', called: 'schema:name' }], is: 'Person', called: 'Jane Doe' },
    ],
    [
      'a vocabulary',
      { '@context': { '@vocab': 'http://www.schema.org/' }, '@type': 'Person', name: { '@value': 'Jane Doe' } },
    ],
    ['a list', { ...schema, '@type': 'Person', name: { '@list': ['Jane Doe'] } }],
    ['languages', { ...schema, '@type': 'Person', name: { en: 'Jane Doe', de: 'Jane Doe' } }],
    ['FOAF', { '@context': { foaf: 'http://xmlns.com/foaf/0.1/' }, '@type': 'foaf:Person', 'foaf:name': 'Jane Doe' }],
    ['two parts', { ...schema, '@type': 'Person', givenName: 'Jane', familyName: 'Doe' }],
    ['character references', { ...schema, '@type': 'Person', name: 'Jane&nbsp;D&#111;e' }],
  ])('says a name by %s', (_name, value) => {
    expect(facts(jsonLd(value))).toEqual(['person Jane Doe'])
  })

  it('is not read in the words of others', () => {
    const value = { '@context': 'https://www.w3.org/ns/activitystreams', '@type': 'Person', name: 'Jane Doe' }
    expect(facts(jsonLd(value))).toEqual([])
  })

  it('reads both directions, roles and the reverse as one relation', () => {
    const html = jsonLd([
      {
        ...schema,
        '@type': 'Organization',
        name: 'Acme',
        founder: 'Jane Doe',
        '@reverse': { worksFor: { '@type': 'Person', name: 'Al Bo' } },
      },
      {
        ...schema,
        '@type': 'Person',
        name: 'Jane Doe',
        spouse: { '@type': 'Person', name: 'Al Bo' },
        memberOf: {
          '@type': 'OrganizationRole',
          memberOf: { '@type': 'Organization', name: 'Acme' },
          startDate: '2001',
          endDate: '2005',
        },
      },
      { ...schema, '@type': 'Person', name: 'Al Bo', spouse: 'Jane Doe' },
    ])
    const relations = claimsOf(html).filter(({ type }) => type === 'relationship')
    expect(factLines(relations).sort()).toEqual([
      'Al Bo spouse_of Jane Doe',
      'Al Bo works_for Acme',
      'Jane Doe founder_of Acme',
      'Jane Doe member_of Acme 2001/2005',
    ])
  })

  it('has identities, attributes and times', () => {
    const html = jsonLd({
      ...schema,
      '@type': 'Person',
      name: 'Ada Lovelace',
      alternateName: 'Ada King',
      jobTitle: 'Mathematician',
      birthDate: '1815-12-10',
      deathDate: '1852-11-27',
      email: 'mailto:ada@site.example',
      birthPlace: 'London',
      sameAs: ['https://www.wikidata.org/wiki/Q7259', 'https://en.wikipedia.org/wiki/Ada_Lovelace', 'ftp://x.example/'],
      identifier: { '@type': 'PropertyValue', propertyID: 'ISNI', value: '0000 0001 2148 6318' },
    })
    expect(facts(html)).toEqual([
      'person Ada Lovelace wikidata=Q7259 wikipedia=en:Ada Lovelace isni=0000000121486318',
      'person Ada Lovelace job_title=Mathematician',
      'person Ada Lovelace email=ada@site.example',
      'person Ada Lovelace birth_date=1815-12-10 when=1815-12-10/1852-11-27',
      'person Ada Lovelace death_date=1852-11-27',
      'location London',
      'Ada Lovelace born_in London',
    ])
    expect(claimsOf(html)[0]).toMatchObject({ aliases: ['Ada King'] })
  })

  it.each(['', 'undefined', 'admin', 'https://x.example/jane', 'x'.repeat(201), '{{ name }}', 'jane@x.example', '—'])(
    'makes nobody of the name %j',
    (name) => {
      expect(facts(jsonLd({ ...schema, '@type': 'Person', name, jobTitle: 'Clerk' }))).toEqual([])
    },
  )

  it('makes nothing of works and goods but of whom they name', () => {
    const value = {
      ...schema,
      '@type': 'Book',
      name: 'Tides',
      author: [{ name: 'Jane Doe' }, 'Acme News Team'],
      publisher: 'Quay Press',
    }
    expect(facts(jsonLd(value))).toEqual(['person Jane Doe', 'object Quay Press'])
  })
})

describe('same or not', () => {
  const two = (first: object, second: object) =>
    claimsOf(
      jsonLd([
        { ...schema, '@type': 'Person', name: 'Jane Doe', ...first },
        { ...schema, '@type': 'Person', name: 'JANE  DOE', ...second },
      ]),
    )
  const refs = (claims: Claim[]) => [...new Set(claims.map((claim) => (claim as EntityClaim).ref))]

  it('one name is one', () => {
    expect(refs(two({ jobTitle: 'Clerk' }, { birthDate: '1970' }))).toEqual(['person:jane doe'])
    expect(refs(two({ birthDate: '1970-02-01' }, { birthDate: '1970' }))).toEqual(['person:jane doe'])
  })

  it('unless they were born on different days', () => {
    expect(refs(two({ birthDate: '1970' }, { birthDate: '1980' }))).toEqual(['person:jane doe', 'person:jane doe~1980'])
  })

  it('across syntaxes, said once', () => {
    const html = `${jsonLd({ ...schema, '@type': 'Person', name: 'Jane Doe' })}<p class="h-card">Jane Doe</p>
      <p itemscope itemtype="https://schema.org/Person"><b itemprop="name">Jane Doe</b></p>`
    expect(facts(html)).toEqual(['person Jane Doe'])
  })
})

describe('microformats', () => {
  const rows: [name: string, html: string, expected: string[]][] = [
    ['an implied name', '<a class="h-card" href="/j">Jane Doe</a>', ['person Jane Doe']],
    [
      'an implied name in a picture',
      '<a class="h-card" href="/j"><img alt="Jane Doe" src="j.png"></a>',
      ['person Jane Doe'],
    ],
    [
      'a card with parts',
      '<p class="vcard"><span class="fn">Jane Doe</span>, <span class="org">Acme</span> <a class="email" href="mailto:j@x.example">mail</a></p>',
      ['person Jane Doe email=j@x.example', 'person Jane Doe', 'object Acme', 'Jane Doe affiliated_with Acme'],
    ],
    ['an organization', '<p class="vcard"><span class="fn org">Acme</span></p>', ['object Acme']],
    [
      'an event with values in classes',
      `<p class="h-event"><b class="p-name">Harbour Days</b> <span class="dt-start"><span class="value">2024-05-04</span> at
      <span class="value">7:30pm</span></span> <span class="p-location h-card">Old Pier</span></p>`,
      [
        'event Harbour Days start_date=2024-05-04T19:30:00 when=2024-05-04T19:30:00',
        'event Harbour Days where=Old Pier',
        'event Harbour Days',
        'location Old Pier',
        'Harbour Days located_in Old Pier',
      ],
    ],
    [
      'the author of an entry',
      '<p class="h-entry"><b class="p-name">On tides</b> <i class="p-author">Jane Doe</i></p>',
      ['person Jane Doe'],
    ],
    [
      'a comment, whose author is nobody that the page tells of',
      '<div class="comment-author vcard"><cite class="fn">Muffin Junkie</cite> says:</div><p>Great!</p>',
      [],
    ],
    ['class names of style sheets', '<p class="h-full geo-map vcards">Jane Doe <b class="p-name">x y</b></p>', []],
  ]
  it.each(rows)('%s', (_name, html, expected) => {
    expect(facts(html).sort()).toEqual([...expected].sort())
  })
})

describe('the title of a page', () => {
  it.each([
    ['Spring tides | Tide Weekly', 'https://www.tideweekly.example/a', ['object Tide Weekly']],
    ['Spring tides - tide-weekly.example', 'https://tide-weekly.example/a', ['object tide-weekly.example']],
    ['Spring tides | Tide Weekly', 'https://other.example/a', []],
    ['Tides - Jane Doe', 'https://janedoe.example/', []],
  ])('names the site as its address does: %s', (title, address, expected) => {
    expect(factLines(parsePage(`<title>${title}</title><p>Tides.</p>`, { url: address }).claims)).toEqual(expected)
  })
})

describe('meta elements', () => {
  const meta = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, content]) => `<meta property="${name}" content="${content}">`)
      .join('')

  it.each([
    [
      'a profile',
      { 'og:type': 'profile', 'profile:first_name': 'Jane', 'profile:last_name': 'Doe' },
      ['person Jane Doe'],
    ],
    [
      'an article',
      { 'og:type': 'article', 'og:title': 'Tides', 'og:site_name': 'Site', 'article:author': 'Jane Doe' },
      ['person Jane Doe'],
    ],
    ['an author by address', { 'og:type': 'article', 'article:author': 'https://x.example/jane' }, []],
    [
      'a place',
      {
        'og:type': 'place',
        'og:title': 'Old Pier',
        'place:location:latitude': '53.7',
        'place:location:longitude': '-0.3',
      },
      ['location Old Pier', 'location Old Pier where=53.7,-0.3'],
    ],
    ['a site', { 'og:type': 'website', 'og:title': 'Welcome', 'og:site_name': 'Acme' }, []],
    [
      'Dublin Core',
      { 'DC.creator': 'Doe, Jane', 'DC.publisher': 'Quay Press' },
      ['person Jane Doe', 'object Quay Press'],
    ],
    ['Dublin Core with more than a name', { 'DC.creator': 'Jane Doe, Acme, University of Hull' }, []],
  ])('of %s', (_name, values, expected) => {
    expect(facts(meta(values as Record<string, string>))).toEqual(expected)
  })
})

describe('the hash of a page', () => {
  const page = (value: object) =>
    parse(`<main><p>${'Some text that stays. '.repeat(20)}</p></main>${jsonLd({ ...schema, ...value })}`).content_hash
  const jane = { '@type': 'Person', name: 'Jane Doe', jobTitle: 'Clerk' }

  it('changes with facts, and with nothing else', () => {
    expect(page({ ...jane, dateModified: '2024-01-01', nonce: 'a1' })).toBe(page({ nonce: 'b2', ...jane }))
    expect(page({ ...jane, jobTitle: 'Judge' })).not.toBe(page(jane))
  })
})
