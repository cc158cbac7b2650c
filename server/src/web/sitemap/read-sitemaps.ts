import { canonicalUrl } from '../address/canonical-url.ts'
import { FetchFailed } from '../fetch/fetch-failure.ts'
import type { FetchHooks } from '../fetch/fetch-request.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { readSitemap } from './sitemap.ts'
import type { SitemapKind } from './sitemap-entries.ts'
import { SitemapUnreadable, sitemapMaxBytes } from './sitemap-text.ts'

// Reads a sitemap and the files that an index names. Entries are counted as they stream by; only the first addresses
// are kept.

export interface SitemapRead {
  /** Entries of all files; repeated entries count each time. */
  discovered: number
  /** The first entries, canonical and unique. */
  urls: string[]
  /** Why there may be more entries. */
  truncated?: string
}

export interface SitemapOptions extends FetchHooks {
  /** How many addresses to keep. */
  take: number
  within_ms?: number
}

/** Files below an index, and levels of nesting. Somebody waits for the answer, and the site must not be hurried. */
const maxFiles = 10
const maxDepth = 2
const defaultWithinMs = 60_000
/** A second limit behind the protocol's own, which the reader enforces. */
const maxBytes = sitemapMaxBytes + 1024 * 1024

/** Throws SitemapUnreadable with a readable reason when the file itself cannot be read. */
export function readSitemapAt(fetcher: Fetcher, url: string, options: SitemapOptions): Promise<SitemapRead> {
  return new SitemapWalk(fetcher, options).read(url)
}

interface File {
  url: string
  depth: number
}

interface FileRead {
  kind: SitemapKind
  count: number
  /** The first entries as absolute addresses. */
  first: string[]
}

/** Absolute, or from the root or the folder of the sitemap: a bare word is no address. */
const isAddress = /^(?:https?:|\.{0,2}\/|\?)/i

class SitemapWalk {
  readonly #fetcher: Fetcher
  readonly #options: SitemapOptions
  readonly #urls = new Set<string>()
  readonly #notes = new Set<string>()
  readonly #named = new Set<string>()
  readonly #files: File[] = []
  #discovered = 0
  #leftMs: number

  constructor(fetcher: Fetcher, options: SitemapOptions) {
    this.#fetcher = fetcher
    this.#options = options
    this.#leftMs = options.within_ms ?? defaultWithinMs
  }

  async read(url: string): Promise<SitemapRead> {
    this.#named.add(url)
    this.#take(await this.#readFile(url), 0)
    for (let file = this.#files.shift(); file; file = this.#files.shift()) {
      if (this.#leftMs <= 0) {
        this.#notes.add('it takes too long to read')
        break
      }
      await this.#readChild(file)
    }
    if (this.#urls.size === 0) throw new SitemapUnreadable([...this.#notes][0] ?? 'it has no usable address')
    const truncated = [...this.#notes].slice(0, 3).join('; ')
    return { discovered: this.#discovered, urls: [...this.#urls], ...(truncated && { truncated }) }
  }

  /** A broken file does not fail the others. */
  async #readChild({ url, depth }: File): Promise<void> {
    try {
      this.#take(await this.#readFile(url), depth)
    } catch (error) {
      if (!(error instanceof SitemapUnreadable)) throw error
      this.#notes.add(`${url}: ${error.message}`)
    }
  }

  #take(file: FileRead, depth: number): void {
    if (file.kind === 'index') {
      for (const url of file.first) this.#addFile({ url, depth: depth + 1 })
      return
    }
    this.#discovered += file.count
    for (const url of file.first) {
      if (this.#urls.size >= this.#options.take) break
      this.#urls.add(url)
    }
  }

  #addFile(file: File): void {
    if (this.#named.has(file.url)) return
    if (file.depth > maxDepth) this.#notes.add('its indexes nest too deep')
    else if (this.#named.size > maxFiles) this.#notes.add(`it names more than ${maxFiles} sitemaps`)
    else {
      this.#named.add(file.url)
      this.#files.push(file)
    }
  }

  async #readFile(url: string): Promise<FileRead> {
    const startedAt = performance.now()
    try {
      return await this.#readStream(url)
    } catch (error) {
      throw error instanceof FetchFailed ? new SitemapUnreadable(error.message) : error
    } finally {
      this.#leftMs -= performance.now() - startedAt
    }
  }

  async #readStream(url: string): Promise<FileRead> {
    const { take, within_ms: _all, ...hooks } = this.#options
    const within_ms = Math.max(1, Math.round(this.#leftMs))
    const accept = 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.5'
    const answer = await this.#fetcher.stream({ ...hooks, url, accept, max_bytes: maxBytes, within_ms })
    if (answer.status < 200 || answer.status >= 300) {
      answer.cancel()
      throw new SitemapUnreadable(`HTTP ${answer.status}`)
    }
    const first = new Set<string>()
    // Only the end of a file tells for sure whether it is an index.
    const keep = Math.max(take, maxFiles + 1)
    const onEntry = (entry: string) => {
      const address = first.size < keep && isAddress.test(entry) ? canonicalUrl(entry, answer.url) : undefined
      if (address !== undefined) first.add(address)
    }
    try {
      const { kind, count, truncated } = await readSitemap(this.#upToFailure(answer.chunks), { onEntry })
      if (truncated) this.#notes.add(truncated)
      return { kind, count, first: [...first] }
    } catch (error) {
      answer.cancel()
      throw error
    }
  }

  /** Keeps what arrived before the connection broke. */
  async *#upToFailure(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isEmpty = true
    try {
      for await (const chunk of chunks) {
        isEmpty = false
        yield chunk
      }
    } catch (error) {
      if (isEmpty || !(error instanceof FetchFailed)) throw error
      this.#notes.add(error.message)
    }
  }
}
