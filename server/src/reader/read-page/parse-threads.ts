import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { GateVerdict } from '../../gate/text/text-rules.ts'
import type { Log } from '../../platform/log.ts'
import { SharedSlots } from '../../platform/shared-slots.ts'
import { findSignature } from '../../web/charset/content-signatures.ts'
import { type PackedPage, unpackPage } from './packed-page.ts'
import {
  type JudgeJob,
  type NamesJob,
  type PageReading,
  ParseFailed,
  type ParseJob,
  type ReadingOf,
} from './parse-job.ts'

// Reads pages on threads, away from the event loop that answers requests. A page may break its thread: the thread ends,
// the page fails, and a new thread replaces it. Projects take turns, and one thread is left for the others.

export interface ParseThreadsOptions {
  log: Log
  /** Threads that one project may use. */
  threads?: number
  /** Milliseconds that one page may take on a thread. */
  within_ms?: number
  /** Heap limit of one thread. A page of 10 MiB needs about a third of the default. */
  memory_mb?: number
  /** Compiled rules that all threads together remember. */
  rules_bytes?: number
  /** Gets the seconds that each page took, with its wait for a thread. */
  onRead?: ((seconds: number) => void) | undefined
}

export type ReadingBounds = Omit<ParseThreadsOptions, 'log' | 'onRead'>

type Answer = ReadingOf<PackedPage> | string | GateVerdict[]

interface Task {
  job: ParseJob | NamesJob | JudgeJob
  resolve(answer: Answer): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  is_ready: boolean
  task: Task | undefined
  deadline: NodeJS.Timeout | undefined
  watch: NodeJS.Timeout | undefined
}

type Message =
  | { is_ready: true }
  | { reading: ReadingOf<PackedPage> }
  | { names: string }
  | { verdicts: GateVerdict[] }
  | { error: string }

const threadsMax = 4
const file = new URL('./parse-thread.ts', import.meta.url)

export class ParseThreads {
  readonly #log: Log
  readonly #max: number
  readonly #slots: SharedSlots
  readonly #withinMs: number
  readonly #memoryMb: number
  readonly #rulesBytes: number
  readonly #onRead: ((seconds: number) => void) | undefined
  readonly #threads = new Set<Thread>()
  readonly #waiting: Task[] = []
  /** Consecutive threads that ended before they were ready; after `failedStartsMax` the waiting pages fail. */
  #failedStarts = 0
  #isClosed = false

  constructor(options: ParseThreadsOptions) {
    const { log, threads, within_ms = 10_000, memory_mb = 256, rules_bytes = rulesBytesMax, onRead } = options
    this.#log = log
    this.#rulesBytes = rules_bytes
    this.#onRead = onRead
    const perProject = threads ?? Math.min(threadsMax, Math.max(1, availableParallelism() - 1))
    this.#max = perProject + 1
    this.#slots = new SharedSlots({ total: this.#max, per_holder: perProject })
    this.#withinMs = within_ms
    this.#memoryMb = memory_mb
  }

  /** Starts a thread before there is a page for it: loading takes as long as reading some dozen pages. */
  startAhead(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#start()
  }

