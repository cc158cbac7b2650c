import { cutText } from '../../language/cut-text.ts'
import { foldSpace } from '../../language/fold-space.ts'
import { anyOf, readWords } from '../../language/word-lists.ts'
import type { Collector, PageElement } from '../html/html-events.ts'
import { pageBounds } from '../html/page-bounds.ts'
import { pageDate } from './page-date.ts'
import { agentName, readRobots } from './robots-directives.ts'

// Collects what a page declares about itself: title, language, base, canonical address, robots, dates, meta, JSON-LD.

const publishedNames = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.created',
  'dcterms.created',
  'citation_publication_date',
  'citation_online_date',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'publish_date',
  'publication_date',
  'publishdate',
  'date',
  'dc.date',
  'dcterms.date',
  'citation_date',
]
const modifiedNames = [
  'article:modified_time',
  'datemodified',
  'og:updated_time',
  'og:modified_time',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
]

/** Meta names that are kept. The others concern browsers, counters and advertisements. */
const keptNames = new RegExp(
  `^(?:(?:${anyOf(readWords('web', 'meta-prefixes'))})[:._-][\\w:.-]{1,60}|(?:itemprop)?(?:${anyOf(readWords('web', 'meta-names'))}))$`,
)

export class HeadCollector implements Collector {
  readonly meta: Record<string, string> = Object.create(null) as Record<string, string>
  readonly json_ld: string[] = []
  baseHref: string | undefined
  canonicalHref: string | undefined
  is_noindex = false
  is_nofollow = false
  scripts = 0
  #entries = 0
  #title: string | undefined
  #htmlLanguage: string | undefined
  /** The element that the next text belongs to. */
  #reading: 'title' | 'json_ld' | undefined
  #pieces: string[] = []
  #isCut = false
  #jsonLdLeft: number = pageBounds.json_ld_chars
  #titleLeft: number = 20 * pageBounds.title_chars
  #times: { published?: string; modified?: string; first?: string } = {}

