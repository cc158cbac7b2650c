import { hashText, mix } from './word-hash.ts'
import { phraseHash, phraseWords, type WordTable } from './word-table.ts'

// What the tagger sees of a sentence: for each word a row of numbers, each standing for something like "the word before it
// is `in`" or "it ends in -burg". The same code runs when weights are learned.

export const featureBits = 28
const featureMask = 2 ** featureBits - 1

/** What of a word is computed once and then combined. */
interface SentenceColumns {
  length: number
  lower: Uint32Array
  shape: Uint32Array
  suffix: Uint32Array
  cluster: Uint16Array
  rank: Uint8Array
  flags: Uint8Array
  place: Uint8Array
  isCapital: Uint8Array
  /** The first and the last word of the run of capitalised words that it stands in; -1 outside. */
  runStart: Int16Array
  runEnd: Int16Array
}

const connectors: ReadonlySet<string> = new Set([
  'of',
  'de',
  'von',
  'van',
  'der',
  'del',
  'la',
  'le',
  'di',
  'da',
  'du',
  'the',
  '&',
  'for',
  'and',
])

/** The 8,000 most frequent words. */
const commonRank = 3

/** How many numbers a word has, and which of the first are of the word itself. */
export const featureCount = 62
export const lexicalFeatures = 12
const runFeatures = 16

/** With `open`, only those words are described that may be part of a name; which they are is written there. */
export function fillFeatures(words: string[], table: WordTable, out: Uint32Array, open?: Uint8Array): void {
  const columns = describe(words, table)
  if (open) markOpen(words, columns, open)
  const writer = new FeatureWriter(out)
  for (let at = 0; at < words.length; at++) {
    if (open && open[at] === 0) continue
    writer.startWord(at)
    putWord(writer, words[at] as string, at, columns)
    putNeighbours(writer, at, columns)
    putKnowledge(writer, at, columns)
    putRun(writer, at, columns)
  }
}

function describe(words: string[], table: WordTable): SentenceColumns {
  const length = words.length
  const columns: SentenceColumns = {
    length,
    lower: new Uint32Array(length),
    shape: new Uint32Array(length),
    suffix: new Uint32Array(length),
    cluster: new Uint16Array(length),
    rank: new Uint8Array(length),
    flags: new Uint8Array(length),
    place: new Uint8Array(length),
    isCapital: new Uint8Array(length),
    runStart: new Int16Array(length).fill(-1),
    runEnd: new Int16Array(length).fill(-1),
  }
  for (let at = 0; at < length; at++) {
    const word = words[at] as string
    const lower = word.toLowerCase()
    columns.lower[at] = hashText(lower)
    columns.shape[at] = shapeOf(word)
    columns.suffix[at] = hashText(lower, Math.max(0, lower.length - 3))
    columns.isCapital[at] = isUpper(word) ? 1 : 0
    const entry = table.find(columns.lower[at] as number)
    columns.cluster[at] = table.clusterAt(entry)
    columns.rank[at] = table.rankAt(entry)
    columns.flags[at] = table.flagsAt(entry)
  }
  markRuns(words, columns)
  markPlaces(columns, table)
  return columns
}

/**
 * Names are runs of capitalised words, with the small words inside them and a number before or behind. Four words of five
 * are neither, and need not be looked at; nor the first of a sentence, when it is a common word that nobody is called by.
 */
function markOpen(words: string[], columns: SentenceColumns, open: Uint8Array): void {
  const { runStart, runEnd, rank, flags, length } = columns
  for (let at = 0; at < length; at++) open[at] = (runStart[at] as number) >= 0 ? 1 : 0
  const isAlone = runEnd[0] === 0 && flags[0] === 0
  if (isAlone && (rank[0] as number) > 0 && (rank[0] as number) <= commonRank) open[0] = 0
  for (let at = 0; at < length; at++) {
    if (open[at] !== 0 || !/\d/.test(words[at] as string)) continue
    if ((runStart[at - 1] ?? -1) >= 0 || (runStart[at + 1] ?? -1) >= 0) open[at] = 1
  }
}

function isUpper(word: string): boolean {
  const first = word.codePointAt(0) as number
  if (first < 128) return first >= 65 && first <= 90
  return /^\p{Lu}/u.test(word)
}

