import type { crawlRun } from '@polegraph/contract/crawl/runs.ts'
import type { ErrorCode } from '@polegraph/contract/errors.ts'
import type { agentActivity, EventType, eventPayloads } from '@polegraph/contract/events/events.ts'
import type { GraphEventType, graphEventPayloads } from '@polegraph/contract/events/graph-events.ts'
import type { delivery } from '@polegraph/contract/events/webhooks.ts'
import type { RouteName, Routes } from '@polegraph/contract/routes.ts'
import type { z } from 'zod'
import type { CallOptions, Listing, PendingCall, UploadedFile } from './call-options.ts'
import type { calls } from './calls.ts'

// The types of all calls, inferred from the contract. The package has the same types written out, so that its users need
// neither the contract nor zod (sdk/pack/); a test holds the two equal.

/** The code of an error: one of the service, or one of the three that say that no answer of it has come. */
export type PolegraphErrorCode = ErrorCode | 'connection_failed' | 'timeout' | 'unexpected_answer'

/** An event of a domain, as its stream has it. */
export type StreamedEvent = {
  [Type in EventType | GraphEventType]: {
    id: number
    type: Type
    data: z.output<(typeof eventPayloads & typeof graphEventPayloads)[Type]>
  }
}[EventType | GraphEventType]

/** One action of an agent of the service. */
export type StreamedActivity = z.output<typeof agentActivity>

/** The body of a delivery to a webhook. */
export type WebhookDelivery = z.output<typeof delivery>

/** A run as `runs.list` has it. */
export type Run = z.output<typeof crawlRun>

/** Every call of the client. */
export type CallGroups = {
  [Group in keyof typeof calls]: { [Name in keyof (typeof calls)[Group]]: CallOf<(typeof calls)[Group][Name]> }
}

// Routes are inferred and nowhere constrained: comparing all of them with each other takes the compiler a minute.

type RouteByLine = { [Name in RouteName as `${Routes[Name]['method']} ${Routes[Name]['path']}`]: Routes[Name] }

type CallOf<Row> = Row extends `${infer Method} ${infer Path} ${infer Marks}`
  ? CallOfLine<`${Method} ${Path}`, Path, Marks>
  : Row extends `${string} ${infer Path}`
    ? CallOfLine<Row, Path, ''>
    : never

type CallOfLine<Line extends string, Path, Marks> = RouteByLine extends { [Key in Line]: infer Route }
  ? Func<Route, Path, Marks>
  : never

type Func<Route, Path, Marks> = (
  ...args: [...Params<Path>, ...Input<Route, Marks>, options?: CallOptions]
) => Result<Route extends { answer: infer Schema } ? z.output<Schema> : never, Marks>

/** Versions are numbers, all other ids are strings. */
type Params<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends 'version' ? number : string, ...Params<Rest>]
  : []

type Input<Route, Marks> = Marks extends '?query upload'
  ? Route extends { query: infer Schema }
    ? [fields: QueryOf<Schema>, file: UploadedFile]
    : never
  : Marks extends `?query${string}`
    ? Route extends { query: infer Schema }
      ? Argument<QueryOf<Schema>>
      : never
    : Marks extends '+body'
      ? Route extends { body: infer Schema }
        ? Argument<BodyOf<Schema>>
        : never
      : []

type Argument<Fields> = object extends Fields ? [fields?: Fields] : [fields: Fields]

/** The service takes anything as the scope of a key, and makes a full key of what is misspelt: here it is one of two. */
type BodyOf<Schema> = {
  [Field in keyof z.input<Schema>]: unknown extends z.input<Schema>[Field]
    ? Field extends keyof z.output<Schema>
      ? z.output<Schema>[Field]
      : never
    : z.input<Schema>[Field]
}

/** Optional is what the wire may leave out; the values are those that the service makes of it: numbers, lists, flags. */
type QueryOf<Schema> = {
  [Field in keyof z.input<Schema>]: Field extends keyof z.output<Schema>
    ? QueryValue<Exclude<z.output<Schema>[Field], undefined>>
    : never
}

/** A list may be given as one item, but not a list of a fixed length. */
type QueryValue<Value> = Value extends readonly (infer Item)[]
  ? number extends Value['length']
    ? Item | readonly Item[]
    : Readonly<Value>
  : Value

type Result<Answer, Marks> = Marks extends `${string}>${infer Items}`
  ? Items extends keyof Answer
    ? Answer[Items] extends readonly (infer Item)[]
      ? Listing<Answer, Item>
      : never
    : never
  : Marks extends `${string}file`
    ? PendingCall<Response>
    : PendingCall<Answer>
