import type { Param, Route } from '@polegraph/contract/route.ts'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/database.ts'
import type { CallerOf } from './caller.ts'
import type { EventStream } from './event-streams.ts'

// What a slice's routes.ts is made of: for each route of the contract, one function.

type NoFields = Record<never, never>
type ParamsOf<R extends Route> =
  R['params'] extends Record<string, Param> ? { [Name in keyof R['params']]: string } : NoFields
type FieldsOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : NoFields

/** The domain that a path names, found in the caller's project. */
export interface LoadedDomain {
  id: string
  archived: boolean
  /** The number of the last change of its graph: whoever keeps a copy knows by it whether the copy is true. */
  graph_seq: number
  /** The graph of any time since then is known, and every change with a higher number than `history_seq`. */
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
  /** Where the request comes from. */
  address: string
  /** The credential as it came, for the calls that end or move a session. */
  credential: string | undefined
  /** What was asked for: the path with its query. */
  url: string
  /** Base of links for this caller: PUBLIC_URL, or what the request was sent to. */
  base_url: string
  /** The id of the last event that a reconnecting reader has seen. */
  last_event_id: number | undefined
  /** Headers of the answer. */
  headers: Record<string, string>
}

type WriteEvents = (out: EventStream) => void | Promise<void>
type BodyOf<R extends Route> = z.output<R['answer']> | (R['redirects'] extends true ? Redirect : never)
type AnswerOf<R extends Route> = BodyOf<R> | Promise<BodyOf<R>>

/** The answer of a route that `redirects`: what its path names was merged, and is to be asked for elsewhere. */
export class Redirect {
  readonly location: string
  readonly merged_into: string

  constructor(location: string, mergedInto: string) {
    this.location = location
    this.merged_into = mergedInto
  }
}

/** The answer of a route that `downloads`. */
export interface Download {
  content_type: string
  /** Letters, digits, dots and hyphens. */
  file_name: string
  /** Read one at a time, each when those before have left for the reader. */
  chunks: AsyncIterable<string>
}

/**
 * read      a GET
 * stream    a GET that is answered by server-sent events, written as they happen
 * download  a GET that is answered by a file of any size, written as it is read
 * write     runs in one transaction, together with the answer kept for its Idempotency-Key
 * direct    a change that opens its transactions itself, because it does something slow in between
 */
export type Handler<R extends Route> = R['streams'] extends true
  ? { stream: (call: Call<R>) => WriteEvents }
  : R['downloads'] extends readonly string[]
    ? { download: (call: Call<R>) => Download }
    : R['method'] extends 'GET'
      ? { read: (call: Call<R>) => AnswerOf<R> }
      : Write<(call: Call<R> & { tx: Transaction }) => AnswerOf<R>> | { direct: (call: Call<R>) => AnswerOf<R> }

/**
 * How a write holds the domain that its path names while its transaction runs. Held from the start:
 * two that hold it lightly and then ask for more would wait for each other.
 * keep    nobody may delete it; without a word, this
 * change  nobody else may change it either
 * delete  nobody else may write anything in it
 */
export type DomainLock = 'keep' | 'change' | 'delete'

interface Write<Run> {
  write: Run
  lock?: DomainLock
}

/** One that gives the whole answer at once. */
export type AnsweringHandler = Exclude<AnyHandler, { stream: unknown } | { download: unknown }>

export type Handlers<Routes extends Record<string, Route>> = { [Name in keyof Routes]: Handler<Routes[Name]> }

/** The same, with the types of one route forgotten, for the pipeline that runs them all. */
export type AnyHandler =
  | { read: (call: Call<Route>) => unknown }
  | { stream: (call: Call<Route>) => WriteEvents }
  | { download: (call: Call<Route>) => Download }
  | Write<(call: Call<Route> & { tx: Transaction }) => unknown>
  | { direct: (call: Call<Route>) => unknown }
