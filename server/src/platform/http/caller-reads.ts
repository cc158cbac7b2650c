import type { ServerResponse } from 'node:http'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Listener } from '../db/notice-board.ts'
import { fail } from './errors.ts'

/** Nobody waits for the answer any more. */
export class CallerLeft extends Error {
  override name = 'CallerLeft'
}

/**
 * The database as a reader of an answer gets it: when its caller leaves or its time is over, no further statement is
 * begun, and the one under way is cancelled.
 */
export class CallerReads implements Database {
  readonly prompt: Queryable
  /** For work that others wait for too. */
  readonly shared: Database
  readonly #response: ServerResponse
  readonly #withinMs: number
  #ended: AbortSignal | undefined

  constructor(db: Database, response: ServerResponse, withinMs: number) {
    this.prompt = db.prompt
    this.shared = db
    this.#response = response
    this.#withinMs = withinMs
  }

  /** Made when it is needed: most answers come from memory. */
  get ended(): AbortSignal {
    this.#ended ??= endOf(this.#response, this.#withinMs)
    return this.#ended
  }

  query<Row extends object>(text: string, values?: unknown[], ended: AbortSignal = this.ended): Promise<Row[]> {
    return this.shared.query(text, values, ended)
  }

  queryAsPg(text: string, values?: unknown[]): Promise<{ rows: object[] }> {
    return this.shared.queryAsPg(text, values)
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, ended?: AbortSignal): Promise<Result> {
    return this.shared.transaction(work, ended)
  }

  listen(channel: string, listener: Listener): Promise<void> {
    return this.shared.listen(channel, listener)
  }

  close(): Promise<void> {
    return this.shared.close()
  }
}

function endOf(response: ServerResponse, withinMs: number): AbortSignal {
  const ending = new AbortController()
  const late = setTimeout(() => ending.abort(fail('took_too_long', { headers: { 'retry-after': '30' } })), withinMs)
  const leave = () => {
    clearTimeout(late)
    ending.abort(new CallerLeft('the caller has left'))
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return ending.signal
}

/** The database for work that goes on when its caller leaves, because others wait for it too. */
export const sharedReads = <Db extends Queryable>(db: Db): Db | Database => (db instanceof CallerReads ? db.shared : db)
