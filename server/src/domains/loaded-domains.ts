import { bytesOf, Cache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import type { LoadOptions } from '../platform/http/app/run-handler.ts'
import type { LoadedDomain } from '../platform/http/handlers.ts'
import { deletedDomainChannel } from './delete-domain.ts'
import { domainChannel } from './domain-change.ts'
import { loadDomain } from './domains.ts'

// Caches the domains that requests name, so that a read costs no query for it. A domain is dropped as soon as it or its
// graph changes: in this process when the change commits, in others by the database's notice. While notices cannot be
// received nothing is cached.

/** A safety net behind the notices. */
const rememberMs = 30_000

interface Remembered {
  project_id: string
  domain: LoadedDomain
  forget_at: number
}

export class LoadedDomains {
  readonly #db: Database
  readonly #clock: Clock
  /** By id. */
  readonly #remembered = new Cache<Remembered>('domains', bytesOf, { ownerOf: ({ project_id }) => project_id })
  #live = false
  /** Counts changes: a look-up that began before a change must not be cached after it. */
  #changes = 0

  constructor(options: { db: Database; clock: Clock }) {
    this.#db = options.db
    this.#clock = options.clock
  }

  async start(): Promise<void> {
    const forget = (domainId: string) => {
      this.#changes++
      this.#remembered.delete(domainId)
    }
    await this.#db.listen(deletedDomainChannel, { onNotice: forget })
    await this.#db.listen(domainChannel, {
      onNotice: forget,
      onLive: (live) => {
        this.#live = live
        this.#changes++
        this.#remembered.clear()
      },
    })
  }

  load = (db: Queryable, projectId: string, domainId: string, options: LoadOptions) => {
    if (options.lock || !options.may_be_cached) return loadDomain(db, projectId, domainId, options)
    const known = this.#remembered.get(domainId)
    const isCurrent = this.#live && known !== undefined && known.forget_at > this.#clock.now().getTime()
    // A domain of another project is looked up, and not found.
    return isCurrent && known.project_id === projectId ? known.domain : this.#lookUp(db, projectId, domainId)
  }

  async #lookUp(db: Queryable, projectId: string, domainId: string): Promise<LoadedDomain | undefined> {
    const changes = this.#changes
    const forget_at = this.#clock.now().getTime() + rememberMs
    const domain = await loadDomain(db, projectId, domainId, { lock: false })
    if (domain && this.#live && changes === this.#changes) {
      this.#remembered.set(domainId, { project_id: projectId, domain, forget_at })
    }
    return domain
  }
}
