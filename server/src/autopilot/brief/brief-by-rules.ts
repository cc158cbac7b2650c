import { defaultOntology } from '@polegraph/contract/domains.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { cutText } from '../../language/cut-text.ts'
import { type Brief, StageFailed } from './brief.ts'
import { cutPhrase, type Phrase, phrasesOf } from './prompt-phrases.ts'

// The brief without a model: the words of the prompt itself. Its gate has no terms, because a page about the subject may
// use other words, and a gate that is too narrow drops honest pages.

const nameMost = { words: 10, letters: 80 }
const queryMost = { words: 12, letters: 150 }
const queriesMax = 6
/** Words of the subject in a query for something else about it. */
const subjectWords = 4

export function briefByRules(prompt: string): Brief {
  const phrases = phrasesOf(prompt)
  const [main] = phrases
  if (!main) {
    throw new StageFailed(
      'The prompt has no words to search for. Give the domain a name or a description with words, and retry.',
    )
  }
  const name = cutPhrase(main, nameMost)
  const languages = languagesOf(prompt)
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    description: prompt.trim(),
    ontology: [...defaultOntology],
    attributes: [],
    gate: { about: phrases.map(({ text }) => text).join(', '), ...(languages.length > 0 && { languages }) },
    queries: queriesOf(main, phrases.slice(1)),
  }
}

/** The best first: the subject as it is written, its words alone, and each further phrase together with the subject. */
function queriesOf(main: Phrase, others: Phrase[]): string[] {
  const subject = main.words.slice(0, subjectWords)
  const lines = [
    cutPhrase(main, queryMost),
    main.words.join(' '),
    ...others.map(({ words }) => [...subject, ...words].join(' ')),
    [main, ...others].flatMap(({ words }) => words).join(' '),
  ].map((line) => cutText(line, queryMost.letters).trim())
  const different = new Map(lines.map((line) => [line.toLowerCase(), line]))
  return [...different.values()].slice(0, Math.min(queriesMax, limits.brief_queries_max))
}

/** Scripts that one language alone is written in, or nearly so. The first that has most letters of the prompt counts. */
const languageOfScript: [RegExp, string][] = [
  [/[\p{scx=Hira}\p{scx=Kana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
]
const sureShare = 0.8

/** None when the script leaves it open: a page in another language must not be dropped by a guess. */
function languagesOf(prompt: string): string[] {
  const letters = prompt.match(/\p{L}/gu) ?? []
  const written = languageOfScript.map(([script, language]) => ({
    language,
    count: letters.filter((letter) => script.test(letter)).length,
  }))
  const kana = written.find(({ language, count }) => language === 'ja' && count > 0)
  // Japanese is written with kana and Han characters together.
  const han = written.find(({ language }) => language === 'zh')
  const counted = kana && han ? [{ language: 'ja', count: kana.count + han.count }] : written
  return counted.filter(({ count }) => count > sureShare * letters.length).map(({ language }) => language)
}
