import { endsSentence } from '../../../language/sentences/sentence-ends.ts'

// Finds the sentence of a text that has most of the words of a question.

export interface Cut {
  quote: string
  /** Offset in the text, in UTF-16 code units. */
  start: number
  end: number
  score: number
}

const wordsMax = 40
/** Matches of one word that are looked at. */
const matchesMax = 200
/** Characters that are searched for the bounds of the sentence, on either side of a match. */
const reach = 240
const quoteMax = 1_000
const wordPattern = /[\p{L}\p{N}]+/gu
const letter = /[\p{L}\p{N}]/u
/** Where a sentence may end; what is no end mark of its own is judged by the words around it. */
const sentenceEnd = /[.!?…]["'”’)\]]*\s|[。！？\n]/g

export function wordsIn(text: string): string[] {
  return [...new Set((text.toLowerCase().match(wordPattern) ?? []).slice(0, wordsMax))]
}

/** Undefined when the text has none of the words. */
export function cutPassage(text: string, question: string, names: string[]): Cut | undefined {
  return cutPassages(text, question, names)[0]
}

/**
 * The best sentence, and the one that has most of the words other than names where that is another: a page gives the
 * whole name once, and then says the rest.
 */
export function cutPassages(text: string, question: string, names: string[]): Cut[] {
  const named = new Set(names.flatMap(wordsIn))
  let best: Cut | undefined
  let further: (Cut & { words: number }) | undefined
  for (const { found, ...cut } of cutsOf(text, question, names)) {
    if (!best || cut.score > best.score) best = cut
    const others = found.difference(named).size
    if (others > (further?.words ?? 0)) further = { ...cut, words: others }
  }
  if (!best) return []
  return further && further.start !== best.start ? [best, further] : [best]
}

/** A sentence is listed beside the best one when it says at least so much of what that says. */
const shareOfBest = 0.7

/** The best sentences, as many as are wanted, in the order of the text. */
export function bestPassages(text: string, question: string, names: string[], most: number): Cut[] {
  const cuts = [...cutsOf(text, question, names)].sort((a, b) => b.score - a.score || a.start - b.start)
  const least = (cuts[0]?.score ?? 0) * shareOfBest
  return cuts
    .slice(0, most)
    .flatMap(({ found: _, ...cut }) => (cut.score >= least ? [cut] : []))
    .sort((a, b) => a.start - b.start)
}

/** Every sentence with a word of the question or of a name, and how much it says of them. */
function* cutsOf(text: string, question: string, names: string[]): Generator<Cut & { found: Set<string> }> {
  const asked = new Set(wordsIn(question))
  const words = new Set([...asked, ...names.flatMap(wordsIn)])
  if (words.size === 0) return
  const phrases = [question, ...names].map((phrase) => phrase.toLowerCase())
  for (const { start, end, found } of sentencesWith(text, words)) {
    const sentence = text.slice(start, end).toLowerCase()
    const phrase = phrases.findIndex((one) => sentence.includes(one))
    // A whole name, or the whole question, counts more than its words apart.
    const score = scoreOf(found, asked) + (phrase < 0 ? 0 : 3 / (phrase + 1))
    yield { quote: text.slice(start, end), start, end, score, found }
  }
}

/** Words of the question count more than those of a name that was guessed; each counts once. */
function scoreOf(found: Set<string>, asked: Set<string>): number {
  let score = 0
  for (const word of found) score += asked.has(word) ? 1 : 0.5
  return score
}

interface Sentence {
  start: number
  end: number
  found: Set<string>
}

function* sentencesWith(text: string, words: Set<string>): Generator<Sentence> {
  let sentence: Sentence | undefined
  for (const { word, at } of matchesOf(text, words)) {
    const end = at + word.length
    if (!sentence || at >= sentence.end || end - sentence.start > quoteMax) {
      if (sentence) yield sentence
      sentence = { ...boundsOf(text, at, end), found: new Set() }
    }
    sentence.found.add(word)
  }
  if (sentence) yield sentence
}

/** Matches of the words, in the order of the text. */
function matchesOf(text: string, words: Set<string>): { word: string; at: number }[] {
  const lower = text.toLowerCase()
  // Some letters have a longer lower case, which would shift the offsets.
  const searched = lower.length === text.length ? lower : text
  const matches: { word: string; at: number }[] = []
  for (const word of words) {
    let left = matchesMax
    for (let at = searched.indexOf(word); at >= 0 && left > 0; at = searched.indexOf(word, at + word.length)) {
      const isWord = !letter.test(searched.charAt(at - 1)) && !letter.test(searched.charAt(at + word.length))
      if (!isWord) continue
      matches.push({ word, at })
      left--
    }
  }
  return matches.sort((a, b) => a.at - b.at)
}

/** From the end of the sentence before to the end of the sentence; cut at a space where that is too long. */
function boundsOf(text: string, from: number, to: number): { start: number; end: number } {
  const earliest = Math.max(0, from - reach)
  const latest = Math.min(text.length, to + reach)
  const firstSpace = earliest > 0 ? earliest + text.slice(earliest, from).search(/\s/) + 1 : 0
  const start = endsBetween(text, earliest, from).at(-1) ?? firstSpace
  const behind = text.slice(to, latest)
  const lastSpace = latest < text.length ? to + Math.max(behind.search(/\s\S*$/), 0) : latest
  const end = endsBetween(text, to, latest)[0] ?? lastSpace
  const quote = text.slice(start, end)
  const blank = quote.length - quote.trimStart().length
  return { start: start + blank, end: start + blank + quote.trim().length }
}

/** The ends of the sentences that end between two offsets. */
function endsBetween(text: string, from: number, to: number): number[] {
  return [...text.slice(from, to).matchAll(sentenceEnd)].flatMap(({ 0: mark, index }) => {
    const end = from + index + mark.length
    return mark.length === 1 || endsSentence(text, from + index + 1, nextAt(text, end)) ? [end] : []
  })
}

function nextAt(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}
