export interface Listener {
  /** May be called more than once for one notice. */
  onNotice(payload: string): void
  /** False from the moment notices may be missed, true when they are received again. */
  onLive?(live: boolean): void
}

/** The listeners of this process, by channel. The engine's connection receives the notices. */
export class NoticeBoard {
  readonly #listeners = new Map<string, Listener[]>()
  readonly #hear: (channel: string) => Promise<void>

  constructor(hear: (channel: string) => Promise<void>) {
    this.#hear = hear
  }

  get channels(): string[] {
    return [...this.#listeners.keys()]
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    if (!/^[a-z0-9_]+$/.test(channel)) throw new Error(`${channel} is not the name of a channel`)
    const listeners = this.#listeners.get(channel) ?? []
    this.#listeners.set(channel, [...listeners, listener])
    await this.#hear(channel)
  }

  post(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener.onNotice(payload)
  }

  setLive(live: boolean): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onLive?.(live)
  }
}
