import { hash } from 'node:crypto'
import type { ModelRequest } from '../../model/model-request.ts'
import { Cache, type CacheUse } from '../../platform/cache.ts'
import type { Answer } from './answer/answer.ts'

const charsMax = 50_000

/**
 * Caches recent answers of each domain. A page whose last portion fails is fetched and read again: its other portions are
 * not paid for twice. Another domain that sends the same text pays for itself.
 */
export class RecentAnswers {
  /** As text: the size of an object is not known. */
  readonly #answers = new Cache<string>('model_answers', (text) => 2 * text.length)

  get use(): CacheUse {
    return this.#answers.use
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
