import { decodeXmlReferences } from '../../language/character-references.ts'
import type { XmlHandler } from './sitemap-scan.ts'
import { SitemapUnreadable } from './sitemap-text.ts'

// Finds the page addresses in the elements of sitemaps and feeds. Namespaces are ignored, because many files have wrong
// ones; parents are checked: the `loc` of an `image` is not a page.

export type SitemapKind = 'urlset' | 'index' | 'text' | 'rss' | 'atom'

/** `lastmod` as the file has it: ISO 8601 in sitemaps and Atom, RFC 822 in RSS. */
export type OnEntry = (url: string, lastmod?: string) => void

/** The protocol's limit. */
export const sitemapMaxEntries = 50_000

/** Elements that reveal the type of a file: its root, or the first element of a file without one. */
const kinds = new Map<string, SitemapKind>([
  ['urlset', 'urlset'],
  ['url', 'urlset'],
  ['sitemapindex', 'index'],
  ['sitemap', 'index'],
  ['rss', 'rss'],
  ['rdf', 'rss'],
  ['channel', 'rss'],
  ['feed', 'atom'],
])

const roots = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed'])
const containers = new Set(['url', 'sitemap', 'item', 'entry'])
const locParents = new Set(['url', 'sitemap', 'urlset', 'sitemapindex'])

/** The part of an entry that an element holds. A `guid` serves as the address only where there is no other. */
type Field = 'url' | 'guid' | 'lastmod'

/** Deeper elements are not read. */
const stackMax = 64
/** Longer than any address that is kept. */
const valueMax = 20_000

/** Counts and passes on addresses up to the limit of a file. */
export class EntryCounter {
  count = 0
  full = false
  readonly #onEntry: OnEntry

  constructor(onEntry: OnEntry) {
    this.#onEntry = onEntry
  }

  add(url: string, lastmod?: string): void {
    if (this.count === sitemapMaxEntries) this.full = true
    if (this.full) return
    this.count++
    this.#onEntry(ownCopy(url), lastmod === undefined ? undefined : ownCopy(lastmod))
  }
}

/** A copy: a slice would keep the whole file in memory. */
function ownCopy(piece: string): string {
  return ` ${piece}`.slice(1)
}

export class SitemapEntries implements XmlHandler {
  kind: SitemapKind | undefined
  /** The first element, for the message when the file is not a sitemap. */
  root: string | undefined
  /** The root element was closed. */
  complete = false
  readonly #counter: EntryCounter
  readonly #stack: string[] = []
  #tooDeep = 0
  #entry: Partial<Record<Field, string>> = {}
  #field: Field | undefined
  #value = ''

  constructor(counter: EntryCounter) {
    this.#counter = counter
  }

  get full(): boolean {
    return this.#counter.full
  }

  open(name: string, attributes: string): void {
    this.root ??= name
    if (name === 'html') throw new SitemapUnreadable('it is an HTML page')
    this.kind ??= kinds.get(name)
    const parent = this.#stack.at(-1) ?? ''
    if (this.#stack.length < stackMax) this.#stack.push(name)
    else this.#tooDeep++
    if (containers.has(name)) this.#flush()
    this.#begin(this.#tooDeep === 0 ? this.#fieldOf(parent, name, attributes) : undefined)
  }

  close(name: string): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return
    }
    const at = this.#stack.lastIndexOf(name)
    if (at < 0) return
    if (at === this.#stack.length - 1) this.#end()
    this.#begin(undefined)
    this.#stack.length = at
    if (containers.has(name)) this.#flush()
    if (at === 0 && roots.has(name)) this.complete = true
  }

  text(text: string): void {
    if (this.#field !== undefined && this.#value.length <= valueMax) this.#value += text
  }

  finish(): void {
    this.#flush()
  }

  #fieldOf(parent: string, name: string, attributes: string): Field | undefined {
    if (name === 'loc') {
      if (!locParents.has(parent)) return undefined
      // A second address in one entry begins a new entry.
      if (this.#entry.url !== undefined) this.#flush()
      return 'url'
    }
    if (name === 'lastmod') return locParents.has(parent) ? 'lastmod' : undefined
    if (parent === 'item') return itemFields.get(name)
    if (parent !== 'entry') return undefined
    if (name === 'link') this.#takeLink(attributes)
    return entryFields.get(name)
  }

  #takeLink(attributes: string): void {
    const rel = attributeOf(attributes, 'rel') ?? 'alternate'
    const href = attributeOf(attributes, 'href')
    if (rel.toLowerCase() === 'alternate' && href) this.#entry.url ??= href
  }

  #begin(field: Field | undefined): void {
    this.#field = field
    this.#value = ''
  }

  #end(): void {
    if (this.#field === undefined || this.#value.length > valueMax) return
    const value = decodeXmlReferences(this.#value).trim()
    if (value !== '') this.#entry[this.#field] ??= value
  }

  #flush(): void {
    const { url, guid, lastmod } = this.#entry
    this.#entry = {}
    const address = url ?? (guid !== undefined && /^https?:\/\//i.test(guid) ? guid : undefined)
    if (address !== undefined) this.#counter.add(address, lastmod)
  }
}

const itemFields = new Map<string, Field>([
  ['link', 'url'],
  ['guid', 'guid'],
  ['pubdate', 'lastmod'],
  ['date', 'lastmod'],
])
const entryFields = new Map<string, Field>([['updated', 'lastmod']])

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : decodeXmlReferences(value).trim()
}
