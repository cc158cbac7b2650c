// Class names of microformats and their names in schema.org. All other classes are style.

export interface RootFormat {
  type: string
  /** Property names; in the first version they are plain class names. */
  properties: Record<string, string>
  is_first: boolean
}

const address = {
  'street-address': 'streetAddress',
  'extended-address': 'extendedAddress',
  locality: 'addressLocality',
  region: 'addressRegion',
  'postal-code': 'postalCode',
  'country-name': 'addressCountry',
}
const position = { latitude: 'latitude', longitude: 'longitude' }
const card = {
  fn: 'name',
  'given-name': 'givenName',
  'family-name': 'familyName',
  nickname: 'alternateName',
  'honorific-prefix': 'honorificPrefix',
  'honorific-suffix': 'honorificSuffix',
  org: 'org',
  'organization-name': 'org',
  'job-title': 'jobTitle',
  title: 'jobTitle',
  role: 'role',
  email: 'email',
  tel: 'telephone',
  url: 'url',
  uid: 'url',
  bday: 'birthDate',
  note: 'description',
  adr: 'address',
  geo: 'geo',
  ...address,
  ...position,
}
const event = {
  start: 'startDate',
  dtstart: 'startDate',
  end: 'endDate',
  dtend: 'endDate',
  location: 'location',
  attendee: 'attendee',
  organizer: 'organizer',
  url: 'url',
  description: 'description',
}
const first = { is_first: true }
const second = { is_first: false }

const roots: Record<string, RootFormat> = {
  'h-card': { type: 'card', properties: { ...card, name: 'name' }, ...second },
  'h-event': { type: 'Event', properties: { ...event, name: 'name', summary: 'description' }, ...second },
  'h-entry': { type: 'Article', properties: { author: 'author' }, ...second },
  'h-adr': { type: 'PostalAddress', properties: { ...address, ...position, name: 'name', geo: 'geo' }, ...second },
  'h-geo': { type: 'GeoCoordinates', properties: { ...position, name: 'name' }, ...second },
  vcard: { type: 'card', properties: card, ...first },
  vevent: { type: 'Event', properties: { ...event, summary: 'name' }, ...first },
  hentry: { type: 'Article', properties: { author: 'author' }, ...first },
  adr: { type: 'PostalAddress', properties: address, ...first },
  geo: { type: 'GeoCoordinates', properties: position, ...first },
}

/** Known only so that their properties are not taken for those of the item around them. */
for (const name of ['h-feed', 'h-item', 'h-listing', 'h-product', 'h-recipe', 'h-resume', 'h-review', 'h-cite']) {
  roots[name] = { type: '', properties: {}, ...second }
}
for (const name of ['hreview', 'hproduct', 'hresume', 'hrecipe', 'hreview-aggregate', 'hlisting']) {
  roots[name] = { type: '', properties: {}, ...first }
}
roots['h-review-aggregate'] = { type: '', properties: {}, ...second }

/** The author of a comment: a nickname mostly, and nobody that the page tells of. */
const commenter: RootFormat = { type: '', properties: {}, ...first }

export function rootOf(classes: string[]): RootFormat | undefined {
  if (classes.includes('comment-author')) return commenter
  let found: RootFormat | undefined
  for (const name of classes) {
    const root = Object.hasOwn(roots, name) ? roots[name] : undefined
    // Pages use the names of both versions; the second is more specific.
    if (root && (found === undefined || (found.is_first && !root.is_first))) found = root
  }
  return found
}

export type Prefix = 'p' | 'u' | 'dt' | 'e'

export interface FormatProperty {
  /** The schema.org property; undefined for a property that is not read but prevents an implied name. */
  property: string | undefined
  prefix: Prefix
  label: string
}

const dates: ReadonlySet<string> = new Set(['bday', 'dtstart', 'dtend', 'start', 'end'])

export function propertiesOf(classes: string[], root: RootFormat): FormatProperty[] {
  const found: FormatProperty[] = []
  for (const label of classes) {
    const parts = root.is_first ? [label, '', label] : /^(p|u|dt|e)-([a-z][a-z0-9-]*)$/.exec(label)
    if (parts === null) continue
    const name = parts[2] as string
    const property = Object.hasOwn(root.properties, name) ? root.properties[name] : undefined
    if (root.is_first && property === undefined) continue
    const plain = dates.has(name) ? 'dt' : name === 'url' || name === 'uid' ? 'u' : 'p'
    found.push({ property, prefix: root.is_first ? plain : (parts[1] as Prefix), label })
  }
  return found
}

/** Whether a class attribute may hold the name of a root. */
export function mayBeRoot(classes: string): boolean {
  return rootHint.test(classes)
}

const rootHint = /(?:^|\s)(?:h-[aceg]|v(?:card|event)|hentry|adr|geo)/
