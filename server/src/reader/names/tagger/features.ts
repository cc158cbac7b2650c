import { isCapitalised } from '../../../language/capitals.ts'
import { mix } from './word-hash.ts'
import { outsideLooks, type WordLooks } from './word-looks.ts'
import { isOrganization, isPlace, organizationWords, phraseStart, phraseWords, type WordTable } from './word-table.ts'

// Features of a sentence: for each word a row of hashed numbers, each standing for something like "the word before is
// `in`" or "the word ends in -burg". Training uses the same code.

export const featureBits = 28
const featureMask = 2 ** featureBits - 1

/** Small words inside names. */
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

/** Features per word, and how many of the first describe the word itself. */
export const featureCount = 75
export const lexicalFeatures = 13
const runFeatures = 17
const nounFeatures = 6
/** Indexes of the features that depend on the word alone. */
export const ownFeatures = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18, 22, 23, 34]
/** The index of the shape of a word. */
export const shapeFeature = 18

/** The words of a sentence with their context. Words are described lazily, because most are never needed. */
class Described {
  readonly length: number
  /** 1 for a place name of one word; 2, 3 and 4 for the first, middle and last words of longer ones. */
  readonly place: Uint8Array
  /** The same of well-known organizations. */
  readonly body: Uint8Array
  /** The first and last index of the run of capitalised words around a word; -1 outside of runs. */
  readonly runStart: Int16Array
  readonly runEnd: Int16Array
  /** German writes every noun with a capital. */
  readonly isGerman: boolean
  readonly #texts: string[]
  readonly #table: WordTable
  readonly #looks: (WordLooks | undefined)[] = []

  constructor(texts: string[], table: WordTable, isGerman: boolean) {
    this.length = texts.length
    this.isGerman = isGerman
    this.#texts = texts
    this.#table = table
    this.place = new Uint8Array(texts.length)
    this.body = new Uint8Array(texts.length)
    this.runStart = new Int16Array(texts.length).fill(-1)
    this.runEnd = new Int16Array(texts.length).fill(-1)
    this.#markRuns()
  }

  at(index: number): WordLooks {
    if (index < 0 || index >= this.length) return outsideLooks
    const known = this.#looks[index]
    if (known !== undefined) return known
    const looks = this.#table.looksOf(this.#texts[index] as string)
    this.#looks[index] = looks
    return looks
  }