  open(element: PageElement): void {
    switch (element.tag.name) {
      case 'html':
      case 'body':
        this.#htmlLanguage ??= element.get('lang') ?? element.get('xml:lang')
        break
      case 'title':
        if (this.#title === undefined && !isForeign(element)) this.#start('title')
        break
      case 'base':
        this.baseHref ??= element.get('href')
        break
      case 'link':
        this.#onLink(element)
        break
      case 'meta':
        this.#onMeta(element)
        break
      case 'script':
        this.scripts++
        if (/^\s*application\/ld\+json\b/i.test(element.get('type') ?? '')) this.#start('json_ld')
        break
      case 'time':
        this.#onTime(element)
        break
      default:
        if (element.hasAttributes) this.#onItem(element)
    }
  }

  text(text: string): void {
    if (this.#reading === undefined) return
    if (this.#reading === 'title') {
      this.#titleLeft -= text.length
      if (this.#titleLeft >= 0) this.#pieces.push(text)
    } else {
      if (this.#jsonLdLeft > 0) this.#pieces.push(cutText(text, this.#jsonLdLeft))
      if (text.length > this.#jsonLdLeft) this.#isCut = true
      this.#jsonLdLeft = Math.max(0, this.#jsonLdLeft - text.length)
    }
  }

  close(element: PageElement): void {
    if (this.#reading === undefined) return
    if (this.#reading === 'title' && element.tag.name === 'title') {
      this.#title = cutText(foldSpace(this.#pieces.join('')), pageBounds.title_chars) || undefined
      this.#reading = undefined
    } else if (this.#reading === 'json_ld' && element.tag.name === 'script') {
      const script = this.#pieces.join('')
      // A script that was cut can be read up to the end of its last complete object.
      const whole = this.#isCut ? script.slice(0, script.lastIndexOf('}') + 1) : script
      if (whole !== '') this.json_ld.push(whole)
      this.#reading = undefined
    }
  }

  get title(): string | undefined {
    return this.#title ?? this.meta['og:title'] ?? this.meta['twitter:title'] ?? this.meta['dc.title']
  }

  get language(): string | null {
    const { meta } = this
    for (const declared of [
      this.#htmlLanguage,
      meta['content-language'],
      meta['og:locale'],
      meta['dc.language'],
      meta.language,
    ]) {
      const language = declared === undefined ? null : languageTag(declared)
      if (language !== null) return language
    }
    return null
  }

  get published_at(): string | null {
    return (
      this.#firstDate(publishedNames) ??
      this.#jsonLdDate('datePublished') ??
      this.#times.published ??
      this.#times.first ??
      this.#jsonLdDate('dateCreated')
    )
  }

  get modified_at(): string | null {
    return this.#firstDate(modifiedNames) ?? this.#jsonLdDate('dateModified') ?? this.#times.modified ?? null
  }

  #start(reading: 'title' | 'json_ld'): void {
    this.#reading = reading
    this.#pieces = []
    this.#isCut = false
  }

  #onLink(element: PageElement): void {
    const rel = element.get('rel')
    if (rel !== undefined && this.canonicalHref === undefined && /(?:^|\s)canonical(?:\s|$)/i.test(rel)) {
      this.canonicalHref = element.get('href')
    }
  }

  #onMeta(element: PageElement): void {
    const name = element.get('property') ?? element.get('name') ?? element.get('itemprop') ?? element.get('http-equiv')
    const content = element.get('content')
    if (name === undefined || content === undefined) return
    const key = name.trim().toLowerCase()
    if (key === 'robots' || key === agentName) this.#onRobots(content)
    if (!keptNames.test(key) || this.#entries >= pageBounds.meta_entries || key in this.meta) return
    const value = cutText(foldSpace(cutText(content, 2 * pageBounds.meta_chars)), pageBounds.meta_chars)
    if (value === '') return
    this.meta[key] = value
    this.#entries++
  }

  #onRobots(content: string): void {
    const { is_noindex, is_nofollow } = readRobots(content)
    this.is_noindex ||= is_noindex
    this.is_nofollow ||= is_nofollow
  }

  #onTime(element: PageElement): void {
    const datetime = element.get('datetime') ?? element.get('content')
    if (datetime === undefined) return
    const role = `${element.get('itemprop') ?? ''} ${element.get('class') ?? ''} ${element.get('pubdate') === undefined ? '' : 'published'}`
    const isModified = /modified|updated/i.test(role)
    const key = isModified ? 'modified' : /publish|posted|created|entry-date/i.test(role) ? 'published' : 'first'
    if (this.#times[key] === undefined) this.#times[key] = pageDate(datetime) ?? undefined
  }

  /** Dates in microdata of other elements: `<span itemprop="datePublished" content="…">`. */
  #onItem(element: PageElement): void {
    const property = element.get('itemprop')
    if (property !== 'datePublished' && property !== 'dateModified') return
    const value = element.get('content') ?? element.get('datetime')
    const key = property === 'datePublished' ? 'published' : 'modified'
    if (value !== undefined) this.#times[key] ??= pageDate(value) ?? undefined
  }

  #firstDate(names: string[]): string | null {
    for (const name of names) {
      const date = this.meta[name] === undefined ? null : pageDate(this.meta[name])
      if (date !== null) return date
    }
    return null
  }

  #jsonLdDate(property: string): string | null {
    for (const script of this.json_ld) {
      const at = script.indexOf(`"${property}"`)
      if (at < 0) continue
      const value = /^\s*:\s*"([^"]{4,40})"/.exec(script.slice(at + property.length + 2, at + property.length + 80))
      const date = value?.[1] === undefined ? null : pageDate(value[1])
      if (date !== null) return date
    }
    return null
  }
}

function isForeign(element: PageElement): boolean {
  for (let at = element.parent; at; at = at.parent) if (at.tag.name === 'svg' || at.tag.name === 'math') return true
  return false
}

/** Pages write `en_us` for `en-US`; in a list, the first entry is the language of the page. */
function languageTag(declared: string): string | null {
  const first =
    declared
      .trim()
      .split(/[\s,;]/)[0]
      ?.replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(first)) return null
  return first
    .toLowerCase()
    .split('-')
    .map((part, at) => {
      if (at === 0) return part
      if (part.length === 2) return part.toUpperCase()
      return part.length === 4 && /^[a-z]/.test(part) ? `${part[0]?.toUpperCase()}${part.slice(1)}` : part
    })
    .join('-')
}