  /**
   * Pages of a project are read in order. The caller limits how many wait. Rejects with ParseFailed, and with the signal's
   * reason when that comes first.
   */
  async parse(projectId: string, job: ParseJob, signal?: AbortSignal): Promise<PageReading> {
    const startedAt = performance.now()
    const reading = unpack((await this.#inTurn(projectId, job, signal)) as ReadingOf<PackedPage>)
    this.#onRead?.((performance.now() - startedAt) / 1000)
    return reading
  }

  /** The claims as JSON. Rejects like `parse`. */
  async readNames(projectId: string, job: NamesJob, signal?: AbortSignal): Promise<string> {
    // Before other pages of the project: this one holds a host and its text, while the others have not begun.
    return (await this.#inTurn(projectId, job, signal, true)) as string
  }

  /** A verdict for each text. Rejects like `parse`. */
  async judge(holder: string, job: JudgeJob, signal?: AbortSignal): Promise<GateVerdict[]> {
    return (await this.#inTurn(holder, job, signal)) as GateVerdict[]
  }

  async #inTurn(holder: string, job: Task['job'], signal: AbortSignal | undefined, isFirst = false): Promise<Answer> {
    signal?.throwIfAborted()
    return this.#slots.run(holder, () => this.#ask(job, signal), signal && (() => signal), isFirst)
  }

  async #ask(job: Task['job'], signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw closed()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const task = { job, resolve, reject }
    const leave = () => {
      const at = this.#waiting.indexOf(task)
      if (at >= 0) this.#waiting.splice(at, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#waiting.push(task)
    this.#next()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Ends all threads and rejects running and waiting jobs. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const task of this.#waiting.splice(0)) task.reject(closed())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, closed())))
  }

  #next(): void {
    for (const thread of this.#threads) {
      if (this.#waiting.length === 0) return
      if (thread.is_ready && !thread.task) this.#give(thread, this.#waiting.shift() as Task)
    }
    const coming = [...this.#threads].filter(({ is_ready }) => !is_ready).length
    const wanted = Math.min(this.#waiting.length - coming, this.#max - this.#threads.size)
    for (let count = 0; count < wanted; count++) this.#start()
  }

  #start(): void {
    const worker = new Worker(file, {
      name: 'parse',
      env: threadEnvironment(),
      workerData: { rules_bytes: Math.floor(this.#rulesBytes / this.#max) },
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    })
    const thread: Thread = { worker, is_ready: false, task: undefined, deadline: undefined, watch: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: Message) => this.#onMessage(thread, message))
    worker.on('error', (error) => this.#onBroken(thread, error))
    worker.on('exit', () => this.#onBroken(thread, undefined))
  }

  #give(thread: Thread, task: Task): void {
    thread.task = task
    const isDocument = 'body' in task.job && findSignature(task.job.body) === 'application/pdf'
    const within = isDocument ? documentTimes * this.#withinMs : this.#withinMs
    thread.deadline = setTimeout(() => this.#onLate(thread, within), within)
    if (isDocument) thread.watch = setInterval(() => void this.#watchMemory(thread, task), watchMs)
    if (!('body' in task.job)) {
      thread.worker.postMessage(task.job)
      return
    }
    const body = ownBytes(task.job.body)
    thread.worker.postMessage({ ...task.job, body }, [body.buffer])
  }

  #onMessage(thread: Thread, message: Message): void {
    if ('is_ready' in message) {
      thread.is_ready = true
      this.#failedStarts = 0
    } else {
      const task = this.#release(thread)
      if ('reading' in message) task?.resolve(message.reading)
      else if ('names' in message) task?.resolve(message.names)
      else if ('verdicts' in message) task?.resolve(message.verdicts)
      else {
        this.#log.error({ url: task?.job.url, error: message.error }, 'a page could not be read')
        task?.reject(new ParseFailed('reading failed'))
      }
    }
    this.#next()
  }

  /** The limit of a thread's heap does not hold what lies beside it: the bytes that a document unpacks to. */
  async #watchMemory(thread: Thread, task: Task): Promise<void> {
    const { external_memory } = await thread.worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
    if (thread.task !== task || external_memory < this.#memoryMb * 1024 * 1024) return
    this.#log.warn({ url: task.job.url }, 'a page needed too much memory')
    void this.#end(thread, tooMuchMemory())
    this.#next()
  }

  #onLate(thread: Thread, within: number): void {
    this.#log.warn({ url: thread.task?.job.url }, 'a page took too long to read')
    void this.#end(thread, new ParseFailed(`reading took longer than ${within / 1000} s`))
    this.#next()
  }

  #onBroken(thread: Thread, error: Error | undefined): void {
    if (!this.#threads.has(thread)) return
    if (!thread.is_ready) this.#failedStarts++
    const isTooMuch = error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#log.warn({ url: thread.task?.job.url, error: error?.message }, 'a reading thread ended')
    void this.#end(thread, isTooMuch ? tooMuchMemory() : new ParseFailed('reading failed'))
    if (this.#failedStarts >= failedStartsMax) {
      this.#failedStarts = 0
      for (const task of this.#waiting.splice(0)) task.reject(new ParseFailed('reading failed'))
    }
    this.#next()
  }

  #release(thread: Thread): Task | undefined {
    const { task } = thread
    clearTimeout(thread.deadline)
    clearInterval(thread.watch)
    thread.task = undefined
    return task
  }

  async #end(thread: Thread, reason: ParseFailed): Promise<void> {
    this.#threads.delete(thread)
    this.#release(thread)?.reject(reason)
    await thread.worker.terminate()
  }
}

const failedStartsMax = 3
const watchMs = 50
/** A document has up to hundreds of pages, and may take so many times as long as a page. */
const documentTimes = 3
/** The rules of one gate take 10 MB at most, those of almost all gates a few kilobytes. */
const rulesBytesMax = 40 * 1024 * 1024

/**
 * The environment of a thread. A thread that reads untrusted pages gets no variables, except the compile cache of the
 * process: with it, a thread starts in half the time.
 */
function threadEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

function unpack(reading: ReadingOf<PackedPage>): PageReading {
  return reading.kind === 'other' ? reading : { ...reading, page: unpackPage(reading.page) }
}

function tooMuchMemory(): ParseFailed {
  return new ParseFailed('reading needed too much memory')
}

function closed(): ParseFailed {
  return new ParseFailed('reading was stopped')
}

/** Bytes that can be transferred. Small buffers share memory with others and are copied. */
function ownBytes(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = body
  const isAlone = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(body)
}
