import { phrasesByLanguage } from '../../../language/word-lists.ts'

const phrases = phrasesByLanguage('more-in-a-list')

/** `and 5 more`, behind a list that is cut. */
export function sayMore(count: number, language: string): string {
  const [phrase = ''] = phrases(language)
  return phrase.replace('…', String(count))
}