/** `Xx`, `XX`, `x-x`, `d`: kinds of characters, repeated ones once; capitals alone are told from one capital. */
function shapeOf(word: string): number {
  let hash = 7
  let last = 0
  let count = 0
  const end = Math.min(word.length, 24)
  for (let at = 0; at < end; at++) {
    const kind = kindOf(word.charCodeAt(at), word[at] as string)
    count = kind === last ? count + 1 : 1
    if (kind !== last || (kind === 1 && count === 2) || (kind === 3 && count <= 4)) hash = mix(hash, kind)
    last = kind
  }
  return hash
}

function kindOf(code: number, char: string): number {
  if (code >= 97 && code <= 122) return 2
  if (code >= 65 && code <= 90) return 1
  if (code >= 48 && code <= 57) return 3
  if (code < 128) return code
  if (/\p{Lu}/u.test(char)) return 1
  return /\p{L}|\p{M}/u.test(char) ? 2 : 4
}

function markRuns(words: string[], columns: SentenceColumns): void {
  const { isCapital, runStart, runEnd, length } = columns
  for (let at = 0; at < length; at++) {
    if (!isCapital[at]) continue
    let end = at
    for (;;) {
      if (isCapital[end + 1]) end++
      else if (isCapital[end + 2] && connectors.has(words[end + 1] as string)) end += 2
      else if (
        isCapital[end + 3] &&
        connectors.has(words[end + 1] as string) &&
        connectors.has(words[end + 2] as string)
      )
        end += 3
      else break
    }
    for (let inside = at; inside <= end; inside++) {
      runStart[inside] = at
      runEnd[inside] = end
    }
    at = end
  }
}

/** 1 for a place of one word; 2, 3 and 4 for the first, middle and last words of longer ones. */
function markPlaces({ lower, isCapital, flags, place, length }: SentenceColumns, table: WordTable): void {
  for (let at = 0; at < length; at++) {
    if (!isCapital[at]) continue
    let words = 0
    for (let count = Math.min(phraseWords, length - at); count >= 2; count--) {
      if (table.isPhrase(phraseHash(Array.from(lower.subarray(at, at + count))))) {
        words = count
        break
      }
    }
    if (words === 0) {
      if ((flags[at] as number) & 4) place[at] = 1
      continue
    }
    place.fill(3, at, at + words)
    place[at] = 2
    place[at + words - 1] = 4
    at += words - 1
  }
}

const outside = 0x5bd1e995
/** Clusters of 8, and of 128, that are alike. */
const near = (cluster: number) => (cluster + 7) >> 3
const far = (cluster: number) => (cluster + 127) >> 7

/** Writes the numbers of one word after the other. Each has its own number in front, so that like values are told apart. */
class FeatureWriter {
  readonly #out: Uint32Array
  #slot = 0
  #template = 1

  constructor(out: Uint32Array) {
    this.#out = out
  }

  startWord(at: number): void {
    this.#slot = at * featureCount
    this.#template = 1
  }

  put(value: number): void {
    this.#out[this.#slot++] = mix(this.#template++, value) & featureMask
  }
}

function valueAt(column: Uint32Array | Uint16Array | Uint8Array, at: number): number {
  return at < 0 || at >= column.length ? outside : (column[at] as number)
}

/** Of the word itself: these are left out at times while learning, so that unknown words are learned too. */
function putWord(
  writer: FeatureWriter,
  word: string,
  at: number,
  { lower, shape, suffix, cluster }: SentenceColumns,
): void {
  const text = word.toLowerCase()
  const size = text.length
  const own = lower[at] as number
  const ownCluster = cluster[at] as number
  writer.put(own)
  writer.put(hashText(word))
  writer.put(mix(valueAt(lower, at - 1), own))
  writer.put(mix(own, valueAt(lower, at + 1)))
  writer.put(hashText(text, 0, 4))
  writer.put(hashText(text, Math.max(0, size - 4)))
  writer.put(mix(suffix[at] as number, shape[at] as number))
  writer.put(hashText(text, 0, 3))
  writer.put(hashText(text, Math.max(0, size - 2)))
  writer.put(hashText(text, 0, 2))
  writer.put(ownCluster === 0 ? 0 : mix(ownCluster, 1))
  writer.put(ownCluster === 0 ? 0 : mix(ownCluster, shape[at] as number))
}

