import { cutText } from '../../language/cut-text.ts'
import { foldSpace } from '../../language/fold-space.ts'
import { anyOf, readWords } from '../../language/word-lists.ts'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import type { Collector, PageElement } from '../html/html-events.ts'
import { pageBounds } from '../html/page-bounds.ts'
import type { Link } from './parsed-page.ts'

// Collects the links of a page. Addresses are resolved at the end, because `base` may come late; each address is kept
// once.

/** More than the links that are kept, because several hrefs can resolve to one address. */
const hrefsMax = 4 * pageBounds.links

/** The block that a link stands in; `is_main` is set at the end of the page. */
export interface LinkPosition {
  is_main: boolean
}

/** A link with its own text, which is empty around a picture. */
export interface PlacedLink {
  url: string
  text: string
}

interface RawLink {
  href: string
  pieces: string
  fallback: string
  is_nofollow: boolean
  is_hidden: boolean
  position: LinkPosition
}

const unreadable = new RegExp(`^\\s*(?:${anyOf(readWords('web', 'no-links'))})`, 'i')

export class LinkCollector implements Collector {
  readonly #links: RawLink[] = []
  readonly #urls = new Map<string, string | null>()
  readonly #linkPositionNow: () => LinkPosition
  #current: RawLink | undefined

  constructor({ linkPositionNow }: { linkPositionNow: () => LinkPosition }) {
    this.#linkPositionNow = linkPositionNow
  }

  open(element: PageElement): void {
    const { name } = element.tag
    if (name === 'a') this.#current = this.#add(element, element.get('href'))
    else if (name === 'area') this.#add(element, element.get('href'))
    else if (name === 'frame') this.#add(element, element.get('src'))
    else if (name === 'img' && this.#current?.fallback === '') this.#current.fallback = element.get('alt') ?? ''
  }

  text(text: string, element: PageElement): void {
    const link = this.#current
    if (link === undefined || link.pieces.length > 2 * pageBounds.link_text_chars) return
    if (!element.is_unseen || link.is_hidden) link.pieces += cutText(text, 4 * pageBounds.link_text_chars)
  }

  close(element: PageElement): void {
    if (element.tag.name === 'a') this.#current = undefined
  }

  /** Links with canonical addresses, each address once. The first text that is not empty becomes the link's text. */
  resolve(base: string): Link[] {
    const links = new Map<string, Link>()
    for (const raw of this.#links) {
      const url = this.#urlOf(raw.href, base)
      if (url === null) continue
      const found = links.get(url)
      if (found) addTo(found, raw)
      else if (links.size < pageBounds.links) links.set(url, linkOf(url, raw))
    }
    return [...links.values()]
  }

  /** The links of each block in the order of the page, with canonical addresses. */
  byPosition(base: string): Map<LinkPosition, PlacedLink[]> {
    const placed = new Map<LinkPosition, PlacedLink[]>()
    for (const raw of this.#links) {
      if (raw.is_hidden) continue
      const url = this.#urlOf(raw.href, base)
      if (url === null) continue
      const link = { url, text: foldSpace(raw.pieces) }
      const known = placed.get(raw.position)
      if (known) known.push(link)
      else placed.set(raw.position, [link])
    }
    return placed
  }

  #urlOf(href: string, base: string): string | null {
    let url = this.#urls.get(href)
    if (url === undefined) {
      url = canonicalUrl(href, base) ?? null
      this.#urls.set(href, url)
    }
    return url
  }

  #add(element: PageElement, href: string | undefined): RawLink | undefined {
    if (href === undefined || this.#links.length >= hrefsMax || unreadable.test(href)) return undefined
    const link: RawLink = {
      href,
      pieces: '',
      fallback: element.get('title') ?? element.get('aria-label') ?? element.get('alt') ?? '',
      is_nofollow: isNofollow(element.get('rel')),
      is_hidden: element.is_unseen && element.tag.name !== 'area',
      position: this.#linkPositionNow(),
    }
    this.#links.push(link)
    return link
  }
}

function linkOf(url: string, raw: RawLink): Link {
  const { is_nofollow, is_hidden, position } = raw
  return { url, text: textOf(raw), is_nofollow, is_hidden, is_main: position.is_main }
}

/** Merges another link to the same address. */
function addTo(link: Link, raw: RawLink): void {
  if (link.text === '') link.text = textOf(raw)
  link.is_nofollow &&= raw.is_nofollow
  link.is_hidden &&= raw.is_hidden
  link.is_main ||= raw.position.is_main
}

function textOf({ pieces, fallback }: RawLink): string {
  return cutText(foldSpace(pieces) || foldSpace(fallback), pageBounds.link_text_chars)
}

function isNofollow(rel: string | undefined): boolean {
  return rel !== undefined && /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i.test(rel)
}
