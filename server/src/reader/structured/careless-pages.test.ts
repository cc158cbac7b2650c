import { describe, expect, it } from 'vitest'
import { factLines, jsonLd, schema } from '../../../test/support/graph/fact-lines.ts'
import { parsePage } from '../read-page/parse-page.ts'

const claimsOf = (html: string) => parsePage(html, { url: 'https://site.example/people/jane' }).claims
const facts = (html: string) => factLines(claimsOf(html))

describe('JSON-LD of careless templates', () => {
  const jane = { ...schema, '@type': 'Person', name: 'Jane Doe' }

  it.each([
    [{ birthDate: '0000-00-00' }],
    [{ birthDate: '0001-01-01T00:00:00', deathDate: '2020-02-31' }],
    [{ nationality: 'Any', worksFor: 'self', jobTitle: 'TBD', spouse: 'None', birthPlace: 'Unbekannt' }],
    [{ nationality: { '@type': 'Country', name: 'Any' }, hasOccupation: '-', award: 'k. A.', alumniOf: 'n.v.t.' }],
    [{ worksFor: { '@type': 'Organization', name: '500 EUR' }, memberOf: '$20 per month', parent: 'Inconnu' }],
  ])('says nothing of %j', (said) => {
    expect(facts(jsonLd({ ...jane, ...said }))).toEqual(['person Jane Doe'])
  })

  it('knows places from answers', () => {
    const cafe = { ...schema, '@type': 'CafeOrCoffeeShop', name: 'Cafe Nord', priceRange: '$$' }
    expect(facts(jsonLd({ ...cafe, location: 'Ja' }))).toEqual(['object Cafe Nord', 'object Cafe Nord price_range=$$'])
    const address = { '@type': 'PostalAddress', addressLocality: 'Bergen', addressCountry: 'NO' }
    expect(facts(jsonLd({ ...cafe, address }))).toContain('location Bergen where=Bergen,NO')
  })

  it('names things by numbers and games', () => {
    for (const name of ['Euro 2008', 'No. 5', '50 Cent', 'All 4']) {
      expect(facts(jsonLd({ ...schema, '@type': 'Event', name }))).toEqual([`event ${name}`])
    }
  })

  it('makes nobody of reviewers, unless they are spoken of otherwise', () => {
    const guy = { '@type': 'Person', name: 'Cool Guy 77' }
    const review = { '@type': 'Review', author: guy, reviewRating: { '@type': 'Rating', author: 'Star Man' } }
    const comment = { '@type': 'Comment', creator: [guy, 'Nick Name'] }
    const shop = { ...schema, '@type': 'Store', name: 'Quay Books', review: [review], comment }
    expect(facts(jsonLd(shop))).toEqual(['object Quay Books'])
    const byId = { '@id': '#jane', '@type': 'Person', name: 'Jane Doe' }
    const own = { ...shop, review: { '@type': 'Review', author: { '@id': '#jane' } }, founder: byId }
    expect(facts(jsonLd(own))).toEqual(['object Quay Books', 'person Jane Doe', 'Jane Doe founder_of Quay Books'])
    const critic = { ...schema, '@type': 'CriticReview', author: { '@type': 'Person', name: 'Jane Doe' } }
    expect(facts(jsonLd(critic))).toEqual(['person Jane Doe'])
  })

  it('calls a site or a login a person', () => {
    const by = (name: string) => jsonLd({ ...schema, '@type': 'NewsArticle', author: { '@type': 'Person', name } })
    expect(facts(by('tennisnews.com'))).toEqual(['object tennisnews.com'])
    expect(facts(by('kevin-r'))).toEqual([])
    expect(facts(by('Kevin R.'))).toEqual(['person Kevin R.'])
    expect(facts(by('bell hooks'))).toEqual(['person bell hooks'])
  })

  it('makes nobody of a title that stands for the author', () => {
    const title = 'Knots and how they hold'
    const post = { ...schema, '@type': 'BlogPosting', headline: title, publisher: { '@type': 'Organization' } }
    expect(facts(jsonLd({ ...post, author: { '@type': 'Person', name: title } }))).toEqual([])
    expect(facts(jsonLd({ ...post, author: [title, 'Jane Doe'] }))).toEqual(['person Jane Doe'])
    const profile = { ...schema, '@type': 'ProfilePage', name: 'Jane Doe' }
    expect(facts(jsonLd({ ...profile, author: { '@type': 'Person', name: 'Jane Doe' } }))).toEqual(['person Jane Doe'])
  })

  it('does not have it both ways', () => {
    const al = { '@id': '#al', '@type': 'Person', name: 'Al Bo', children: { '@id': '#cy' }, spouse: { '@id': '#di' } }
    const cy = { '@id': '#cy', '@type': 'Person', name: 'Cy Du', children: { '@id': '#al' } }
    const di = { '@id': '#di', '@type': 'Person', name: 'Di Eb', spouse: { '@id': '#al' }, parent: { '@id': '#cy' } }
    const relations = facts(jsonLd({ ...schema, '@graph': [al, cy, di] })).filter((fact) => fact.includes('_of'))
    expect(relations.sort()).toEqual(['Al Bo spouse_of Di Eb', 'Cy Du parent_of Di Eb'])
    const part = { ...schema, '@id': '#a', '@type': 'Organization', name: 'Acme', parentOrganization: { '@id': '#b' } }
    const whole = { ...schema, '@id': '#b', '@type': 'Organization', name: 'Bolt', parentOrganization: { '@id': '#a' } }
    expect(facts(jsonLd([part, whole]))).toEqual(['object Acme', 'object Bolt'])
  })

  it('has one number of a register or none', () => {
    const wikidata = (...ids: string[]) => ids.map((id) => `https://www.wikidata.org/wiki/${id}`)
    const identity = (sameAs: string[]) => facts(jsonLd({ ...jane, sameAs }))[0]
    expect(identity(wikidata('Q1', 'Q2'))).toBe('person Jane Doe')
    expect(identity([...wikidata('Q1', 'Q1'), 'https://viaf.org/viaf/1', 'https://viaf.org/viaf/2'])).toBe(
      'person Jane Doe wikidata=Q1',
    )
    expect(identity(['https://en.wikipedia.org/wiki/J', 'https://de.wikipedia.org/wiki/J'])).toBe(
      'person Jane Doe wikipedia=en:J',
    )
    expect(identity(['https://en.wikipedia.org/wiki/J', 'https://en.wikipedia.org/wiki/K'])).toBe('person Jane Doe')
  })

  it('is read as far as it fits', () => {
    const pad = 'x'.repeat(60)
    const people = Array.from({ length: 20_000 }, (_, at) => ({ '@type': 'Person', name: `Jane D${at}`, nonce: pad }))
    const html = jsonLd({ ...schema, '@graph': people })
    expect(html.length).toBeGreaterThan(2_000_000)
    expect(claimsOf(html)).toHaveLength(3000)
    // The cut falls into a name, and half a name is dropped.
    const long = { '@type': 'Person', name: `Jo ${'}y'.repeat(60)}`, nonce: 'y'.repeat(1_000_000) }
    const first = { '@type': 'Person', name: 'Jane Doe', nonce: 'y'.repeat(999_800 - 20) }
    const cut = jsonLd({ ...schema, '@graph': [first, long, long] })
    expect(facts(cut)).toEqual(['person Jane Doe'])
  })
})
