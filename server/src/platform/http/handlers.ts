import type { Readable } from 'node:stream'
import type { Param, Route } from '@polegraph/contract/route.ts'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/database.ts'
import type { CallerOf } from './caller.ts'
import { KeptBody } from './compress.ts'
import type { EventStream } from './event-streams.ts'

// The types of a slice's `routes.ts`: one function for each route of the contract.

type NoFields = Record<never, never>
type ParamsOf<R extends Route> =
  R['params'] extends Record<string, Param> ? { [Name in keyof R['params']]: string } : NoFields
type FieldsOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : NoFields

/** The domain that a path names, found in the caller's project. */
export interface LoadedDomain {
  id: string
  project_id: string
  archived: boolean
  /** Whether callers that may only read may ask a model. */
  readers_may_spend: boolean
  /** The number of the last change of its graph: a cached copy is current when it has this number. */
  graph_seq: number
  /** The graph of any time since then is complete, and so are all changes after `history_seq`. Null while nothing was deleted. */
  history_since: string | null
  history_seq: number
}

export interface Call<R extends Route> {
  db: Database
  caller: CallerOf<R['auth']>
  params: ParamsOf<R>
  query: FieldsOf<R['query']>
  body: FieldsOf<R['body']>
  domain: R['params'] extends { domainId: Param } ? LoadedDomain : undefined
  /** Of a route that `uploads`: the body, which nobody has read yet. */
  upload: Readable
  /** How long the body is by its own word; 0 where that does not say. */
  upload_bytes: number
  /** The key under which an upload is the same as an earlier one. Other calls with one are answered before their handler. */
  idempotency_key: string | undefined
  /** The IP address of the client. */
  address: string
  /** The name that the client gives itself; empty when it gives none. */
  user_agent: string
  /** The credential as it was sent, for calls that end or move a session. */
  credential: string | undefined
  /** The path with its query. */
  url: string
  /** Base of links for this caller: PUBLIC_URL, or the host of the request. */
  base_url: string
  /** The same, where nobody but the operator or the machine itself has named it; undefined otherwise. */
  known_url: string | undefined
  /** The caller would rather have Markdown, where the route has it. */
  wants_markdown: boolean
  /** The ETag that what is changed must still have. */
  if_match: string | undefined
  request_id: string
  /** The id of the last event that a reconnecting reader has seen. */
  last_event_id: number | undefined
  /** Aborted when the caller has left, or has waited too long. */
  ended: AbortSignal
  /** Headers of the answer. */
  headers: Record<string, string>
}

type WriteEvents = (out: EventStream) => void | Promise<void>
type BodyOf<R extends Route> =
  | z.output<R['answer']>
  | KeptJson
  | (R['redirects'] extends true ? Redirect : never)
  | (R['may_be_markdown'] extends true ? Markdown : never)
type AnswerOf<R extends Route> = BodyOf<R> | Promise<BodyOf<R>>

/** The answer of a route that `redirects`: what its path names was merged into something else. */
export class Redirect {
  readonly location: string
  readonly merged_into: string

  constructor(location: string, mergedInto: string) {
    this.location = location
    this.merged_into = mergedInto
  }
}

/** The answer of a route that `may_be_markdown`. */
export class Markdown {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is the same for many: its JSON is made once. */
export class KeptJson {
  readonly text: string
  readonly body: KeptBody

  constructor(text: string) {
    this.text = text
    this.body = new KeptBody(text)
  }
}

/** The answer of a route that `downloads`. */
export interface Download {
  content_type: string
  /** Letters, digits, dots and hyphens. */
  file_name: string
  /** Read one at a time, each when the chunks before it have been sent. */
  chunks: AsyncIterable<string>
}

/**
 * read      a GET, or a form that asks for something
 * stream    a GET that is answered by server-sent events, written as they happen
 * download  a GET that is answered by a file of any size, written as it is read
 * write     runs in one transaction, together with the answer kept for its Idempotency-Key
 * direct    a change that opens its transactions itself, because it does something slow in between
 */
export type Handler<R extends Route> = R['streams'] extends true
  ? { stream: (call: Call<R>) => WriteEvents | Promise<WriteEvents> }
  : R['downloads'] extends readonly string[]
    ? { download: (call: Call<R>) => Download }
    : R extends { method: 'GET' } | { takes_form: true }
      ? { read: (call: Call<R>) => AnswerOf<R> }
      : Write<(call: Call<R> & { tx: Transaction }) => AnswerOf<R>> | { direct: (call: Call<R>) => AnswerOf<R> }

/**
 * How a write locks the domain that its path names, from the start of its transaction: two writes that first lock it
 * weakly and then ask for more would deadlock.
 * keep    nobody may delete it; the default
 * change  nobody else may change it either
 * delete  nobody else may write anything in it
 */
export type DomainLock = 'keep' | 'change' | 'delete'

interface Write<Run> {
  write: Run
  lock?: DomainLock
}

/** A handler that returns the whole answer at once. */
export type AnsweringHandler = Exclude<AnyHandler, { stream: unknown } | { download: unknown }>

export type Handlers<Routes extends Record<string, Route>> = { [Name in keyof Routes]: Handler<Routes[Name]> }

/** The same without the types of one route, for the pipeline that runs them all. */
export type AnyHandler =
  | { read: (call: Call<Route>) => unknown }
  | { stream: (call: Call<Route>) => WriteEvents | Promise<WriteEvents> }
  | { download: (call: Call<Route>) => Download }
  | Write<(call: Call<Route> & { tx: Transaction }) => unknown>
  | { direct: (call: Call<Route>) => unknown }
