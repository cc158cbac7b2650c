import { describe, expect, it } from 'vitest'
import { parsePage } from '../../read-page/parse-page.ts'

/** The relation from an item `A` of one type, with a property that leads to `B` of another type. */
function relationsOf(type: string, property: string, target: string): string[] {
  const value = {
    '@context': 'https://schema.org',
    '@type': type,
    name: 'Al Bo',
    [property]: { '@type': target, name: 'Cy Du' },
  }
  const html = `<script type="application/ld+json">${JSON.stringify(value)}</script>`
  const short = (name: string) => (name === 'Al Bo' ? 'A' : 'B')
  return parsePage(html, { url: 'https://site.example/' }).claims.flatMap((claim) =>
    claim.type === 'relationship' ? [`${short(claim.from.name)} ${claim.relation} ${short(claim.to.name)}`] : [],
  )
}

describe('a relation has one name and one direction', () => {
  it.each([
    ['Person', 'worksFor', 'Corporation', 'A works_for B'],
    ['Corporation', 'employee', 'Person', 'B works_for A'],
    ['Person', 'memberOf', 'NGO', 'A member_of B'],
    ['NGO', 'member', 'Person', 'B member_of A'],
    ['Person', 'alumniOf', 'School', 'A alumnus_of B'],
    ['School', 'alumni', 'Person', 'B alumnus_of A'],
    ['Organization', 'founder', 'Person', 'B founder_of A'],
    ['Person', 'children', 'Person', 'A parent_of B'],
    ['Person', 'parent', 'Person', 'B parent_of A'],
    ['Person', 'sibling', 'Person', 'A sibling_of B'],
    ['Organization', 'parentOrganization', 'Organization', 'A part_of B'],
    ['Organization', 'subOrganization', 'Organization', 'B part_of A'],
    ['Event', 'superEvent', 'EventSeries', 'A part_of B'],
    ['Event', 'subEvent', 'MusicEvent', 'B part_of A'],
    ['Event', 'organizer', 'Organization', 'B organizer_of A'],
    ['Event', 'performer', 'MusicGroup', 'B performer_at A'],
    ['Event', 'location', 'Restaurant', 'A located_in B'],
    ['Place', 'containedInPlace', 'Country', 'A located_in B'],
    ['Place', 'containsPlace', 'Park', 'B located_in A'],
    ['Person', 'nationality', 'Country', 'A national_of B'],
    ['Person', 'deathPlace', 'City', 'A died_in B'],
  ])('%s %s %s', (type, property, target, expected) => {
    expect(relationsOf(type, property, target)).toEqual([expected])
  })

  it.each([
    ['Person', 'founder', 'Person'],
    ['Event', 'worksFor', 'Organization'],
    ['Article', 'author', 'Person'],
    ['Person', 'birthPlace', 'Person'],
  ])('and holds between some kinds only: %s %s %s', (type, property, target) => {
    expect(relationsOf(type, property, target)).toEqual([])
  })
})
