// Decides which webhook may begin another request. All share 256 slots, and a receiver that hangs holds one for ten
// seconds, so nobody may take so many that others find none. The limit depends on the slots that are free now:
//
//   a domain    | less than is free
//   a project   | less than four times that
//   a receiver  | less than four times that; a receiver is a host and a port, for all projects
//
// For a webhook that already holds a slot only half of the free ones count. So a hundred hanging webhooks of a domain
// get one slot each, and one that answers still gets its own. The worst project leaves 51 slots to the others, and so
// does the worst receiver.

const maxUnderWay = 256
const timesADomain = 4

/** What a request counts for. */
export interface SlotHolder {
  webhook_id: string
  domain_id: string
  project_id: string
  origin: string
}

export class Slots {
  readonly #held = new Map<string, number>()
  #free = maxUnderWay

  /** For trying out what would be left. */
  copy(): Slots {
    const copy = new Slots()
    copy.#free = this.#free
    for (const [holder, count] of this.#held) copy.#held.set(holder, count)
    return copy
  }

  hasFor({ webhook_id, domain_id, project_id, origin }: SlotHolder): boolean {
    const free = this.#heldBy(webhook_id) === 0 ? this.#free : this.#free / 2
    const most = timesADomain * free
    return this.#heldBy(domain_id) < free && this.#heldBy(project_id) < most && this.#heldBy(origin) < most
  }

  /** Returns the function that releases the slot. */
  take({ webhook_id, domain_id, project_id, origin }: SlotHolder): () => void {
    const holders = [webhook_id, domain_id, project_id, origin]
    this.#free--
    for (const holder of holders) this.#held.set(holder, this.#heldBy(holder) + 1)
    return () => {
      this.#free++
      for (const holder of holders) this.#drop(holder)
    }
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0
  }

  #drop(holder: string): void {
    const left = this.#heldBy(holder) - 1
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
  }
}
