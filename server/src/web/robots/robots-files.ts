import { FetchFailed } from '../fetch/fetch-failure.ts'
import type { FetchHooks } from '../fetch/fetch-request.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { type Robots, robotsFor, robotsMaxBytes } from './robots.ts'

// Asks a site for its robots.txt (RFC 9309, 2.3). What comes back is plain, so that it can be kept; whoever keeps it
// makes the rules from it with `robotsOf`.

export interface RobotsFile {
  /** After redirects. */
  status: number | 'unreachable'
  /** Of a success, at most 500 KiB. */
  body: string
  fetched_at: Date
  /** In seconds, for the fetcher's own user agent. The file can ask for any time: the caller sets the bound. */
  crawl_delay: number | null
  /** Of 429 and 503. */
  retry_after_ms: number | null
  /** Why it is unreachable. */
  failure: FetchFailed | null
}

export interface RobotsOptions extends FetchHooks {
  within_ms?: number
}

/** RFC 9309, 2.3.1.2. */
const maxRedirects = 5

export function robotsOf({ status, body }: Pick<RobotsFile, 'status' | 'body'>): Robots {
  return robotsFor(status === 'unreachable' ? status : { status, body })
}

/** `origin` as in `https://example.org`. What `beforeRequest` throws comes out; everything else is an answer. */
export async function fetchRobots(fetcher: Fetcher, origin: string, options: RobotsOptions = {}): Promise<RobotsFile> {
  const found = await ask(fetcher, origin, options)
  const crawl_delay = robotsOf(found).crawlDelay(fetcher.user_agent) ?? null
  return { ...found, fetched_at: fetcher.clock.now(), crawl_delay }
}

async function ask(fetcher: Fetcher, origin: string, options: RobotsOptions) {
  const failure = null
  try {
    const { status, retry_after_ms, chunks, cancel } = await fetcher.stream({
      ...options,
      url: `${origin}/robots.txt`,
      accept: 'text/plain,*/*;q=0.1',
      max_bytes: Number.POSITIVE_INFINITY,
      max_redirects: maxRedirects,
    })
    if (status >= 200 && status < 300) return { status, body: await readBeginning(chunks), retry_after_ms, failure }
    cancel()
    return { status, body: '', retry_after_ms, failure }
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    // A site whose redirects lead nowhere has no file; one that cannot be asked may have any.
    const isMissing = error.kind === 'too_many_redirects' || error.kind === 'bad_redirect'
    const status = isMissing ? 404 : ('unreachable' as const)
    return { status, body: '', retry_after_ms: null, failure: isMissing ? null : error }
  }
}

/** The rest of a large file is cut off, with the line that the limit falls into. */
async function readBeginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    const piece = chunk.subarray(0, robotsMaxBytes - size)
    size += piece.length
    kept.push(Buffer.from(piece))
    if (piece.length < chunk.length) return upToLastLine(decode(kept))
  }
  return decode(kept)
}

/** PostgreSQL takes no NUL. */
function decode(pieces: Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(pieces)).replaceAll('\0', '')
}

function upToLastLine(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
