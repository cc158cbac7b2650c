import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ModelRequest } from '../../model/model-request.ts'
import { type CacheUse, cachedEntryBytes } from '../../platform/cache-use.ts'
import type { Answer } from './answer.ts'

const keptBytes = 8 * 1024 * 1024
const charsMax = 50_000

/**
 * Caches recent answers of each domain. A page whose last portion fails is fetched and read again: its other portions are
 * not paid for twice. Another domain that sends the same text pays for itself.
 */
export class RecentAnswers {
  /** As text: the size of an object is not known. */
  readonly #answers = new LRUCache<string, string>({
    maxSize: keptBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length) + cachedEntryBytes,
  })

  get use(): CacheUse {
    return { bytes: this.#answers.calculatedSize, max_bytes: keptBytes }
  }

  find(domainId: string, request: ModelRequest): Answer | undefined {
    const text = this.#answers.get(keyOf(domainId, request))
    return text === undefined ? undefined : (JSON.parse(text) as Answer)
  }

  keep(domainId: string, request: ModelRequest, answer: Answer): void {
    const text = JSON.stringify(answer)
    if (text.length <= charsMax) this.#answers.set(keyOf(domainId, request), text)
  }
}

function keyOf(domainId: string, { system, messages, schema }: ModelRequest): string {
  return hash('sha256', JSON.stringify([domainId, system, messages, schema]), 'base64url')
}
