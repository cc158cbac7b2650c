import { editDistance } from '../../../resolution/names/edit-distance.ts'
import { labelOf, trigramsOf } from './label-of.ts'

// Scores how well a name matches a question, from 0 to 1:
//
//   the same name                                   | 1
//   the same words in another order                 | 0.95
//   begins with the question, at the end of a word  | 0.92
//   begins with the question                        | 0.9
//   has all its words, in any order                 | 0.82
//   has words that begin with all of its words      | 0.8
//   is spelled like it, as a whole or word by word  | up to 0.75, more the fewer letters differ
//   has words that are spelled like its words       | up to 0.7
//   shares enough trigrams                          | up to 0.4
//
// Names with more words than the question get a little less for each: whoever misspells a person means the person, not a letter or
// a lecture that is named after them. Who has typed but the beginning may mean any name of up to three words.

const questionChars = 100
const questionWords = 12
const leastShared = 0.35
/** What each word of a name that was not asked for takes from its score, and how many such words count. */
const perWordMore = 0.004
const wordsMoreCounted = 9
const wordsOfName = 3

export interface LabelQuery {
  label: string
  words: string[]
  trigrams: number[]
  trigramSet: Set<number>
}

export function questionOf(text: string): LabelQuery | undefined {
  const label = labelOf(text).slice(0, questionChars).trimEnd()
  if (label === '') return undefined
  const trigrams = trigramsOf(label)
  return { label, words: label.split(' ').slice(0, questionWords), trigrams, trigramSet: new Set(trigrams) }
}

export function matchLabel(question: LabelQuery, label: string): number {
  const { label: asked } = question
  if (label === asked) return 1
  const words = label.split(' ')
  const beyond = (most: number) => perWordMore * Math.min(Math.max(words.length - most, 0), wordsMoreCounted)
  const more = beyond(Math.max(question.words.length, wordsOfName))
  if (label.startsWith(asked)) return (label.charCodeAt(asked.length) === 32 ? 0.92 : 0.9) - more
  const missed = missedWords(question.words, words)
  if (missed.exact === 0 && label.length === asked.length) return 0.95
  if (missed.exact === 0) return 0.82 - more
  if (missed.prefix === 0) return 0.8 - more
  const byWords = likeWords(question.words, words) - beyond(question.words.length)
  return Math.max(likeWhole(asked, label), byWords, sharedTrigrams(question, label))
}

function missedWords(asked: string[], words: string[]): { exact: number; prefix: number } {
  let exact = 0
  let prefix = 0
  for (const word of asked) {
    if (words.includes(word)) continue
    exact++
    if (!words.some((other) => other.startsWith(word))) prefix++
  }
  return { exact, prefix }
}

/** People make about two typing mistakes in a name; but a word of three letters with one changed is another word. */
const mostEdits = (length: number) => (length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3)

function likeWhole(asked: string, label: string): number {
  const edits = mostEdits(asked.length)
  const distance = editDistance(asked, label, edits)
  return distance <= edits ? 0.75 - (0.35 * distance) / edits : 0
}

/** Less than an edit: who has typed `Li` means Li before Lin. */
const perCutWord = 0.1

/** Compares each word with the most similar one; the last word may be incomplete. */
function likeWords(asked: string[], words: string[]): number {
  let edits = 0
  let letters = 0
  for (const [at, word] of asked.entries()) {
    const most = mostEdits(word.length)
    let least = most + 1
    for (const other of words) {
      const isCut = at === asked.length - 1 && other.length > word.length
      const compared = isCut ? other.slice(0, word.length) : other
      const distance = editDistance(word, compared, most)
      if (distance > most) continue
      least = Math.min(least, distance + (isCut ? perCutWord : 0))
      if (least === 0) break
    }
    if (least > most) return 0
    edits += least
    letters += word.length
  }
  return 0.7 - (0.3 * edits) / letters
}

function sharedTrigrams({ trigrams, trigramSet }: LabelQuery, label: string): number {
  const others = trigramsOf(label)
  let shared = 0
  for (const trigram of others) if (trigramSet.has(trigram)) shared++
  const alike = (2 * shared) / (trigrams.length + others.length)
  return alike < leastShared ? 0 : 0.4 * alike
}
