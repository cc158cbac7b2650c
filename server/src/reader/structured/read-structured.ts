import type { Claim } from '../../facts/claim.ts'
import { hashText } from '../../language/measure-text.ts'
import type { Block } from '../blocks/parsed-page.ts'
import type { Collector, Watch } from '../html/html-events.ts'
import { buildClaims } from './build-claims.ts'
import { mapItems } from './entities/map-items.ts'
import { readFactTables } from './fact-tables/fact-tables.ts'
import { StructuredQuotes } from './structured-quotes.ts'
import { ItemStore } from './syntaxes/item.ts'
import { readJsonLd } from './syntaxes/json-ld.ts'
import { MicrodataCollector } from './syntaxes/microdata.ts'
import { mayBeRoot } from './syntaxes/microformat-names.ts'
import { MicroformatCollector } from './syntaxes/microformats.ts'
import { readOpenGraph } from './syntaxes/open-graph.ts'
import { RdfaCollector } from './syntaxes/rdfa.ts'
import { readSiteTitle } from './syntaxes/site-title.ts'
import { ValueText } from './syntaxes/value-text.ts'

// Reads the structured data of a page as claims. Syntax collectors join only on pages that use their syntax.

export interface StructuredPage {
  data: string
  claims: Claim[]
}

interface PageParts {
  text: string
  blocks: Block[]
  language: string | null
  title: string | undefined
  base: string
  json_ld: string[]
  meta: Record<string, string>
}

export class StructuredReader {
  readonly #html: string
  readonly #store = new ItemStore()
  readonly #texts: ValueText
  readonly #base: () => string
  #hasTexts = false
  #hasItems = false
  #hasThings = false
  #hasFormats = false

  /** `offsetNow` returns the text offset at which the current block begins. */
  constructor(html: string, { offsetNow, base }: { offsetNow: () => number; base: () => string }) {
    this.#html = html
    this.#texts = new ValueText(offsetNow)
    this.#base = base
  }

  /** Adds the collector of a syntax at its first sign on the page. */
  readonly watch: Watch = (name, value, tag) => {
    switch (name) {
      case 'class':
        if (this.#hasFormats || !mayBeRoot(value)) return undefined
        this.#hasFormats = true
        return this.#call(new MicroformatCollector(this.#store, this.#texts, this.#base))
      case 'itemscope':
      case 'itemprop':
        if (this.#hasItems || (name === 'itemprop' && tag.name === 'meta')) return undefined
        this.#hasItems = true
        return this.#call(new MicrodataCollector(this.#html, this.#store, this.#texts, this.#base))
      case 'typeof':
      case 'vocab':
      case 'about':
      case 'resource':
      case 'property':
        if (this.#hasThings || tag.name === 'meta') return undefined
        this.#hasThings = true
        return this.#call(new RdfaCollector(this.#store, this.#texts, this.#base))
      default:
        return undefined
    }
  }

  #call(collector: Collector): Collector[] {
    if (this.#hasTexts) return [collector]
    this.#hasTexts = true
    return [this.#texts, collector]
  }

  /** Called once the page has been read. */
  finish(page: PageParts): StructuredPage {
    const store = this.#store
    readJsonLd(page.json_ld, store, page.base)
    const heading = page.blocks.find(({ level }) => level === 1)
    readOpenGraph(page.meta, store, heading && page.text.slice(heading.start, heading.end))
    readSiteTitle(page.title, page.base, store)
    readFactTables(store, page)
    if (store.items.length === 0) return { data: '', claims: [] }
    const quotes = new StructuredQuotes(page.text, page.blocks)
    const claims = buildClaims(mapItems(store, page), quotes)
    return { data: quotes.data, claims }
  }
}

/** The hash of a page's blocks, of the facts in its claims, wherever they stand, and of the names of its pictures. */
export function hashWithClaims(hash: string, claims: Claim[], pictures: string): string {
  if (claims.length === 0 && pictures === '') return hash
  const facts = claims.map(({ quote: _, ...fact }) => JSON.stringify(fact)).sort()
  return hashText(`${hash}${facts.join('\n')}${pictures}`)
}
