import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ModelRequest } from '../../model/model-request.ts'
import type { Answer } from './answer.ts'

const answersMax = 100
const charsMax = 50_000

/**
 * Caches recent answers of each domain. A page whose last portion fails is fetched and read again: its other portions are
 * not paid for twice. Another domain that sends the same text pays for itself.
 */
export class RecentAnswers {
  readonly #answers = new LRUCache<string, Answer>({ max: answersMax })

  find(domainId: string, request: ModelRequest): Answer | undefined {
    return this.#answers.get(keyOf(domainId, request))
  }

  keep(domainId: string, request: ModelRequest, answer: Answer, text: string): void {
    if (text.length <= charsMax) this.#answers.set(keyOf(domainId, request), answer)
  }
}

function keyOf(domainId: string, { system, messages, schema }: ModelRequest): string {
  return hash('sha256', JSON.stringify([domainId, system, messages, schema]), 'base64url')
}
