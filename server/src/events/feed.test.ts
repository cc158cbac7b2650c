import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Listener } from '../platform/db/notice-board.ts'
import type { EventStream } from '../platform/http/event-streams.ts'
import { createLog } from '../platform/log.ts'
import { Feed, type StreamMessage } from './feed.ts'

// Moments that a real database cannot be made to hit: a log whose answers can be held back, and notices that come when
// the test says so.

class HeldLog {
  readonly channel = 'test'
  exists = true
  messages: StreamMessage[] = []
  #held: Promise<void> | undefined
  #holdsAll = false
  #release: () => void = () => undefined

  add(): void {
    const id = this.messages.length + 1
    this.messages.push({ id, text: `${id} ` })
  }

  /** From now on such answers are computed at once, and given when `release` is called. */
  hold(what: 'reads' | 'all'): void {
    this.#holdsAll = what === 'all'
    this.#held = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  release(): void {
    this.#held = undefined
    this.#release()
  }

  async lastId(): Promise<number | undefined> {
    const answer = this.exists ? this.messages.length : undefined
    if (this.#holdsAll) await this.#held
    return answer
  }

  async read(_owner: string, after: number, limit: number): Promise<StreamMessage[]> {
    const answer = this.messages.filter(({ id }) => id > after).slice(0, limit)
    await this.#held
    return answer
  }
}

class Reader implements EventStream {
  isOpen = true
  read = ''
  #onClose: (() => void)[] = []
  get ids(): string[] {
    return this.read
      .replaceAll(/id: \d+\n\n/g, '')
      .trim()
      .split(' ')
  }
  write(messages: string | Buffer): void {
    this.read += messages.toString()
  }
  drained(): Promise<void> {
    return Promise.resolve()
  }
  onClose(listener: () => void): void {
    this.#onClose.push(listener)
  }
  end(): void {
    this.isOpen = false
    for (const listener of this.#onClose) listener()
  }
}

async function startFeed() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const source = new HeldLog()
  let listener: Listener | undefined
  const db = {
    listen: async (_channel: string, heard: Listener) => {
      listener = heard
    },
  }
  const feed = new Feed({ db, log: createLog({ level: 'silent' }), source })
  await feed.start()
  return { feed, source, notice: () => listener?.onNotice('owner'), live: () => listener?.onLive?.(true) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

describe('a reader', () => {
  it('that joins ahead of those who are being written to gets nothing twice', async () => {
    const { feed, source, notice } = await startFeed()
    const early = new Reader()
    await feed.follow('owner', 0, early)
    await settled()
    source.add()
    source.add()
    source.hold('reads')
    notice()
    // This reader has seen both events, on another node, before they are written here.
    const late = new Reader()
    await feed.follow('owner', 2, late)
    source.release()
    await settled()
    source.add()
    notice()
    await settled()
    expect(early.ids).toEqual(['1', '2', '3'])
    expect(late.ids).toEqual(['3'])
  })

  it('misses nothing that is committed while it joins', async () => {
    const { feed, source } = await startFeed()
    source.hold('all')
    const reader = new Reader()
    const following = feed.follow('owner', undefined, reader)
    // The notice comes before anybody follows.
    source.add()
    source.release()
    await following
    await settled()
    expect(reader.ids).toEqual(['1'])
  })

  it('gets what came while notices were not heard, as soon as they are again', async () => {
    const { feed, source, live } = await startFeed()
    const reader = new Reader()
    await feed.follow('owner', 0, reader)
    await settled()
    source.add()
    live()
    await settled()
    expect(reader.ids).toEqual(['1'])
  })

  it('gets in seconds what came without a notice', async () => {
    const { feed, source } = await startFeed()
    const reader = new Reader()
    await feed.follow('owner', 0, reader)
    await settled()
    source.add()
    vi.advanceTimersByTime(5_000)
    await settled()
    expect(reader.ids).toEqual(['1'])
    feed.stop()
    source.add()
    vi.advanceTimersByTime(50_000)
    await settled()
    expect(reader.ids).toEqual(['1'])
  })

  it('gets a notice that comes while the one before it is worked on', async () => {
    const { feed, source, notice } = await startFeed()
    const reader = new Reader()
    await feed.follow('owner', 0, reader)
    await settled()
    source.hold('all')
    source.add()
    notice()
    source.add()
    notice()
    source.release()
    await settled()
    expect(reader.ids).toEqual(['1', '2'])
  })

  it('is told when its log has ended, and then followed no more', async () => {
    const { feed, source, notice } = await startFeed()
    const reader = new Reader()
    await feed.follow('owner', 0, reader)
    await settled()
    source.exists = false
    notice()
    await settled()
    expect(reader.isOpen).toBe(false)
    const read = vi.spyOn(source, 'read')
    notice()
    await settled()
    expect(read).not.toHaveBeenCalled()
  })
})
