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
  /** Base of links for this caller: PUBLIC_URL, or what the request was sent to. */
  base_url: string
  /** The id of the last event that a reconnecting reader has seen. */
  last_event_id: number | undefined
  /** Headers of the answer. */
  headers: Record<string, string>
}

type WriteEvents = (out: EventStream) => void | Promise<void>
type AnswerOf<R extends Route> = z.output<R['answer']> | Promise<z.output<R['answer']>>

/**
 * read    a GET
 * stream  a GET that is answered by server-sent events, written as they happen
 * write   runs in one transaction, together with the answer kept for its Idempotency-Key
 * direct  a change that opens its transactions itself, because it does something slow in between
 */
export type Handler<R extends Route> = R['streams'] extends true
  ? { stream: (call: Call<R>) => WriteEvents }
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

export type Handlers<Routes extends Record<string, Route>> = { [Name in keyof Routes]: Handler<Routes[Name]> }

/** The same, with the types of one route forgotten, for the pipeline that runs them all. */
export type AnyHandler =
  | { read: (call: Call<Route>) => unknown }
  | { stream: (call: Call<Route>) => WriteEvents }
  | Write<(call: Call<Route> & { tx: Transaction }) => unknown>
  | { direct: (call: Call<Route>) => unknown }