/** Of the words beside it, and of the looks of all of them. */
function putNeighbours(writer: FeatureWriter, at: number, { lower, shape, cluster }: SentenceColumns): void {
  const own = shape[at] as number
  const [before, after] = [valueAt(shape, at - 1), valueAt(shape, at + 1)]
  writer.put(0)
  writer.put(valueAt(lower, at - 1))
  writer.put(valueAt(lower, at + 1))
  writer.put(valueAt(lower, at - 2))
  writer.put(valueAt(lower, at + 2))
  writer.put(own)
  writer.put(mix(before, own))
  writer.put(mix(own, after))
  writer.put(mix(mix(before, own), after))
  putClusters(writer, at, own, cluster)
}

function putClusters(writer: FeatureWriter, at: number, shape: number, cluster: Uint16Array): void {
  const own = cluster[at] as number
  const [before, after] = [valueAt(cluster, at - 1), valueAt(cluster, at + 1)]
  writer.put(mix(near(own), shape))
  writer.put(far(own))
  writer.put(before)
  writer.put(near(before))
  writer.put(after)
  writer.put(near(after))
  writer.put(mix(near(before), shape))
  writer.put(mix(near(after), shape))
  writer.put(near(valueAt(cluster, at - 2)))
  writer.put(near(valueAt(cluster, at + 2)))
  writer.put(mix(near(before), near(own)))
  writer.put(mix(near(own), near(after)))
}

/** Of what is known of the words: whether they are names, and how common they are. */
function putKnowledge(writer: FeatureWriter, at: number, columns: SentenceColumns): void {
  const { lower, shape, suffix, rank, flags, place } = columns
  const own = shape[at] as number
  const known = flags[at] as number
  const isFirst = at === 0 ? 1 : 0
  const before = valueAt(lower, at - 1)
  writer.put(mix(known, own))
  writer.put(mix(valueAt(flags, at - 1), known))
  writer.put(mix(known, valueAt(flags, at + 1)))
  writer.put(mix(mix(known, valueAt(flags, at + 1)), valueAt(shape, at + 1)))
  writer.put(mix(place[at] as number, own))
  writer.put(mix(place[at] as number, before))
  writer.put(mix(mix(rank[at] as number, own), isFirst))
  writer.put(mix(isFirst, own))
  writer.put(mix(before, own))
  writer.put(mix(valueAt(lower, at + 1), own))
  writer.put(mix(valueAt(suffix, at - 1), own))
  writer.put(mix(valueAt(suffix, at + 1), own))
  writer.put(mix(rank[at] as number, mix(valueAt(rank, at - 1), valueAt(rank, at + 1))))
}

/** Of the run of capitalised words that it stands in: how it begins and ends, and what is around it. */
function putRun(writer: FeatureWriter, at: number, columns: SentenceColumns): void {
  const { lower, suffix, cluster, rank, flags, place, runStart, runEnd } = columns
  const [start, end] = [runStart[at] as number, runEnd[at] as number]
  if (start < 0) {
    for (let count = 0; count < runFeatures; count++) writer.put(1)
    return
  }
  const part = (at === start ? 1 : 0) + (at === end ? 2 : 0)
  const before = valueAt(lower, start - 1)
  const after = valueAt(lower, end + 1)
  const clusterBefore = near(valueAt(cluster, start - 1))
  const lastCluster = near(cluster[end] as number)
  writer.put(lower[end] as number)
  writer.put(mix(lower[end] as number, part))
  writer.put(mix(lower[start] as number, part))
  writer.put(mix(end - start, part))
  writer.put(mix(before, part))
  writer.put(mix(after, part))
  writer.put(mix(lastCluster, part))
  writer.put(mix(near(cluster[start] as number), part))
  writer.put(mix(clusterBefore, part))
  writer.put(mix(near(valueAt(cluster, end + 1)), part))
  writer.put(mix(mix(flags[start] as number, flags[end] as number), mix(end - start, part)))
  writer.put(mix(suffix[end] as number, part))
  writer.put(mix(mix(before, after), part))
  writer.put(mix(start === 0 ? 1 : 0, mix(rank[start] as number, part)))
  writer.put(mix(lastCluster, mix(clusterBefore, part)))
  writer.put(mix(place[start] as number, mix(place[end] as number, part)))
}
