import { QuoteFinder, type Span } from '../../../src/facts/find-quote.ts'
import { type Answer, readAnswer } from '../../../src/pipeline/agentic/answer/answer.ts'
import { checkAnswer } from '../../../src/pipeline/agentic/answer/check-answer.ts'

/** What is kept of an answer about a page, of one block unless its blocks are given. */
export function checkIn(
  page: string,
  entities: object[],
  relationships: object[] = [],
  { blocks, ...more }: { blocks?: Span[] } & Record<string, unknown> = {},
) {
  const whole = { start: 0, end: page.length, path: [] as string[], is_record: false, ...more }
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships }))
  return checkAnswer((read as { answer: Answer }).answer, {
    finder: new QuoteFinder(page),
    title: 'Harbour Society',
    published_at: null,
    language: 'en',
    ontology: ['person', 'object', 'location', 'event'],
    blockAt: (offset) => {
      const block = blocks ? blocks.find(({ start, end }) => offset >= start && offset < end) : whole
      return block && { ...whole, ...block }
    },
    reads: [whole],
  })
}
