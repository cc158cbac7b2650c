// Resolves names of types and properties. Vocabularies that mean the same as schema.org are read as schema.org.

const schemaOrg = /^https?:\/\/(?:www\.)?schema\.org\/(?:#|version\/[^/]+\/)?/i

/** Prefixes that need no declaration: the relevant part of RDFa's initial context. */
const knownPrefixes: Record<string, string> = {
  schema: 'https://schema.org/',
  s: 'https://schema.org/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/terms/',
  dc11: 'http://purl.org/dc/elements/1.1/',
  dct: 'http://purl.org/dc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  v: 'http://rdf.data-vocabulary.org/#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  owl: 'http://www.w3.org/2002/07/owl#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
}

const dublinCore = { title: 'name', creator: 'creator', publisher: 'publisher', contributor: 'contributor' }

/** Other vocabularies by their prefix. Names that are not listed mean nothing here. */
const others: [prefix: string, names: Record<string, string>][] = [
  [
    'http://xmlns.com/foaf/0.1/',
    {
      Person: 'Person',
      Organization: 'Organization',
      Group: 'Organization',
      name: 'name',
      nick: 'alternateName',
      givenName: 'givenName',
      firstName: 'givenName',
      familyName: 'familyName',
      lastName: 'familyName',
      homepage: 'url',
      mbox: 'email',
      phone: 'telephone',
      knows: 'knows',
      member: 'member',
      maker: 'creator',
      birthday: 'birthDate',
      gender: 'gender',
      based_near: 'homeLocation',
    },
  ],
  ['http://purl.org/dc/terms/', dublinCore],
  ['http://purl.org/dc/elements/1.1/', dublinCore],
  [
    'http://rdf.data-vocabulary.org/#',
    {
      Person: 'Person',
      Organization: 'Organization',
      Event: 'Event',
      Address: 'PostalAddress',
      Geo: 'GeoCoordinates',
      name: 'name',
      fn: 'name',
      nickname: 'alternateName',
      title: 'jobTitle',
      affiliation: 'affiliation',
      org: 'affiliation',
      url: 'url',
      tel: 'telephone',
      address: 'address',
      adr: 'address',
      'street-address': 'streetAddress',
      locality: 'addressLocality',
      region: 'addressRegion',
      'postal-code': 'postalCode',
      'country-name': 'addressCountry',
      geo: 'geo',
      latitude: 'latitude',
      longitude: 'longitude',
      summary: 'name',
      startDate: 'startDate',
      endDate: 'endDate',
      location: 'location',
      description: 'description',
    },
  ],
  [
    'http://www.w3.org/2006/vcard/ns#',
    {
      fn: 'name',
      Individual: 'Person',
      Organization: 'Organization',
      hasEmail: 'email',
      hasTelephone: 'telephone',
      hasAddress: 'address',
      'street-address': 'streetAddress',
      locality: 'addressLocality',
      url: 'url',
      region: 'addressRegion',
      'postal-code': 'postalCode',
      'country-name': 'addressCountry',
      title: 'jobTitle',
    },
  ],
  ['http://www.w3.org/2002/07/owl#', { sameAs: 'sameAs' }],
  ['http://www.w3.org/2000/01/rdf-schema#', { label: 'name', comment: 'description' }],
]

const termName = /^[A-Za-z][\w-]{0,59}$/

/** The schema.org name of a term's address. */
export function termOfIri(iri: string): string | undefined {
  const start = schemaOrg.exec(iri)?.[0]
  if (start !== undefined) {
    const name = iri.slice(start.length).replace(/[/?#].*$/s, '')
    return termName.test(name) ? name : undefined
  }
  for (const [prefix, names] of others) {
    if (iri.startsWith(prefix)) return own(names, iri.slice(prefix.length))
  }
  return undefined
}

export function isSchemaOrg(iri: string): boolean {
  return schemaOrg.test(iri.endsWith('/') || iri.includes('#') ? iri : `${iri}/`)
}

/** The meaning of plain names and prefixes at one point of a page. */
export class Vocabulary {
  /** The address that plain names belong to; undefined where they mean nothing. */
  readonly base: string | undefined
  readonly #prefixes: ReadonlyMap<string, string>
  readonly #terms: ReadonlyMap<string, string>

  constructor(
    base: string | undefined,
    prefixes: ReadonlyMap<string, string> = noNames,
    terms: ReadonlyMap<string, string> = noNames,
  ) {
    this.base = base
    this.#prefixes = prefixes
    this.#terms = terms
  }

  with(
    base: string | undefined,
    prefixes: Iterable<[string, string]>,
    terms: Iterable<[string, string]> = [],
  ): Vocabulary {
    return new Vocabulary(base, new Map([...this.#prefixes, ...prefixes]), new Map([...this.#terms, ...terms]))
  }

  /** The term that a name is an alias of; keywords are returned unchanged. */
  alias(name: string): string {
    return this.#terms.get(name) ?? name
  }

  /** The schema.org name; undefined for a name of no known vocabulary. */
  term(word: string): string | undefined {
    const name = this.alias(word)
    const iri = this.iri(name)
    return iri === undefined ? undefined : termOfIri(iri)
  }

  iri(name: string): string | undefined {
    const colon = name.indexOf(':')
    if (colon < 0) return this.base === undefined ? undefined : this.base + name
    if (name.startsWith('//', colon + 1)) return name
    const prefix = name.slice(0, colon)
    const start = this.#prefixes.get(prefix) ?? own(knownPrefixes, prefix.toLowerCase())
    return start === undefined ? undefined : start + name.slice(colon + 1)
  }
}

const noNames: ReadonlyMap<string, string> = new Map()

export const schemaVocabulary = new Vocabulary('https://schema.org/')

function own(names: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}
