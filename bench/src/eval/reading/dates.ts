import { findDates } from '../../../../server/src/dates/find-dates.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Mentions of times that people have marked in encyclopedia articles. They mark durations and eras too, which no calendar
// knows; and the two ends of an interval one by one, which we find as one.

interface Document {
  id: string
  text: string
  entities: { type: string; mentions: Span[] }[]
}

interface Span {
  text?: string
  start: number
  end: number
}

export const dates: Evaluation = {
  name: 'dates',
  describe: 'dates in running text: mentions found, and what is found that is none',
  async run({ corpus, progress }) {
    const documents = corpus.readLines<Document>('text-kg/redocred-documents.jsonl')
    progress(`${documents.length} documents`)
    const scores = { overlap: new Score(), exact: new Score(), precision: new Score(), exactPrecision: new Score() }
    for (const document of documents) scoreDocument(document, scores)
    return [
      ...scoreRow('dates, mentions found (overlap)', { ours: scores.overlap, least: 91 }),
      ...scoreRow('dates, found that are mentions (overlap)', { ours: scores.precision, least: 97 }),
      ...scoreRow('dates, mentions found (exact)', { ours: scores.exact }),
      ...scoreRow('dates, found that are mentions (exact)', { ours: scores.exactPrecision }),
      await measureCpu(documents.map(({ text }) => text)),
    ]
  },
}

function scoreDocument(
  { text, entities }: Document,
  scores: Record<'overlap' | 'exact' | 'precision' | 'exactPrecision', Score>,
): void {
  const gold = entities.filter(({ type }) => type === 'TIME').flatMap(({ mentions }) => mentions)
  const found: Span[] = findDates(text, { language: 'en' })
  const overlaps = (a: Span) => (b: Span) => a.start < b.end && b.start < a.end
  const equals = (a: Span) => (b: Span) => a.start === b.start && a.end === b.end
  const quote = (span: Span) => `"${text.slice(Math.max(0, span.start - 12), span.end + 12).replaceAll('\n', ' ')}"`
  for (const span of gold) {
    scores.overlap.add(`"${text.slice(span.start, span.end)}"`, found.some(overlaps(span)))
    scores.exact.add(`"${text.slice(span.start, span.end)}"`, found.some(equals(span)))
  }
  for (const span of found) {
    scores.precision.add(quote(span), gold.some(overlaps(span)))
    scores.exactPrecision.add(quote(span), gold.some(equals(span)))
  }
}

async function measureCpu(texts: string[]): Promise<Row> {
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  const ours = await cpuMicroseconds(size / 1000, () => {
    for (const text of texts) findDates(text)
  })
  return { measure: 'dates, CPU of 1,000 characters', unit: 'µs', ours }
}
