/** Memory that a cache takes, and the most that it may take. */
export interface CacheUse {
  bytes: number
  max_bytes: number
}

/** What an entry of a cache takes beside its key and value, at most. */
export const cachedEntryBytes = 200
