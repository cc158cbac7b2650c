import { streams } from './calls.ts'
import type { CallGroups, Run, StreamedActivity, StreamedEvent } from './contract-types.ts'
import { type EventStreamOptions, followStream, type StreamOptions } from './event-stream.ts'
import { fillPath, makeCalls } from './make-calls.ts'
import { type PolegraphOptions, Transport } from './transport.ts'
import { type WaitOptions, waitForRun } from './wait-for-run.ts'

/** Has every call as a function, by group: the groups come from a table. */
const Calls = class {
  constructor(transport: Transport) {
    Object.assign(this, makeCalls(transport))
  }
} as new (
  transport: Transport,
) => CallGroups

/** A client of one service. */
export class Polegraph extends Calls {
  readonly #transport: Transport

  constructor(options: PolegraphOptions = {}) {
    const transport = new Transport(options)
    super(transport)
    this.#transport = transport
  }

  /** The events of a domain as they happen, without an end: a stream that breaks goes on where it was. */
  async *events(domainId: string, options: EventStreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    const path = fillPath(pathOf(streams.events), [domainId])
    for await (const { id, type, data } of followStream(this.#transport, path, options)) {
      yield { id, type, data: JSON.parse(data) } as StreamedEvent
    }
  }

  /** The actions of the agents of the project as they happen, without an end. */
  async *agents(options: StreamOptions = {}): AsyncGenerator<StreamedActivity, void, undefined> {
    for await (const { data } of followStream(this.#transport, pathOf(streams.agents), options)) {
      yield JSON.parse(data) as StreamedActivity
    }
  }

  /** Waits until a run has ended or is paused, and returns it; null when the domain has none. */
  waitForRun(domainId: string, options: WaitOptions = {}): Promise<Run | null> {
    return waitForRun(this, domainId, options)
  }
}

const pathOf = (row: string) => row.split(' ')[1] as string
