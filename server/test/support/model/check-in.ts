import { QuoteFinder } from '../../../src/facts/find-quote.ts'
import { type Answer, readAnswer } from '../../../src/pipeline/agentic/answer/answer.ts'
import { checkAnswer } from '../../../src/pipeline/agentic/answer/check-answer.ts'

/** What is kept of an answer about a page of one block. */
export function checkIn(page: string, entities: object[], relationships: object[] = [], more: object = {}) {
  const whole = { start: 0, end: page.length, path: [] as string[], is_record: false, ...more }
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships }))
  return checkAnswer((read as { answer: Answer }).answer, {
    finder: new QuoteFinder(page),
    title: 'Harbour Society',
    published_at: null,
    language: 'en',
    ontology: ['person', 'object', 'location', 'event'],
    blockAt: () => whole,
    reads: [whole],
  })
}
