import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FetchFailureKind } from '../../src/web/fetch/fetch-failure.ts'
import type { BadWebTools } from './bad-web-tools.ts'

// The bad web: sites that misbehave, as servers on this machine. A case says what is wrong with a site and what must come
// of it, for a fetch and (as `page`) for a page of a crawl. Each file of `cases/` is a table of the cases of one subject.

/** The cases of one subject, by name. A name stands in one subject only. */
export type BadWebCases = Record<string, BadWebCase>

export interface BadWebCase {
  /** One sentence: what is wrong with this site. */
  about: string
  /** What is asked for first; `/` unless given. */
  path?: string
  /** As which kind of file it is read. A page unless given. */
  read_as?: 'page' | 'robots' | 'sitemap'
  /** A connection that speaks TLS, as far as the case lets it. */
  https?: true
  /** The time a fetch gets, where half a second will not do. */
  within_ms?: number
  /** Sent as those of an earlier answer. */
  etag?: string

  // One of these is the site.
  /** Answers a request. */
  serve?(request: IncomingMessage, response: ServerResponse, tools: BadWebTools): void
  /** Answers in bytes, once a request has come. */
  answer?(socket: Socket, tools: BadWebTools): void
  /** Is given the connection as soon as there is one. */
  accept?(socket: Socket, tools: BadWebTools): void

  expect: Expectation
}

export interface Expectation {
  /** There is no answer. */
  failure?: FetchFailureKind
  message?: string | RegExp
  /** There is one. */
  status?: number
  /** Path and query of where it came from. */
  url?: string
  hops?: number
  kind?: 'html' | 'text' | 'other'
  type?: string
  charset?: string
  /** The decoded text must have this, */
  text?: string
  /** and must not have this. */
  without?: string
  bytes?: number
  retry_after_ms?: number | null
  /** Of a robots.txt: what it comes to for `/private` and `/open`. */
  robots?: { status: number | 'unreachable'; private: boolean; open: boolean }
  /** Of a sitemap: what was found, or why nothing was. */
  sitemap?: { discovered: number; truncated?: string | RegExp } | { unreadable: string | RegExp }
  /** How a crawl must end the page. Left out where it depends on more than the fetch. */
  page?: { status: 'extracted' | 'failed' | 'skipped'; error?: string | RegExp; text?: string }
}
