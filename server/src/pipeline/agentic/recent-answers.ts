import { hash } from 'node:crypto'
import type { ModelRequest } from '../../model/model-request.ts'
import type { Answer } from './answer.ts'

const answersMax = 100
const charsMax = 50_000

/**
 * What was answered lately. A page whose last portion fails is fetched and read again: what was paid for already is not
 * paid for twice.
 */
export class RecentAnswers {
  /** The one that was used last comes last. */
  readonly #answers = new Map<string, Answer>()

  find(request: ModelRequest): Answer | undefined {
    const key = keyOf(request)
    const answer = this.#answers.get(key)
    if (!answer) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    return answer
  }

  keep(request: ModelRequest, answer: Answer, text: string): void {
    if (text.length > charsMax) return
    this.#answers.set(keyOf(request), answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > answersMax && oldest !== undefined) this.#answers.delete(oldest)
  }
}

function keyOf({ system, messages, schema }: ModelRequest): string {
  return hash('sha256', JSON.stringify([system, messages, schema]), 'base64url')
}
