import { decodeXmlReferences } from '../../language/character-references.ts'
import type { XmlHandler } from './sitemap-scan.ts'
import { SitemapUnreadable } from './sitemap-text.ts'

// Which elements of sitemaps and feeds hold the address of a page. Namespaces are not looked at, since many files
// have wrong ones; the parent is: the `loc` of an `image` is no page.

export type SitemapKind = 'urlset' | 'index' | 'text' | 'rss' | 'atom'

/** `lastmod` is as the file has it: ISO 8601 in sitemaps and Atom, RFC 822 in RSS. */
export type OnEntry = (url: string, lastmod?: string) => void

/** The protocol's own bound. */
export const sitemapMaxEntries = 50_000

/** Any element that tells what the file is: its root, or what comes first in a file that has lost its root. */
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

/** By parent and name: what part of an entry it is. An address by `guid` is only taken where there is no other. */
type Field = 'url' | 'guid' | 'lastmod'

/** Elements nest at most this deep in what we read. */
const stackMax = 64
/** Longer than any address we keep. */
const valueMax = 20_000

/** Takes addresses up to the bound of a file. */
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

/** A piece of a string keeps all of it in memory. Whoever collects the entries would hold the whole file. */
function ownCopy(piece: string): string {
  return ` ${piece}`.slice(1)
}

export class SitemapEntries implements XmlHandler {
  kind: SitemapKind | undefined
  /** The first element, for the message when it is none of ours. */
  root: string | undefined
  /** Whether the root was closed. */
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
      // A second address in one entry is an entry.
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
