import { languageOfTag, linesByLanguage } from '../../language/word-lists.ts'

// English words for those of other languages that tell what a sentence says, so that what was learned in one language is
// known in the others.

const byLanguage = new Map<string, Map<string, string>>()
for (const [language, lines] of linesByLanguage('glosses')) {
  const glosses = new Map<string, string>()
  for (const line of lines) {
    const [gloss = '', words = ''] = line.split(' = ')
    for (const word of words.split(' ')) if (!glosses.has(word)) glosses.set(word, gloss)
  }
  byLanguage.set(language, glosses)
}
const none: ReadonlyMap<string, string> = new Map()

/** The glosses of a language, by word in lower case. */
export const glossesOf = (language: string | null): ReadonlyMap<string, string> =>
  byLanguage.get(languageOfTag(language)) ?? none
