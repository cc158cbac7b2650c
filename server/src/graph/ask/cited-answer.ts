import type { Passage } from './passages/passage.ts'
import { withoutMarkup } from './without-markup.ts'

// Renders an answer from sentences, each clause with the numbers of its citations.

export interface CitedClause {
  text: string
  /** At least one. */
  passages: Passage[]
}

/** At least one clause. */
export type CitedSentence = CitedClause[]

export interface CitedAnswer {
  answer: string
  citations: { quote: string; url: string; entity_ids: string[] }[]
}

const ending = /[.!?…。！？]+["'”’»)\]]*$/u
const innerEnding = /[,;:–—]+$/u

export function renderAnswer(sentences: CitedSentence[]): CitedAnswer {
  const cleaned = sentences
    .map((clauses) => clauses.map(({ text, passages }) => ({ passages, text: withoutMarkup(text) })))
    .map((clauses) => clauses.filter(({ text }) => text !== ''))
    .filter((clauses) => clauses.length > 0)
  const cited = new Cited()
  const rendered = cleaned.map((clauses) =>
    clauses
      .map(({ text, passages }, at) => withNumbers(text, cited.numbersOf(passages), at === clauses.length - 1))
      .join(' '),
  )
  return { answer: rendered.join(' '), citations: cited.citations }
}

/** The quotes of an answer, each once. */
class Cited {
  readonly citations: CitedAnswer['citations'] = []

  numbersOf(passages: Passage[]): string {
    const numbers = passages.map(({ quote, url, entity_ids }) => {
      const at = this.citations.findIndex((one) => one.quote === quote && one.url === url)
      if (at < 0) return this.citations.push({ quote, url, entity_ids })
      const known = this.citations[at] as CitedAnswer['citations'][number]
      known.entity_ids = [...new Set([...known.entity_ids, ...entity_ids])]
      return at + 1
    })
    return [...new Set(numbers)].map((number) => `[${number}]`).join('')
  }
}

/** Numbers go before the full stop, so that they stay with their sentence when the answer is split. */
function withNumbers(text: string, numbers: string, isLast: boolean): string {
  const end = (isLast ? ending : innerEnding).exec(text)
  if (end) return `${text.slice(0, end.index)} ${numbers}${end[0]}`
  return isLast ? `${text} ${numbers}.` : `${text} ${numbers}`
}
