import { isCapitalised } from '../../../language/capitals.ts'
import { allWords } from '../../../language/word-lists.ts'
import { questionWords, requestWords, stopWords, type Wanted } from './stop-words.ts'
import { foldWord, splitWords } from './words.ts'

export interface Question {
  /** The question on one line. */
  text: string
  /** Content words, folded, each once. */
  words: string[]
  /** Those of `words` that are written as parts of names. */
  proper: ReadonlySet<string>
  /** Possible names of entities, the most probable first. */
  names: string[]
  wants: Wanted | undefined
}

const namesMax = 6
const wordsMax = 40
const joinsNames = allWords('joins-names')

export function readQuestion(asked: string): Question {
  const text = asked.replace(/\s+/g, ' ').trim()
  const written = splitWords(text)
  const folded = written.map(foldWord)
  const wants = (Object.keys(questionWords) as Wanted[]).find((one) =>
    folded.some((word) => questionWords[one].has(word)),
  )
  const telling = written.filter((word) => !stopWords.has(foldWord(word)))
  const asking = telling.filter((word) => !requestWords.has(foldWord(word)))
  const content = asking.length > 0 ? asking : telling
  const words = [...new Set(content.map(foldWord))].filter((word) => word !== '').slice(0, wordsMax)
  const runs = capitalisedRuns(written)
  const proper = new Set(runs.flatMap(splitWords).map(foldWord))
  const names = [...quoted(text), ...runs, content.join(' ')]
  // Many people write without capitals.
  if (names.length === 1) names.push(...pairs(content), ...content.filter((word) => word.length > 2))
  return { text, words, proper, names: [...new Set(names)].filter((name) => name !== '').slice(0, namesMax), wants }
}

const quoted = (text: string) =>
  [...text.matchAll(/["“„«]([^"“”„«»]{2,100})["”“»]/g)].map((match) => match[1] as string)

const pairs = (words: string[]) => words.slice(1).map((word, at) => `${words[at]} ${word}`)

/** Adjacent words with capitals or digits: `Harbour Society of Kiel`. A question word at the start is left out. */
function capitalisedRuns(written: string[]): string[] {
  const runs: string[][] = []
  let run: string[] = []
  let joining: string[] = []
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
    joining = []
  }
  for (const [at, word] of written.entries()) {
    const isFirst = at === 0 && stopWords.has(foldWord(word))
    if (!isFirst && (isCapitalised(word) || (run.length > 0 && /^\p{N}+$/u.test(word)))) {
      run.push(...joining, word)
      joining = []
    } else if (run.length > 0 && joining.length < 2 && joinsNames.has(word)) joining.push(word)
    else close()
  }
  close()
  // Longer runs are more probably names.
  return runs.toSorted((a, b) => b.length - a.length).map((words) => words.join(' '))
}