  hasDigit(index: number): boolean {
    return /\d/.test(this.#texts[index] as string)
  }

  isCapital(index: number): boolean {
    return index < this.length && isCapitalised(this.#texts[index] as string)
  }

  #isConnector(index: number): boolean {
    return index < this.length && connectors.has(this.#texts[index] as string)
  }

  #markRuns(): void {
    for (let at = 0; at < this.length; at++) {
      if (!this.isCapital(at)) continue
      let end = at
      for (let step = this.#step(end); step > 0; step = this.#step(end)) end += step
      for (let inside = at; inside <= end; inside++) {
        this.runStart[inside] = at
        this.runEnd[inside] = end
      }
      at = end
    }
  }

  /** The distance to the next word of a run, over connectors; 0 where the run ends. */
  #step(from: number): number {
    if (this.isCapital(from + 1)) return 1
    if (!this.#isConnector(from + 1)) return 0
    if (this.isCapital(from + 2)) return 2
    return this.#isConnector(from + 2) && this.isCapital(from + 3) ? 3 : 0
  }

  /** Marks what the lists know: names of places, and of organizations. */
  markListed(): void {
    const after = { place: 0, body: 0 }
    for (let at = 0; at < this.length; at++) {
      if (!this.isCapital(at)) continue
      const { flags } = this.at(at)
      const { places, bodies } = this.#phrasesAt(at)
      if (at >= after.place) after.place = markListed(this.place, at, places || ((flags & isPlace) !== 0 ? 1 : 0))
      if (at >= after.body) after.body = markListed(this.body, at, bodies || ((flags & isOrganization) !== 0 ? 1 : 0))
    }
  }

  /** The lengths in words of the longest names of several words that begin here. */
  #phrasesAt(at: number): { places: number; bodies: number } {
    let [places, bodies] = [0, 0]
    let hash = phraseStart
    for (let count = 1; count <= organizationWords && at + count <= this.length; count++) {
      hash = mix(hash, this.at(at + count - 1).lower)
      if (count === 1) continue
      if (count <= phraseWords && this.#table.isPhrase(hash)) places = count
      if (this.#table.isOrganizationPhrase(hash)) bodies = count
    }
    return { places, bodies }
  }
}

/** Marks the words of a name, and gives the index behind it. */
function markListed(marks: Uint8Array, at: number, count: number): number {
  if (count === 1) marks[at] = 1
  else if (count > 1) {
    marks.fill(3, at, at + count)
    marks[at] = 2
    marks[at + count - 1] = 4
  }
  return at + count
}

/** Restricts features to words that may be part of a name of at least `least` words; they are marked in `marks`. */
export interface OpenWords {
  marks: Uint8Array
  least: number
}

export function fillFeatures(
  texts: string[],
  table: WordTable,
  out: Uint32Array,
  { open, isGerman }: { open?: OpenWords; isGerman: boolean },
): void {
  const sentence = new Described(texts, table, isGerman)
  if (open && !markOpen(sentence, open)) return
  sentence.markListed()
  const writer = new FeatureWriter(out)
  for (let at = 0; at < texts.length; at++) {
    if (open && open.marks[at] === 0) continue
    writer.startWord(at)
    putWord(writer, at, sentence)
    putNeighbours(writer, at, sentence)
    putKnowledge(writer, at, sentence)
    putRun(writer, at, sentence)
    putNouns(writer, at, sentence)
  }
}

/**
 * Marks words that may be part of a name: runs of capitalised words, the connectors inside them, and a number beside
 * them. Four words of five are skipped; so is a common word at the start of a sentence that is not a listed name.
 */
function markOpen(sentence: Described, { marks, least }: OpenWords): boolean {
  const { runStart, runEnd, length } = sentence
  for (let at = 0; at < length; at++) marks[at] = (runStart[at] as number) >= 0 ? 1 : 0
  if (runEnd[0] === 0) {
    const { rank, flags } = sentence.at(0)
    if (flags === 0 && rank > 0 && rank <= commonRank) marks[0] = 0
  }
  for (let at = 0; at < length; at++) {
    if (marks[at] !== 0) continue
    const isBeside = (runStart[at - 1] ?? -1) >= 0 || (runStart[at + 1] ?? -1) >= 0
    if (isBeside && sentence.hasDigit(at)) marks[at] = 1
  }
  if (least > 1) closeShort(marks, length, least)
  return marks.subarray(0, length).includes(1)
}

function closeShort(marks: Uint8Array, length: number, least: number): void {
  let from = 0
  for (let at = 0; at <= length; at++) {
    if (at < length && marks[at] !== 0) continue
    if (at - from < least) marks.fill(0, from, at)
    from = at + 1
  }
}

/** Coarser clusters, of 8 and of 128 neighbouring ones. */
const near = (cluster: number) => (cluster + 7) >> 3
const far = (cluster: number) => (cluster + 127) >> 7

/**
 * Writes the features of one word after the other. Each is mixed with the number of its template, so that equal values
 * of different templates stay apart.
 */
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

/** Features of the word itself. Training drops them at times, so that unknown words are learned too. */
function putWord(writer: FeatureWriter, at: number, sentence: Described): void {
  const word = sentence.at(at)
  const { lower, shape, cluster } = word
  writer.put(lower)
  writer.put(word.text)
  writer.put(mix(sentence.at(at - 1).lower, lower))
  writer.put(mix(lower, sentence.at(at + 1).lower))
  writer.put(word.prefix4)
  writer.put(word.suffix4)
  writer.put(word.suffix6)
  writer.put(mix(word.suffix3, shape))
  writer.put(word.prefix3)
  writer.put(word.suffix2)
  writer.put(word.prefix2)
  writer.put(cluster === 0 ? 0 : mix(cluster, 1))
  writer.put(cluster === 0 ? 0 : mix(cluster, shape))
}

/** Features of the neighbouring words and of the shapes of all of them. */
function putNeighbours(writer: FeatureWriter, at: number, sentence: Described): void {
  const { shape } = sentence.at(at)
  const [before, after] = [sentence.at(at - 1), sentence.at(at + 1)]
  writer.put(0)
  writer.put(before.lower)
  writer.put(after.lower)
  writer.put(sentence.at(at - 2).lower)
  writer.put(sentence.at(at + 2).lower)
  writer.put(shape)
  writer.put(mix(before.shape, shape))
  writer.put(mix(shape, after.shape))
  writer.put(mix(mix(before.shape, shape), after.shape))
  putClusters(writer, at, sentence)
}

function putClusters(writer: FeatureWriter, at: number, sentence: Described): void {
  const { shape, cluster } = sentence.at(at)
  const own = near(cluster)
  const [before, after] = [sentence.at(at - 1).cluster, sentence.at(at + 1).cluster]
  writer.put(mix(own, shape))
  writer.put(far(cluster))
  writer.put(before)
  writer.put(near(before))
  writer.put(after)
  writer.put(near(after))
  writer.put(mix(near(before), shape))
  writer.put(mix(near(after), shape))
  writer.put(near(sentence.at(at - 2).cluster))
  writer.put(near(sentence.at(at + 2).cluster))
  writer.put(mix(near(before), own))
  writer.put(mix(own, near(after)))
}

/** Features from the word lists: whether words are names, and how common they are. */
function putKnowledge(writer: FeatureWriter, at: number, sentence: Described): void {
  const { shape, rank, flags } = sentence.at(at)
  const [before, after] = [sentence.at(at - 1), sentence.at(at + 1)]
  const place = sentence.place[at] as number
  const body = sentence.body[at] as number
  const isFirst = at === 0 ? 1 : 0
  writer.put(mix(flags, shape))
  writer.put(mix(before.flags, flags))
  writer.put(mix(flags, after.flags))
  writer.put(mix(mix(flags, after.flags), after.shape))
  writer.put(mix(place, shape))
  writer.put(mix(place, before.lower))
  writer.put(mix(mix(body, place), shape))
  writer.put(mix(body, before.lower))
  writer.put(mix(body, mix(flags, after.shape)))
  writer.put(mix(mix(rank, shape), isFirst))
  writer.put(mix(isFirst, shape))
  writer.put(mix(before.lower, shape))
  writer.put(mix(after.lower, shape))
  writer.put(mix(before.suffix3, shape))
  writer.put(mix(after.suffix3, shape))
  writer.put(mix(rank, mix(before.rank, after.rank)))
}

/** Features of the run of capitalised words around a word: its first and last word, and its neighbours. */
function putRun(writer: FeatureWriter, at: number, sentence: Described): void {
  const { place, body, runStart, runEnd } = sentence
  const [start, end] = [runStart[at] as number, runEnd[at] as number]
  if (start < 0) {
    for (let count = 0; count < runFeatures; count++) writer.put(1)
    return
  }
  const part = (at === start ? 1 : 0) + (at === end ? 2 : 0)
  const [first, last] = [sentence.at(start), sentence.at(end)]
  const [before, after] = [sentence.at(start - 1), sentence.at(end + 1)]
  const clusterBefore = near(before.cluster)
  const lastCluster = near(last.cluster)
  writer.put(last.lower)
  writer.put(mix(last.lower, part))
  writer.put(mix(first.lower, part))
  writer.put(mix(end - start, part))
  writer.put(mix(before.lower, part))
  writer.put(mix(after.lower, part))
  writer.put(mix(lastCluster, part))
  writer.put(mix(near(first.cluster), part))
  writer.put(mix(clusterBefore, part))
  writer.put(mix(near(after.cluster), part))
  writer.put(mix(mix(first.flags, last.flags), mix(end - start, part)))
  writer.put(mix(last.suffix3, part))
  writer.put(mix(mix(before.lower, after.lower), part))
  writer.put(mix(start === 0 ? 1 : 0, mix(first.rank, part)))
  writer.put(mix(lastCluster, mix(clusterBefore, part)))
  writer.put(mix(place[start] as number, mix(place[end] as number, part)))
  writer.put(mix(body[start] as number, mix(body[end] as number, part)))
}

/** Whether the words of a German sentence are nouns, which have a capital like names. */
function putNouns(writer: FeatureWriter, at: number, sentence: Described): void {
  const { isGerman, runStart, runEnd } = sentence
  const { shape, flags, noun } = sentence.at(at)
  const isFirst = at === 0 ? 1 : 0
  writer.put(mix(isGerman ? 1 : 0, shape))
  writer.put(mix(isGerman ? 1 : 0, mix(isFirst, shape)))
  if (!isGerman) {
    for (let count = 0; count < nounFeatures; count++) writer.put(1)
    return
  }
  const [before, after] = [sentence.at(at - 1), sentence.at(at + 1)]
  const [start, end] = [runStart[at] as number, runEnd[at] as number]
  const part = (at === start ? 1 : 0) + (at === end ? 2 : 0)
  const [first, last] = [sentence.at(start).noun, sentence.at(end).noun]
  writer.put(mix(mix(noun, shape), flags))
  writer.put(mix(noun, isFirst))
  writer.put(mix(noun, mix(before.noun, after.noun)))
  writer.put(mix(noun, before.lower))
  writer.put(mix(last, mix(part, Math.min(3, end - start))))
  writer.put(mix(mix(first, last), mix(noun, part)))
}
