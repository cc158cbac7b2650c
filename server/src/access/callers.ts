import type { IncomingHttpHeaders } from 'node:http'
import type { KeyUse } from '../keys/key-use.ts'
import { findKeyCaller, keyPrefix, listPlainKeyHashes } from '../keys/keys.ts'
import { bytesOf, Cache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Credential } from '../platform/http/app/admit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { hasChecksum, hashSecret } from '../platform/secrets.ts'
import { accessChannel } from '../projects/access-change.ts'
import { readSessionCookie } from '../sessions/session-cookie.ts'
import { findSessionCaller, sessionPrefix } from '../sessions/sessions.ts'

// Finds the caller of a request in the database and caches it, so that an authenticated call costs no query. The cache
// drops a caller as soon as a key, a role, a session or a project changes: in this process when the change commits, in
// others by the database's notice. While notices cannot be received nothing is cached.

/** A safety net behind the notices; revocation does not rely on it. */
const rememberMs = 30_000

interface Remembered {
  caller: Caller
  forgetAt: number
}

export class Callers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #keyUse: KeyUse
  readonly #remembered = new Cache<Remembered>('callers', bytesOf, {
    ownerOf: ({ caller }) => caller.project?.id ?? caller.user_id ?? '',
  })
  #plainKeys = new Set<string>()
  #live = false
  /** Counts changes: a look-up that began before a change must not be cached after it. */
  #changes = 0

  constructor(options: { db: Database; clock: Clock; keyUse: KeyUse }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#keyUse = options.keyUse
  }

  async start(): Promise<void> {
    this.#plainKeys = await listPlainKeyHashes(this.#db)
    await this.#db.listen(accessChannel, {
      onNotice: (projectOrUserId) => this.#forget(projectOrUserId),
      onLive: (live) => {
        this.#live = live
        this.#forgetAll()
      },
    })
  }

  find(credential: Credential): Caller | null | Promise<Caller | null> {
    // Keyed by the secret itself, in memory only: hashing it would be the most expensive step of a request.
    const name = `${credential.kind} ${credential.secret}`
    const known = this.#remembered.get(name)
    if (known) {
      const now = this.#clock.now().getTime()
      if (this.#live && known.forgetAt > now) return this.#noteUse(known.caller, now)
      this.#remembered.delete(name)
    }
    const secretHash = hashSecret(credential.secret)
    if (!this.#canBeKnown(credential, secretHash)) return null
    return this.#lookUp(credential, secretHash, name)
  }

  /** The checksum refuses a mistyped secret without a query. */
  #canBeKnown({ kind, secret }: Credential, secretHash: Buffer): boolean {
    if (kind === 'session') return hasChecksum(sessionPrefix, secret)
    return hasChecksum(keyPrefix, secret) || this.#plainKeys.has(secretHash.toString('hex'))
  }

  async #lookUp(credential: Credential, secretHash: Buffer, name: string): Promise<Caller | null> {
    const changes = this.#changes
    const now = this.#clock.now().getTime()
    let forgetAt = now + rememberMs
    let caller: Caller | null
    if (credential.kind === 'key') {
      caller = await findKeyCaller(this.#db.prompt, secretHash)
    } else {
      const found = await findSessionCaller(this.#db.prompt, secretHash)
      const endsAt = found ? Date.parse(found.expires_at) : 0
      caller = found && endsAt > now ? found.caller : null
      forgetAt = Math.min(forgetAt, endsAt)
    }
    if (caller && this.#live && changes === this.#changes) {
      this.#remembered.set(name, { caller, forgetAt })
    }
    return caller && this.#noteUse(caller, now)
  }

  #noteUse(caller: Caller, now: number): Caller {
    if (caller.kind === 'key' && caller.project) this.#keyUse.note(caller.project.id, caller.id, now)
    return caller
  }

  #forget(projectOrUserId: string): void {
    this.#changes++
    const isMeant = ({ caller }: Remembered) =>
      caller.project?.id === projectOrUserId || caller.user_id === projectOrUserId
    // A copy, because entries are deleted during the walk.
    for (const [name, known] of [...this.#remembered]) if (isMeant(known)) this.#remembered.delete(name)
  }

  #forgetAll(): void {
    this.#changes++
    this.#remembered.clear()
  }
}

/** The Authorization header comes before the cookie. A header without a bearer token is an invalid key. */
export function readCredential(
  { headers }: { headers: IncomingHttpHeaders },
  options: { secure: boolean },
): Credential | undefined {
  if (headers.authorization !== undefined) {
    const match = /^bearer +(\S+)$/i.exec(headers.authorization)
    return { kind: 'key', secret: match?.[1] ?? '' }
  }
  const secret = readSessionCookie(headers.cookie, options)
  return secret === undefined ? undefined : { kind: 'session', secret }
}
