import { tellLanguage } from '../../../../server/src/language/detection/tell-language.ts'
import type { Row } from '../../measurement.ts'
import type { LabelledSentence } from '../../train/tagger-data.ts'
import { Score, scoreRow } from '../evaluation.ts'

// The language of texts of several lengths, made of whole rows of the training sets. No weights of ours were learned from
// them for this; nothing is declared, so the text alone decides.

const lengths = [100, 300, 1_000]
const textsMax = 200

export function languageRows(sentences: LabelledSentence[]): Row[] {
  const bySet = Map.groupBy(sentences, ({ set }) => languageOf(set))
  return [...bySet].flatMap(([language, rows]) =>
    lengths.flatMap((length) => {
      const score = new Score()
      for (const text of textsOf(rows, length)) {
        const told = tellLanguage(text, null)
        score.add(`${told}: ${text.slice(0, 30)}`, told === language)
      }
      return scoreRow(`language told by ${length} characters, ${language}`, { ours: score })
    }),
  )
}

function languageOf(set: string): string {
  return /-(de|fr|nl|pt)\b/.exec(set)?.[1] ?? 'en'
}

function textsOf(rows: LabelledSentence[], length: number): string[] {
  const texts: string[] = []
  let text = ''
  for (const { tokens } of rows) {
    text += `${tokens.join(' ')} `
    if (text.length < length) continue
    texts.push(text)
    text = ''
    if (texts.length === textsMax) break
  }
  return texts
}
