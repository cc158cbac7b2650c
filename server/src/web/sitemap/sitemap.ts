import { EntryCounter, type OnEntry, SitemapEntries, type SitemapKind } from './sitemap-entries.ts'
import { XmlScanner } from './sitemap-scan.ts'
import { type Bytes, SitemapText, SitemapUnreadable } from './sitemap-text.ts'

// Reads sitemaps, indexes of sitemaps, lists of addresses, RSS and Atom as a stream, without keeping what was read. The
// entries of a broken file up to its end are reported all the same.

export interface SitemapSummary {
  kind: SitemapKind
  count: number
  /** Why the file may have more than what was read. */
  truncated?: string
}

const neither = 'it is neither XML nor a list of addresses'

interface Reader {
  push(piece: string): void
  finish(): { kind: SitemapKind; broken?: string }
}

/**
 * Passes every address to `onEntry` as the file has it (the caller resolves and canonicalises); for an index, the
 * addresses of its sitemaps. Throws SitemapUnreadable for other files, and whatever `chunks` throws.
 */
export async function readSitemap(chunks: Bytes, { onEntry }: { onEntry: OnEntry }): Promise<SitemapSummary> {
  const text = new SitemapText(chunks)
  const counter = new EntryCounter(onEntry)
  let reader: Reader | undefined
  for await (const piece of text.pieces()) {
    // The first piece has at least `headBytes` if the file does. Blank pieces tell nothing.
    if (!reader && piece.trim() !== '') reader = isXml(piece) ? xmlReader(counter) : listReader(counter)
    reader?.push(piece)
    if (counter.full) break
  }
  if (!reader) throw new SitemapUnreadable('it is empty')
  const { kind, broken } = reader.finish()
  const truncated = counter.full ? 'it has more than 50,000 entries' : (text.truncated ?? broken)
  return { kind, count: counter.count, ...(truncated && { truncated }) }
}

/** Whether the file is XML. Some programs print a warning before it. */
function isXml(piece: string): boolean {
  const head = piece.slice(0, 1024)
  if (/^\s*<!doctype\s+html/i.test(head)) throw new SitemapUnreadable('it is an HTML page')
  return /^\s*</.test(head) || /<(?:\?xml|(?:[\w-]+:)?(?:urlset|sitemapindex|rss|feed))[\s>]/i.test(head)
}

function xmlReader(counter: EntryCounter): Reader {
  const entries = new SitemapEntries(counter)
  const scanner = new XmlScanner(entries)
  return {
    push: (piece) => scanner.push(piece),
    finish() {
      entries.finish()
      const { kind, root, complete } = entries
      if (kind) return complete ? { kind } : { kind, broken: 'it ends early' }
      throw new SitemapUnreadable(root === undefined ? neither : 'it is XML, but no sitemap and no feed')
    },
  }
}

/** Longer lines are not addresses and are skipped. */
const lineMax = 20_000
/** A list must have its first address within this many characters. */
const patience = 1024 * 1024

function listReader(counter: EntryCounter): Reader {
  let rest = ''
  let length = 0
  const take = (line: string) => {
    const address = line.trim()
    if (/^https?:\/\//i.test(address)) counter.add(address)
  }
  return {
    push(piece) {
      const lines = (rest + piece).split(/\r\n?|\n/)
      rest = (lines.pop() ?? '').slice(0, lineMax)
      for (const line of lines) if (line.length < lineMax) take(line)
      length += piece.length
      if (counter.count === 0 && length > patience) throw new SitemapUnreadable(neither)
    },
    finish() {
      if (rest.length < lineMax) take(rest)
      if (counter.count === 0) throw new SitemapUnreadable(neither)
      return { kind: 'text' }
    },
  }
}
