import { FetchFailed } from '../fetch/fetch-failure.ts'
import type { FetchHooks } from '../fetch/fetch-request.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { type Robots, robotsFor, robotsMaxBytes } from './robots.ts'

// Fetches the robots.txt of a site (RFC 9309, 2.3). The result is plain data, so that it can be stored; `robotsOf`
// makes the rules from it.

export interface RobotsFile {
  /** The status after redirects. */
  status: number | 'unreachable'
  /** The text of a successful answer, at most 500 KiB. */
  body: string
  fetched_at: Date
  /** Set for 429 and 503. */
  retry_after_ms: number | null
  /** Why the file is unreachable. */
  failure: FetchFailed | null
}

export interface RobotsOptions extends FetchHooks {
  within_ms?: number
}

/** RFC 9309, 2.3.1.2. */
const maxRedirects = 5

export function robotsOf({ status, body }: Pick<RobotsFile, 'status' | 'body'>, agent: string): Robots {
  return robotsFor(status === 'unreachable' ? status : { status, body }, agent)
}

/**
 * `origin` as in `https://example.org`. Errors of `beforeRequest` are passed on; every other failure becomes a result.
 */
export async function fetchRobots(fetcher: Fetcher, origin: string, options: RobotsOptions = {}): Promise<RobotsFile> {
  const found = await ask(fetcher, origin, options)
  return { ...found, fetched_at: fetcher.clock.now() }
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
    // A site whose redirects lead nowhere has no file; one that cannot be asked may have any rules.
    const isMissing = error.kind === 'too_many_redirects' || error.kind === 'bad_redirect'
    const status = isMissing ? 404 : ('unreachable' as const)
    return { status, body: '', retry_after_ms: null, failure: isMissing ? null : error }
  }
}

/** Reads up to the limit and drops the line that it cuts. */
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

/** PostgreSQL stores no NUL. */
function decode(pieces: Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(pieces)).replaceAll('\0', '')
}

function upToLastLine(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
