import type { Passage } from './passages/passage.ts'

// Renders an answer from sentences, each with the numbers of its citations.

export interface CitedSentence {
  text: string
  /** At least one. */
  passages: Passage[]
}

export interface CitedAnswer {
  answer: string
  citations: { quote: string; url: string; entity_ids: string[] }[]
}

/** Numbers in brackets in the quoted text, which would look like citations. */
const marks = /\s?\[\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*\]/g
const ending = /[.!?…。！？]+["'”’»)\]]*$/u

export function renderAnswer(sentences: CitedSentence[]): CitedAnswer {
  const cleaned = sentences
    .map(({ text, passages }) => ({ passages, text: plainText(text) }))
    .filter(({ text }) => text !== '')
  const cited = [...new Set(cleaned.flatMap(({ passages }) => passages))]
  const numbersOf = (passages: Passage[]) => passages.map((passage) => `[${cited.indexOf(passage) + 1}]`).join('')
  return {
    answer: cleaned.map(({ text, passages }) => withNumbers(text, numbersOf(passages))).join(' '),
    citations: cited.map(({ quote, url, entity_ids }) => ({ quote, url, entity_ids })),
  }
}

const plainText = (text: string) => text.replace(marks, '').replace(/\s+/g, ' ').trim()

/** Numbers go before the full stop, so that they stay with their sentence when the answer is split. */
function withNumbers(text: string, numbers: string): string {
  const end = ending.exec(text)
  return end ? `${text.slice(0, end.index)} ${numbers}${end[0]}` : `${text} ${numbers}.`
}
