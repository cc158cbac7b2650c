import { LRUCache } from 'lru-cache'

// Every cache that lives longer than a request, with its bound in bytes: what is kept, not what it was made from. Pages
// and callers decide what goes into a cache, so a number of entries bounds nothing.

const mb = 1024 * 1024

export const cacheBounds = {
  answers: { bytes: 4 * mb, keeps: 'Answers to questions of the last minutes.' },
  callers: { bytes: 8 * mb, keeps: 'Callers of recent requests, by key or cookie.' },
  class_hints: { bytes: 2 * mb, keeps: 'What class names of pages tell, in each reading thread.' },
  counts: { bytes: 16 * mb, keeps: 'Counts over whole graphs, until the graph changes.' },
  domains: { bytes: 8 * mb, keeps: 'Domains that recent requests named.' },
  final_blocks: { bytes: 4 * mb, keeps: 'Blocks that sites of a domain repeat, once enough of their pages were seen.' },
  gates: { bytes: 32 * mb, keeps: 'Gates that are compiled to judge addresses.' },
  invented_tags: { bytes: mb / 2, keeps: 'Tags that pages have invented, in each reading thread.' },
  key_uses: { bytes: 2 * mb, keeps: 'When the last use of a key was written down.' },
  model_answers: { bytes: 8 * mb, keeps: 'Answers of the model, for pages that are read again after a failure.' },
  name_forms: { bytes: 24 * mb, keeps: 'Names that were taken apart to be compared.' },
  openapi: { bytes: 32 * mb, keeps: 'The OpenAPI file, for each address of the service.' },
  robots: { bytes: 16 * mb, keeps: 'Rules of robots.txt that are meant for us.' },
  seen_links: { bytes: 64 * mb, keeps: 'Links that are in the frontier already.' },
  selector_parts: { bytes: 2 * mb, keeps: 'Selectors of elements, in each reading thread.' },
  signing_keys: { bytes: 1 * mb, keeps: 'Keys that sign deliveries.' },
  site_blocks: { bytes: 8 * mb, keeps: 'Blocks that sites repeat on their pages, in each reading thread.' },
  statements: { bytes: 4 * mb, keeps: 'Statements that were seen, to prepare those that come often.' },
  stops: { bytes: 2 * mb, keeps: 'Crawls that were stopped.' },
  text_rules: { bytes: 40 * mb, keeps: 'Gates that are compiled to judge texts, in all reading threads together.' },
} as const satisfies Record<string, { bytes: number; keeps: string }>

export type CacheName = keyof typeof cacheBounds

/** The most that an entry takes beside its key and its value. */
export const entryBytes = 200

export interface CacheUse {
  bytes: number
  max_bytes: number
}

const open = new Map<CacheName, Set<WeakRef<Cache<object>>>>()

export interface CacheOptions<Value> {
  max_bytes?: number | undefined
  /** The project that an entry belongs to, where it belongs to one. */
  ownerOf?: (value: Value, key: string) => string
}

/** The owner in a key that begins with it. */
export const firstWord = (_value: unknown, key: string) => key.slice(0, key.indexOf(' '))

/** While others have something in a cache, one owner has no more than this part of it. */
const ownerShare = 1 / 2

/** Forgets what was used the longest ago. `sizeOf` gives the bytes of a value. */
export class Cache<Value extends NonNullable<unknown>> extends LRUCache<string, Value> {
  readonly #owned: OwnedEntries<Value> | undefined

  constructor(name: CacheName, sizeOf: (value: Value) => number, { max_bytes, ownerOf }: CacheOptions<Value> = {}) {
    const owned = ownerOf && new OwnedEntries(ownerOf)
    const bytes = (value: Value, key: string) => Math.ceil(sizeOf(value)) + 2 * key.length + entryBytes
    super({
      maxSize: max_bytes ?? cacheBounds[name].bytes,
      sizeCalculation: bytes,
      ...(owned && {
        onInsert: (value: Value, key: string) => owned.add(value, key, bytes(value, key)),
        dispose: (value: Value, key: string) => owned.remove(value, key),
      }),
    })
    this.#owned = owned
    const ofName = open.get(name) ?? new Set()
    open.set(name, ofName)
    ofName.add(new WeakRef(this as unknown as Cache<object>))
  }

  override set(key: string, value: Value): this {
    super.set(key, value)
    if (!this.#owned) return this
    const others = () => this.calculatedSize - (this.#owned?.bytesOf(value, key) ?? 0)
    while (others() > 0 && this.calculatedSize - others() > this.maxSize * ownerShare) {
      const oldest = this.#owned.oldestOf(value, key)
      if (oldest === undefined) break
      this.delete(oldest)
    }
    return this
  }

  get use(): CacheUse {
    return { bytes: this.calculatedSize, max_bytes: this.maxSize }
  }
}

/** The entries of each owner with their bytes, in the order in which they were made. */
class OwnedEntries<Value> {
  readonly #ownerOf: (value: Value, key: string) => string
  readonly #owners = new Map<string, { bytes: number; entries: Map<string, number> }>()

  constructor(ownerOf: (value: Value, key: string) => string) {
    this.#ownerOf = ownerOf
  }

  add(value: Value, key: string, bytes: number): void {
    this.remove(value, key)
    const owner = this.#ownerOf(value, key)
    const owned = this.#owners.get(owner) ?? { bytes: 0, entries: new Map() }
    owned.bytes += bytes
    owned.entries.set(key, bytes)
    this.#owners.set(owner, owned)
  }

  remove(value: Value, key: string): void {
    const owner = this.#ownerOf(value, key)
    const owned = this.#owners.get(owner)
    const bytes = owned?.entries.get(key)
    if (!owned || bytes === undefined) return
    owned.bytes -= bytes
    owned.entries.delete(key)
    if (owned.entries.size === 0) this.#owners.delete(owner)
  }

  bytesOf(value: Value, key: string): number {
    return this.#owners.get(this.#ownerOf(value, key))?.bytes ?? 0
  }

  oldestOf(value: Value, key: string): string | undefined {
    return this.#owners.get(this.#ownerOf(value, key))?.entries.keys().next().value
  }
}

/** The bytes that the caches of this process take. */
export function cacheUse(): { name: CacheName; bytes: number }[] {
  return [...open].map(([name, caches]) => {
    let bytes = 0
    for (const reference of caches) {
      const cache = reference.deref()
      if (cache) bytes += cache.calculatedSize
      else caches.delete(reference)
    }
    return { name, bytes }
  })
}

/** About the bytes of a plain value. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 20
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Date) return 40
  if (ArrayBuffer.isView(value)) return value.byteLength + 100
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce<number>((sum, part) => sum + bytesOf(part), 50 + 10 * parts.length)
}
