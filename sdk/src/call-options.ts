/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its retries and its waits. */
  signal?: AbortSignal
  /** How many more attempts a call that failed for the moment gets; the default is that of the client. */
  retries?: number
  /** How long one attempt may take; the default is that of the client. */
  timeout_ms?: number
  /** Makes a POST happen once, however often it is sent. A POST without one gets one, which holds for its retries. */
  idempotency_key?: string
  /** The `ETag` of what is changed: `stale_etag` (412) when it has changed since. */
  if_match?: string
  /** Sent instead of the key of the client. */
  key?: string
  /** Further headers. */
  headers?: Record<string, string>
}

/** The answer of a call, and what came with it. */
export interface Answered<Answer> {
  data: Answer
  /** Its body has been read, unless the answer is a file. */
  response: Response
}

/** A call under way. */
export interface PendingCall<Answer> extends Promise<Answer> {
  /** The answer with its response, for headers such as `ETag`. */
  withResponse(): Promise<Answered<Answer>>
}

/** A call for a list: awaited, it is one page; iterated, it is every item of the list, page after page. */
export interface Listing<Answer, Item> extends PendingCall<Answer>, AsyncIterable<Item> {}

/** A file that is sent. What can be read only once is sent only once: such a call gets no further attempts. */
export type UploadedFile =
  | string
  | Blob
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
