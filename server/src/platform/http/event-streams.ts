import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { limits } from '@polegraph/contract/limits.ts'
import type { Clock } from '../clock.ts'
import { fail } from './errors.ts'

// Server-sent events. Every stream regularly gets a comment, so that no proxy takes it for dead, and is closed after a
// while, so that nobody can hold one forever. A reader that does not keep up is cut off: it reconnects with
// `Last-Event-ID` and misses nothing.

/** Bytes that may wait for a reader in this process. The buffers of two kernels hold some megabytes more. */
const maxUnreadBytes = 256 * 1024
/** Readers reconnect after so long; sent first, because a stream can break at any moment. */
const retryHint = 'retry: 1000\n\n'
const comment = ':\n\n'
const sweepMs = 1000
/** How long the last bytes of a stream that has ended may take. */
const leaveMs = 10_000

export interface EventStream {
  readonly isOpen: boolean
  /** Writes whole messages, or cuts off a reader that has too much unread. */
  write(messages: string | Buffer): void
  /** Resolves when what was written has left this process, or the stream is closed. */
  drained(): Promise<void>
  onClose(listener: () => void): void
  end(): void
}

interface OpenStream {
  response: ServerResponse
  openedAt: number
  commentedAt: number
  /** Checks whether the reader may still read; throws if not. */
  confirm(): Promise<void> | undefined
}

/** How many streams may be open at a time: of one project, and of all. */
export interface StreamsMax {
  streams: number
  streams_total: number
}

export class EventStreams {
  readonly #clock: Clock
  readonly #open = new Set<OpenStream>()
  readonly #byHolder = new Map<string, number>()
  readonly #max: StreamsMax
  #sweep: NodeJS.Timeout | undefined
  #closed = false

  constructor(clock: Clock, max: StreamsMax) {
    this.#clock = clock
    this.#max = max
  }

  /** Refuses one more stream when the holder, or all of them, have as many as they may have. */
  require(holder: string): void {
    if ((this.#byHolder.get(holder) ?? 0) >= this.#max.streams)
      throw fail('quota_reached', { text: 'quota reached: streams' })
    if (this.#open.size >= this.#max.streams_total)
      throw fail('quota_reached', { text: 'quota reached: streams_total' })
  }

  /** Begins the answer. `headers` is a flat list of names and values. */
  open(holder: string, response: ServerResponse, headers: string[], confirm: OpenStream['confirm']): EventStream {
    // Without chunked encoding a message is one write to the socket; the connection ends with the stream anyway.
    response.removeHeader('transfer-encoding')
    response.writeHead(200, [...headers, 'connection', 'close', 'x-accel-buffering', 'no'])
    response.write(retryHint)
    const now = this.#clock.now().getTime()
    const stream: OpenStream = { response, openedAt: now, commentedAt: now, confirm }
    this.#open.add(stream)
    this.#count(holder, 1)
    response.on('close', () => {
      this.#open.delete(stream)
      this.#count(holder, -1)
    })
    response.on('error', () => response.destroy())
    if (this.#closed) response.end()
    else this.#sweep ??= setInterval(() => this.#sweepAll(), sweepMs).unref()
    // The caller may have lost access since it was admitted.
    endUnlessConfirmed(stream)
    return {
      get isOpen() {
        return isOpen(response)
      },
      write: (messages) => writeOrCut(response, messages),
      drained: () => drained(response),
      onClose: (listener) => response.on('close', listener),
      end: () => response.end(),
    }
  }

  #count(holder: string, change: 1 | -1): void {
    const count = (this.#byHolder.get(holder) ?? 0) + change
    if (count > 0) this.#byHolder.set(holder, count)
    else this.#byHolder.delete(holder)
  }

  get count(): number {
    return this.#open.size
  }

  /** Ends the streams of callers that may no longer read. */
  confirmAll(): void {
    for (const stream of this.#open) endUnlessConfirmed(stream)
  }

  /** Ends every stream; their readers reconnect elsewhere, or later. */
  close(): void {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const { response } of this.#open) response.end()
  }

  #sweepAll(): void {
    const now = this.#clock.now().getTime()
    for (const stream of this.#open) {
      const age = now - stream.openedAt
      if (age >= limits.event_stream_seconds * 1000) {
        stream.response.end()
        if (age >= limits.event_stream_seconds * 1000 + leaveMs) stream.response.destroy()
      } else if (now - stream.commentedAt >= limits.event_comment_seconds * 1000) {
        stream.commentedAt = now
        writeOrCut(stream.response, comment)
        // A safety net behind the notices.
        endUnlessConfirmed(stream)
      }
    }
    if (this.#open.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

const isOpen = (response: ServerResponse) => !response.destroyed && !response.writableEnded

function writeOrCut(response: ServerResponse, messages: string | Buffer): void {
  if (!isOpen(response)) return
  if (response.writableLength > maxUnreadBytes) response.destroy()
  else response.write(messages)
}

/** Resolves when what was written has left this process, or the answer is cut off. */
export function drained(response: Writable): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

function endUnlessConfirmed({ response, confirm }: OpenStream): void {
  try {
    confirm()?.catch(() => response.end())
  } catch {
    response.end()
  }
}
