import type { Clock } from '../platform/clock.ts'
import type { HostLease } from './host-lease.ts'
import { ComeLater } from './lease-errors.ts'
import { busyMs } from './politeness.ts'

interface HostLeasesOptions {
  clock: Clock
  /** Undefined while another worker holds the host. */
  borrow(host: string): Promise<HostLease | undefined>
  release(leases: HostLease[]): Promise<void>
}

/** The hosts that the work on a page may send to: its own, and those that redirects lead to. */
export class HostLeases {
  readonly own: HostLease
  readonly #options: HostLeasesOptions
  readonly #borrowed = new Map<string, HostLease>()
  #asked: HostLease

  constructor(own: HostLease, options: HostLeasesOptions) {
    this.own = own
    this.#options = options
    this.#asked = own
  }

  /** Throws ComeLater while another worker holds the host. */
  async of(host: string): Promise<HostLease> {
    if (host === this.own.host) return this.own
    const known = this.#borrowed.get(host)
    if (known) return known
    const lease = await this.#options.borrow(host)
    if (!lease) {
      const now = this.#options.clock.now().getTime()
      throw new ComeLater(new Date(now + busyMs + Math.random() * busyMs))
    }
    this.#borrowed.set(host, lease)
    return lease
  }

  /** Like `of`, for the next request: from now on answers and failures are those of this host. */
  async ask(host: string, { hop }: { hop: number }): Promise<HostLease> {
    // A redirect is an answer, wherever it leads.
    if (hop > 0) this.noteAnswer(true)
    this.#asked = await this.of(host)
    return this.#asked
  }

  /** Whether the host that was asked last has answered. */
  noteAnswer(hasAnswered: boolean): void {
    this.#asked.noteAnswer(hasAnswered)
  }

  noteSent(host: string): void {
    if (host === this.own.host) this.own.noteSent()
    else this.#borrowed.get(host)?.noteSent()
  }

  get all(): HostLease[] {
    return [this.own, ...this.#borrowed.values()]
  }

  async giveBackBorrowed(): Promise<void> {
    const borrowed = [...this.#borrowed.values()]
    this.#borrowed.clear()
    this.#asked = this.own
    await this.#options.release(borrowed)
  }
}
