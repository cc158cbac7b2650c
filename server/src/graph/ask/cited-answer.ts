import type { Passage } from './passage.ts'

// An answer is made of sentences, and each of them has the numbers of what it stands on.

export interface CitedSentence {
  text: string
  /** At least one. */
  passages: Passage[]
}

export interface CitedAnswer {
  answer: string
  citations: { quote: string; url: string; entity_ids: string[] }[]
}

/** Numbers in brackets that are on the page already would be taken for ours. */
const marks = /\s?\[\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*\]/g
const ending = /[.!?…。！？]+["'”’»)\]]*$/u

export function renderAnswer(sentences: CitedSentence[]): CitedAnswer {
  const said = sentences
    .map(({ text, passages }) => ({ passages, text: plainText(text) }))
    .filter(({ text }) => text !== '')
  const cited = [...new Set(said.flatMap(({ passages }) => passages))]
  const numbersOf = (passages: Passage[]) => passages.map((passage) => `[${cited.indexOf(passage) + 1}]`).join('')
  return {
    answer: said.map(({ text, passages }) => withNumbers(text, numbersOf(passages))).join(' '),
    citations: cited.map(({ quote, url, entity_ids }) => ({ quote, url, entity_ids })),
  }
}

const plainText = (text: string) => text.replace(marks, '').replace(/\s+/g, ' ').trim()

/** Before the full stop: so they belong to the sentence, however it is taken apart. */
function withNumbers(text: string, numbers: string): string {
  const end = ending.exec(text)
  return end ? `${text.slice(0, end.index)} ${numbers}${end[0]}` : `${text} ${numbers}.`
}
