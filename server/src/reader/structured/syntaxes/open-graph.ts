import { isName, isPersonName } from '../../../facts/entity-names.ts'
import type { Item, ItemStore } from './item.ts'

// Open Graph and Dublin Core: what the meta elements of a page state about people, places and events. Most only give
// the type of the page, and a site name alone is not taken for an organization.

type Meta = Record<string, string>

/** Item types by `og:type`. Titles of other pages do not name an entity. */
const typesByName: Record<string, string> = {
  profile: 'Person',
  event: 'Event',
  'events.event': 'Event',
  place: 'Place',
  city: 'City',
  country: 'Country',
  state_province: 'State',
  landmark: 'TouristAttraction',
  'business.business': 'LocalBusiness',
  'restaurant.restaurant': 'Restaurant',
  restaurant: 'Restaurant',
  hotel: 'Hotel',
  bar: 'BarOrPub',
  cafe: 'CafeOrCoffeeShop',
  company: 'Organization',
  organization: 'Organization',
  school: 'School',
  university: 'CollegeOrUniversity',
  government: 'GovernmentOrganization',
  non_profit: 'NGO',
  band: 'MusicGroup',
  sports_team: 'SportsTeam',
  'music.musician': 'MusicGroup',
}

const fields: [name: string, property: string][] = [
  ['place:location:latitude', 'latitude'],
  ['place:location:longitude', 'longitude'],
  ['og:latitude', 'latitude'],
  ['og:longitude', 'longitude'],
  ['business:contact_data:street_address', 'streetAddress'],
  ['business:contact_data:locality', 'addressLocality'],
  ['business:contact_data:region', 'addressRegion'],
  ['business:contact_data:postal_code', 'postalCode'],
  ['business:contact_data:country_name', 'addressCountry'],
  ['business:contact_data:email', 'email'],
  ['business:contact_data:phone_number', 'telephone'],
  ['og:street-address', 'streetAddress'],
  ['og:locality', 'addressLocality'],
  ['og:region', 'addressRegion'],
  ['og:postal-code', 'postalCode'],
  ['og:country-name', 'addressCountry'],
  ['event:start_time', 'startDate'],
  ['event:end_time', 'endDate'],
  ['og:description', 'description'],
  ['og:url', 'url'],
]

export function readOpenGraph(meta: Meta, store: ItemStore, heading: string | undefined): void {
  const pageType = meta['og:type']?.toLowerCase()
  const type = pageType !== undefined && Object.hasOwn(typesByName, pageType) ? typesByName[pageType] : undefined
  if (type !== undefined) readSubject(meta, type, store, heading)
  const names = ['article:author', 'dc.creator', 'dcterms.creator']
  for (const name of names) readAuthor(meta[name], name, store)
  for (const name of ['dc.publisher', 'dcterms.publisher']) {
    const publisher = meta[name]
    if (publisher !== undefined && isName(publisher)) addText(store.make(), 'publisher', publisher, name)
  }
}

function readSubject(meta: Meta, type: string, store: ItemStore, heading: string | undefined): void {
  const first = meta['profile:first_name']
  const last = meta['profile:last_name']
  const title = ownTitle(meta, heading)
  const item = type === 'Person' || title !== undefined ? store.make() : undefined
  if (!item) return
  item.addType(type)
  if (type === 'Person') {
    // A profile may also be of a firm; a name in two parts is a person's.
    if (first === undefined || last === undefined) return
    addText(item, 'givenName', first, 'profile:first_name')
    addText(item, 'familyName', last, 'profile:last_name')
    return
  }
  addText(item, 'name', title as string, 'og:title')
  for (const [name, property] of fields) {
    const value = meta[name]
    if (value !== undefined && !item.props.has(property)) addText(item, property, value, name)
  }
}

/** The title without the name of the site, which many append to it. */
function ownTitle(meta: Meta, heading: string | undefined): string | undefined {
  const title = meta['og:title']
  if (title === undefined) return undefined
  if (heading !== undefined && heading.length > 2 && title.startsWith(heading)) return heading
  const site = meta['og:site_name']
  const [, own, end] = /^(.*\S)\s+[|–—·:-]\s+(\S.*)$/.exec(title) ?? []
  if (own === undefined) return title
  return end === site ? own : undefined
}

function readAuthor(author: string | undefined, label: string, store: ItemStore): void {
  if (author === undefined || !isName(author)) return
  // Catalogues write the family name first.
  const [, family, given] = /^(\p{L}[^,]*), (\p{L}[^,]*)$/u.exec(author) ?? []
  if (family !== undefined && given !== undefined && label !== 'article:author') {
    const person = isPersonName(`${given} ${family}`) ? store.make() : undefined
    if (!person) return
    person.addType('Person')
    person.add('name', { text: `${given} ${family}`, raw: author, spot: { at: 'hidden', label } })
    return
  }
  if (author.includes(' ') && isPersonName(author)) addText(store.make(), 'author', author, label)
}

function addText(item: Item | undefined, property: string, text: string, label: string): void {
  item?.add(property, { text, spot: { at: 'hidden', label } })
}
