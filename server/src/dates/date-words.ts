import { allWords, wordsInOrder } from '../language/word-lists.ts'

// Words of dates in all languages, in lower case. Where a word means something else in another language, the grammar
// around it decides.

export const weekdays = allWords('weekdays')

const spring = 21
/** By EDTF code: 21 is spring, 24 is winter. */
export const seasons = new Map([...wordsInOrder('seasons')].map(([word, number]) => [word, spring + number - 1]))

export const quarterWords = allWords('date-quarters')
export const centuryWords = allWords('date-centuries')
/** The number follows these words: `siglo XIX`. */
export const leadingCenturyWords = allWords('date-centuries-before-number')
export const millenniumWords = allWords('date-millennia')

/** Endings of the number of a day or century: `5th`, `1er`, `19e`, `5º`. */
export const ordinalEndings = allWords('date-ordinal-endings')
/** Endings of a year that make it a decade: `1990s`, `1990er Jahre`. */
export const decadeEndings = allWords('date-decade-endings')

export const ordinals = wordsInOrder('date-ordinals')

/** Between a day, its month and its year: `5th of June`, `5 de junio de 2020`. */
export const joiners = allWords('date-joiners')
/** Articles without meaning: `May the 5th`. */
export const articles = allWords('date-articles')
export const circaWords = allWords('date-circa')
/** Parts of a longer period. The date lies within the period; EDTF cannot say more. */
export const partWords = allWords('date-parts')
export const presentWords = allWords('date-present')
export const rangeWords = allWords('date-ranges')

/** Words before a date that do not make it an interval. */
export const introductions = allWords('date-introductions')
export const sinceWords = allWords('date-since')
export const untilWords = allWords('date-until')

const tens = ['', 'x', 'xx']
const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
/** Up to 29: `xix`, and with the endings of French, `xixe`. */
const romanNumbers = new Map(
  tens.flatMap((ten, tenth) =>
    ones.flatMap((one, rest) =>
      ['', 'e', 'ème', 'eme'].map((ending): [string, number] => [`${ten}${one}${ending}`, tenth * 10 + rest]),
    ),
  ),
)

/** 0 for words that are not a Roman number of a century. */
export function romanNumber(word: string): number {
  return romanNumbers.get(word) ?? 0
}

export function centuriesInRoman(): string[] {
  return [...romanNumbers].filter(([, value]) => value > 0).map(([word]) => word)
}
