import { anyOf, readWords } from '../../../language/word-lists.ts'

// Registers that assign ids, recognised by the addresses of their entries.

type Rule = [register: string, pattern: RegExp]

const rules: Rule[] = [
  ['wikidata', /^https?:\/\/(?:www\.|m\.)?wikidata\.org\/(?:wiki|entity)\/(?:Special:EntityData\/)?(Q[1-9]\d*)/i],
  ['orcid', /^https?:\/\/(?:www\.)?orcid\.org\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])/i],
  ['isni', /^https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?(\d{15}[\dX])/i],
  ['viaf', /^https?:\/\/(?:www\.)?viaf\.org\/viaf\/(\d+)/i],
  ['gnd', /^https?:\/\/d-nb\.info\/gnd\/([\dX-]+)/i],
  ['lccn', /^https?:\/\/id\.loc\.gov\/authorities\/(?:names|subjects)\/([a-z]+\d+)/i],
  ['bnf', /^https?:\/\/(?:data|catalogue)\.bnf\.fr\/(?:ark:\/12148\/)?(cb\w+)/i],
  ['ror', /^https?:\/\/(?:www\.)?ror\.org\/(0\w{8})/i],
  ['grid', /^https?:\/\/(?:www\.)?grid\.ac\/institutes\/(grid\.\w+\.\w+)/i],
  ['lei', /^https?:\/\/(?:www\.)?(?:lei\.info|search\.gleif\.org\/#\/record)\/([A-Z0-9]{20})/i],
  ['imdb', /^https?:\/\/(?:www\.|m\.)?imdb\.com\/(?:name|title|company)\/((?:nm|tt|co)\d+)/i],
  ['geonames', /^https?:\/\/(?:www\.|sws\.)?geonames\.org\/(\d+)/i],
  ['osm', /^https?:\/\/(?:www\.)?openstreetmap\.org\/((?:node|way|relation)\/\d+)/i],
  ['musicbrainz', /^https?:\/\/(?:www\.)?musicbrainz\.org\/(?:a(?:rtist|rea)|label|place|event)\/([\da-f-]{36})/i],
  ['google_kg', /^https?:\/\/(?:g\.co\/kg|www\.google\.com\/search\?kgmid=)(\/[gm]\/\w+)/i],
  ['crunchbase', /^https?:\/\/(?:www\.)?crunchbase\.com\/((?:organization|person)\/[\w-]+)/i],
  ['linkedin', /^https?:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/((?:in|company|school)\/[^/?#]+)/i],
  ['github', /^https?:\/\/(?:www\.)?github\.com\/([A-Za-z\d-]{1,39})\/?(?:[?#]|$)/i],
  ['twitter', /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(?:#!\/)?@?(\w{1,15})\/?(?:[?#]|$)/i],
  ['facebook', /^https?:\/\/(?:www\.|m\.)?facebook\.com\/([\w.-]{3,})\/?(?:[?#]|$)/i],
  ['instagram', /^https?:\/\/(?:www\.)?instagram\.com\/([\w.]{2,30})\/?(?:[?#]|$)/i],
  ['scholar', /^https?:\/\/scholar\.google\.[\w.]+\/citations\?(?:.*&)?user=([\w-]{12})/i],
]

/** Paths of a service that are not accounts. */
const noAccount = new RegExp(`^(?:${anyOf(readWords('web', 'no-accounts'))})$`, 'i')

/** The register and the id that an address stands for. */
export function externalId(url: string): [register: string, id: string] | undefined {
  const wikipedia = /^https?:\/\/([a-z-]{2,12})\.(?:m\.)?wikipedia\.org\/wiki\/([^?#]+)/i.exec(url)
  if (wikipedia) return wikipediaId(wikipedia[1] as string, wikipedia[2] as string)
  for (const [register, pattern] of rules) {
    const id = pattern.exec(url)?.[1]
    if (id !== undefined) return noAccount.test(id) ? undefined : [register, tidy(register, id)]
  }
  return undefined
}

function tidy(register: string, id: string): string {
  if (register === 'wikidata' || register === 'orcid' || register === 'isni' || register === 'lei')
    return id.toUpperCase()
  return register === 'twitter' || register === 'github' ? id.toLowerCase() : id
}

function wikipediaId(language: string, path: string): [string, string] | undefined {
  try {
    const title = decodeURIComponent(path).replaceAll('_', ' ').trim()
    return title === '' || title.length > 255 || /[\p{Cc}]/u.test(title)
      ? undefined
      : ['wikipedia', `${language.toLowerCase()}:${title}`]
  } catch {
    return undefined
  }
}

/** Names that a `PropertyValue` may use for a register. */
const registers: Record<string, [register: string, pattern: RegExp]> = {
  orcid: ['orcid', /^(?:https?:\/\/orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$/i],
  isni: ['isni', /^((?:\d[\s-]?){15}[\dX])$/i],
  viaf: ['viaf', /^(\d+)$/],
  gnd: ['gnd', /^([\dX-]+)$/i],
  wikidata: ['wikidata', /^(Q[1-9]\d*)$/i],
  lei: ['lei', /^([A-Z\d]{20})$/i],
  leicode: ['lei', /^([A-Z\d]{20})$/i],
  duns: ['duns', /^(\d{9}|\d{2}-\d{3}-\d{4})$/],
  ror: ['ror', /^(?:https?:\/\/ror\.org\/)?(0\w{8})$/i],
  iso6523code: ['iso6523', /^(\d{4}:[\w:-]+)$/],
  vatid: ['vat', /^([A-Z]{2}[A-Z\d ]{5,14})$/i],
}

/** The id of a register that is given by name. */
export function namedId(name: string, value: string): [register: string, id: string] | undefined {
  const key = name.toLowerCase().replace(/^.*[/:#]/, '')
  const [register, pattern] = (Object.hasOwn(registers, key) && registers[key]) || []
  if (register === undefined || pattern === undefined) return undefined
  const id = pattern.exec(value)?.[1]
  if (id === undefined) return undefined
  const plain = id.replace(/\s/g, '')
  return [register, register === 'ror' ? plain.toLowerCase() : plain.toUpperCase()]
}

/** The ids of one entity. A register with two different ids is dropped: nobody knows which one is right. */
export class IdList {
  readonly #ids = new Map<string, string[]>()

  note(found: [register: string, id: string] | undefined): void {
    if (!found) return
    const [register, id] = found
    const known = this.#ids.get(register) ?? []
    if (!known.includes(id)) this.#ids.set(register, [...known, id])
  }

  agreed(): Record<string, string> {
    const agreed: Record<string, string> = {}
    for (const [register, ids] of this.#ids) {
      const [first] = ids
      if (first !== undefined && (ids.length === 1 || isOneByLanguage(register, ids))) agreed[register] = first
    }
    return agreed
  }
}

/** Each language of Wikipedia has its own article on a subject. */
function isOneByLanguage(register: string, ids: string[]): boolean {
  return register === 'wikipedia' && new Set(ids.map((id) => id.split(':')[0])).size === ids.length
}
