import { stopWords } from '../../graph/ask/question/stop-words.ts'
import { cutText } from '../../language/cut-text.ts'
import { foldText } from '../../language/fold-terms.ts'
import { allWords } from '../../language/word-lists.ts'

// Finds the subject of a prompt in its own words: "Build me a graph of all the ports of the Baltic Sea, and who runs them"
// is about "ports of the Baltic Sea". Only words that ask for a graph are left out, at the ends of what remains; a list of
// words decides which ones these are.

const requests = allWords('prompt-requests')
const graphs = allWords('prompt-graphs')
const links = allWords('prompt-links')
const questions = allWords('prompt-questions')
const conjunctions = allWords('prompt-conjunctions')
const particles = allWords('prompt-particles')

/** A part of a prompt between two stops or commas. */
export interface Phrase {
  /** As the prompt has it. */
  text: string
  /** Its words that carry meaning. */
  words: string[]
}

interface Word {
  text: string
  folded: string
  start: number
  end: number
  is_capital: boolean
  /** Of its sentence. */
  is_first: boolean
}

/** The first is the main one. Empty when the prompt has neither letters nor digits. */
export function phrasesOf(prompt: string): Phrase[] {
  const clauses = clausesOf(prompt)
  const phrases = clauses.flatMap((clause, index) => {
    const subject = trim(index > 0 && asks(clause) ? [] : withoutQuestion(clause))
    return subject.length > 0 ? [phraseOf(prompt, subject)] : []
  })
  const all = clauses.flat()
  // A prompt of stop words alone may still be a name.
  return phrases.length > 0 || all.length === 0 ? phrases : [phraseOf(prompt, all)]
}

/** The first words of a phrase, as many as fit. */
export function cutPhrase({ text }: Phrase, most: { words: number; letters: number }): string {
  const kept = clausesOf(text).flat().slice(0, most.words)
  while (kept.length > 1 && (kept.at(-1) as Word).end > most.letters) kept.pop()
  const whole = trimEnd(kept)
  return cutText(text.slice(0, (whole.at(-1) ?? kept.at(-1))?.end ?? 0), most.letters)
}

function clausesOf(prompt: string): Word[][] {
  const clauses: Word[][] = []
  let before: Word | undefined
  for (const { segment, index, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(prompt)) {
    if (!isWordLike || !/[\p{L}\p{N}]/u.test(segment)) continue
    const gap = prompt.slice(before?.end ?? 0, index)
    const word: Word = {
      ...{ text: segment, folded: foldText(segment), start: index, end: index + segment.length },
      ...{ is_capital: /^\p{Lu}/u.test(segment), is_first: false },
    }
    if (before === undefined || isBreak(gap, before, word)) {
      word.is_first = before === undefined || /[.!?…。！？\n]/u.test(gap)
      clauses.push([word])
    } else clauses.at(-1)?.push(word)
    before = word
  }
  return clauses
}

/** A full stop after a short word, as in "St. Petersburg", breaks nothing. */
function isBreak(gap: string, before: Word, after: Word): boolean {
  if (/[,;:!?…\n。，；：！？、（）()[\]]|\s[-–—]\s/u.test(gap)) return true
  return /\.\s/.test(gap) && before.text.length > 3 && after.is_capital
}

/** Whether a clause only asks for more about what was named before: "and who runs them". */
function asks(clause: Word[]): boolean {
  const [first, second] = clause
  if (first && questions.has(first.folded)) return true
  return first !== undefined && conjunctions.has(first.folded) && questions.has(second?.folded ?? '')
}

function withoutQuestion(clause: Word[]): Word[] {
  const at = clause.findIndex(
    ({ folded, is_capital }, index) =>
      index > 1 && !is_capital && questions.has(folded) && conjunctions.has(clause[index - 1]?.folded ?? ''),
  )
  return at === -1 ? clause : clause.slice(0, at - 1)
}

/** Without the words at both ends that only ask. */
function trim(clause: Word[]): Word[] {
  let from = 0
  while (from < clause.length) {
    const behindGraph = skipGraph(clause, from)
    if (behindGraph > from) from = behindGraph
    else if (isEmptyWord(clause[from] as Word)) from++
    else break
  }
  return trimEnd(clause.slice(from))
}

/** The place behind "knowledge graph of"; `from` itself when no such words stand there. */
function skipGraph(clause: Word[], from: number): number {
  let at = from
  while (graphs.has(clause[at]?.folded ?? '')) at++
  return at > from && links.has(clause[at]?.folded ?? '') ? at + 1 : from
}

function trimEnd(words: Word[]): Word[] {
  let end = words.length
  const last = () => words[end - 1] as Word
  while (end > 0 && (isEmptyWord(last()) || (end > 1 && !last().is_capital && graphs.has(last().folded)))) end--
  return words.slice(0, end)
}

/** A capital letter makes a name of any word, but not at the beginning. */
function isEmptyWord(word: Word): boolean {
  if (word.is_capital && !word.is_first) return false
  return isStopWord(word) || requests.has(word.folded)
}

const isStopWord = ({ folded }: Word) => [stopWords, particles, links, conjunctions].some((words) => words.has(folded))

function phraseOf(prompt: string, words: Word[]): Phrase {
  const [first, last] = [words[0] as Word, words.at(-1) as Word]
  const telling = words.filter((word) => !isStopWord(word) || (word.is_capital && !word.is_first))
  return {
    text: prompt.slice(first.start, last.end).replace(/\s+/g, ' '),
    words: (telling.length > 0 ? telling : words).map(({ text }) => text),
  }
}
