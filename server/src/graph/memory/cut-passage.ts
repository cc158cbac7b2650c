// The sentence of a text that says the most about a question.

export interface Cut {
  quote: string
  /** Where in the text it is, in UTF-16 code units. */
  start: number
  end: number
  score: number
}

const wordsMax = 40
/** Of one word. */
const matchesMax = 200
/** Before the first and behind the last word that was found. */
const reach = 240
const quoteMax = 1_000
const wordPattern = /[\p{L}\p{N}]+/gu
const letter = /[\p{L}\p{N}]/u
const sentenceEnd = /[.!?…]["'”’)\]]*\s|[。！？\n]/g

export function wordsIn(text: string): string[] {
  return [...new Set((text.toLowerCase().match(wordPattern) ?? []).slice(0, wordsMax))]
}

/** Undefined where none of the words is in it. */
export function cutPassage(text: string, question: string, names: string[]): Cut | undefined {
  const asked = new Set(wordsIn(question))
  const words = new Set([...asked, ...names.flatMap(wordsIn)])
  if (words.size === 0) return undefined
  const phrases = [question, ...names].map((phrase) => phrase.toLowerCase())
  let best: Cut | undefined
  for (const { start, end, found } of sentencesWith(text, words)) {
    const said = text.slice(start, end).toLowerCase()
    const phrase = phrases.findIndex((one) => said.includes(one))
    // A name that is there as a whole is worth more than any of its words in other places.
    const score = worthOf(found, asked) + (phrase < 0 ? 0 : 3 / (phrase + 1))
    if (!best || score > best.score) best = { quote: text.slice(start, end), start, end, score }
  }
  return best
}

/** Words of the question count more than those of a name that was guessed; each counts once. */
function worthOf(found: Set<string>, asked: Set<string>): number {
  let worth = 0
  for (const word of found) worth += asked.has(word) ? 1 : 0.5
  return worth
}

interface Sentence {
  start: number
  end: number
  found: Set<string>
}

function* sentencesWith(text: string, words: Set<string>): Generator<Sentence> {
  let sentence: Sentence | undefined
  for (const { word, at } of placesOf(text, words)) {
    const end = at + word.length
    if (!sentence || at >= sentence.end || end - sentence.start > quoteMax) {
      if (sentence) yield sentence
      sentence = { ...boundsOf(text, at, end), found: new Set() }
    }
    sentence.found.add(word)
  }
  if (sentence) yield sentence
}

/** Where the words are, in order. */
function placesOf(text: string, words: Set<string>): { word: string; at: number }[] {
  const lower = text.toLowerCase()
  // A few letters have a longer lower case, and places would be others then.
  const searched = lower.length === text.length ? lower : text
  const places: { word: string; at: number }[] = []
  for (const word of words) {
    let left = matchesMax
    for (let at = searched.indexOf(word); at >= 0 && left > 0; at = searched.indexOf(word, at + word.length)) {
      const isWord = !letter.test(searched.charAt(at - 1)) && !letter.test(searched.charAt(at + word.length))
      if (!isWord) continue
      places.push({ word, at })
      left--
    }
  }
  return places.sort((a, b) => a.at - b.at)
}

/** From the end of the sentence before to its own end; cut at a space where it is too long. */
function boundsOf(text: string, from: number, to: number): { start: number; end: number } {
  const before = text.slice(Math.max(0, from - reach), from)
  const behind = text.slice(to, to + reach)
  const ends = [...before.matchAll(sentenceEnd)].at(-1)
  const firstSpace = from > reach ? before.search(/\s/) + 1 : 0
  const start = from - before.length + (ends ? ends.index + ends[0].length : firstSpace)
  const next = behind.matchAll(sentenceEnd).next().value
  const isCut = to + reach < text.length
  const lastSpace = isCut ? Math.max(behind.search(/\s\S*$/), 0) : behind.length
  const end = to + (next ? next.index + next[0].length : lastSpace)
  const quote = text.slice(start, end)
  const blank = quote.length - quote.trimStart().length
  return { start: start + blank, end: start + blank + quote.trim().length }
}
