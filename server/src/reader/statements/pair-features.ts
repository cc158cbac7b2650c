import type { Sentence } from '../names/rules/mention.ts'
import { hashWord, mix } from '../names/tagger/word-hash.ts'
import type { WordTable } from '../names/tagger/word-table.ts'
import { glossesOf } from './glosses.ts'
import type { End } from './sentence-ends.ts'
import { endKinds } from './statement-types.ts'

// The signs by which a pair of ends is judged, as numbers: the kinds, what stands between and around them, and how the
// names end.

/** A sentence as the signs see it: names are only their kinds, and a word of another language is its English gloss. */
export interface Words {
  ids: Uint32Array
  /** The frame of the sentence: common words and signs as they are, roles, names and all other words by their sort alone. */
  shapes: Uint32Array
  /** The words as they are, of names too. */
  heads: Uint32Array
  clusters: Uint16Array
  ends: End[]
  lists: Map<End, End[]>
  is_alone: boolean
}

const nameIds = endKinds.map((kind) => hashWord(`_${kind}`))
const kindIndex = new Map<string, number>(endKinds.map((kind, at) => [kind, at]))
const noWord = hashWord('_none')
const numberId = hashWord('_0')
const anyWord = hashWord('_word')
const articleIds: ReadonlySet<number> = new Set(['a', 'an', 'the'].map((word) => hashWord(word)))
/** Words up to this frequency rank are part of the frame. */
const frameRank = 2

const isPlain = (word: string, rank: number) => !/\p{L}/u.test(word) || (rank > 0 && rank <= frameRank)

export function wordsOf(
  { tokens, isAlone }: Sentence,
  ends: End[],
  { table, language }: { table: WordTable; language: string | null },
): Words {
  const glosses = glossesOf(language)
  const ids = new Uint32Array(tokens.length)
  const clusters = new Uint16Array(tokens.length)
  const shapes = new Uint32Array(tokens.length)
  for (let at = 0; at < tokens.length; at++) {
    const word = (tokens[at]?.text ?? '').toLowerCase()
    if (/^\d/.test(word)) {
      ids[at] = numberId
      shapes[at] = numberId
    } else {
      ids[at] = hashWord(glosses.get(word) ?? word)
      const row = table.find(ids[at] as number)
      clusters[at] = table.clusterAt(row)
      shapes[at] = isPlain(word, table.rankAt(row)) ? (ids[at] as number) : anyWord
    }
  }
  for (const { kind, from, to, role } of ends) {
    if (kind === 'role' || kind === 'nation') shapes.fill(nameIds[kindIndex.get(kind) as number] as number, from, to)
    // `Vereinsvorsitzende` says what `vorsitzende` says.
    if (role) ids[to - 1] = hashWord(glosses.get(role.word) ?? role.word)
  }
  const heads = ids.slice()
  for (const { kind, from, to, is_pronoun } of ends) {
    if (is_pronoun || kind === 'role' || kind === 'nation') continue
    for (let at = from; at < to; at++) {
      ids[at] = nameIds[kindIndex.get(kind) as number] as number
      shapes[at] = ids[at] as number
      clusters[at] = 0
    }
  }
  return { ids, shapes, heads, clusters, ends, lists: listsOf(ids, ends), is_alone: isAlone }
}

export const featuresMax = 192
const betweenMax = 16
const around = 3

/** Names further apart than this have nothing to say of each other. */
export const distanceMax = 30

const listMarks: ReadonlySet<number> = new Set([',', 'and', 'or', '&', ';', 'as', 'well'].map((mark) => hashWord(mark)))

/** The ends of one kind that a list joins, by end: `Ada Berg, Leo Holm and Tom Fox`. */
function listsOf(ids: Uint32Array, ends: End[]): Map<End, End[]> {
  const sorted = ends.filter(({ is_pronoun }) => !is_pronoun).sort((a, b) => a.from - b.from)
  const lists = new Map<End, End[]>()
  let last: End | undefined
  for (const end of sorted) {
    const isNext =
      last !== undefined &&
      last.kind === end.kind &&
      end.from > last.to &&
      end.from - last.to <= 3 &&
      ids.subarray(last.to, end.from).every((id) => listMarks.has(id))
    const list = isNext && last ? [...(lists.get(last) ?? []), end] : [end]
    for (const one of list) lists.set(one, list)
    last = end
  }
  return lists
}

const conjunctions: ReadonlySet<number> = new Set(['and', 'or', '&'].map((word) => hashWord(word)))

const hasConjunction = (ids: Uint32Array, list: End[]) =>
  ids.subarray((list[0] as End).to, (list.at(-1) as End).from).some((id) => conjunctions.has(id))

/** Whether both are of one list that says where it ends: `Ada Berg and Leo Holm`, not `Ada Berg, Leo Holm, head of`. */
export function areCounted({ ids, lists }: Words, [a, b]: [End, End]): boolean {
  const list = lists.get(a)
  return list !== undefined && list === lists.get(b) && hasConjunction(ids, list)
}

/** Fills `into` with the features of a pair, and answers how many there are. */
export function fillPairFeatures(
  { ids, shapes, heads, clusters, ends, lists, is_alone }: Words,
  [a, b]: [End, End],
  into: Uint32Array,
): number {
  const isForward = a.from < b.from
  const [first, second] = isForward ? [a, b] : [b, a]
  const kinds = (kindIndex.get(a.kind) as number) * 8 + (kindIndex.get(b.kind) as number)
  const pronoun = (a.is_pronoun ? 1 : 0) + (b.is_pronoun ? 2 : 0)
  // What is said of a list is said of each of its names.
  const firstList = lists.get(first) ?? [first]
  const secondList = lists.get(second) ?? [second]
  const isOneList = firstList === secondList
  const gapStart = isOneList ? first.to : (firstList.at(-1) as End).to
  const gapEnd = isOneList ? second.from : (secondList[0] as End).from
  let sameAsA = 0
  let sameAsB = 0
  let others = 0
  for (const end of ends) {
    if (end === a || end === b || end.from < gapStart || end.to > gapEnd) continue
    if (end.kind === 'role' || end.kind === 'nation' || (end.is_pronoun && end.kind !== a.kind)) continue
    others++
    if (end.kind === a.kind) sameAsA++
    if (end.kind === b.kind) sameAsB++
  }
  // Words before another of the same kind are about that one.
  const isFree = sameAsA === 0 && sameAsB === 0
  const order = (isForward ? 1 : 2) + (isFree ? 0 : 2)
  let count = 0
  const add = (template: number, one: number, two = 0) => {
    if (count < featuresMax) into[count++] = mix(mix(template * 8 + order, one), two)
  }
  const wordAt = (at: number) => (at < 0 || at >= ids.length ? noWord : (ids[at] as number))
  add(1, kinds, pronoun)
  const gap = Math.max(0, gapEnd - gapStart)
  const length = gap > 10 ? 10 + Math.min(3, (gap - 10) >> 2) : gap
  add(2, length, kinds)
  add(3, Math.min(others, 3), kinds)
  add(4, Math.min(sameAsA, 2) + 4 * Math.min(sameAsB, 2), kinds)
  const listed = (isOneList ? 1 : 0) + (firstList.length > 1 ? 2 : 0) + (secondList.length > 1 ? 4 : 0)
  // `Perth, Scotland` leads from a place to a larger one, `Peru, Chile and Brazil` does not.
  const isCounted = isOneList && hasConjunction(ids, firstList)
  add(33, listed + (isCounted ? 8 : 0) + (isOneList && gap > 1 ? 16 : 0), kinds)
  gapFeatures({ ids, clusters }, [gapStart, gapEnd], kinds, add)
  const beside = { first: firstList[0] as End, second: secondList.at(-1) as End }
  for (const [template, sign] of frameOf({ ids, shapes, heads, ends }, [gapStart, gapEnd], beside))
    add(template, sign, kinds)
  frameFeatures(shapes, gapStart, gapEnd, (template, one, two) => add(template, one, mix(two, kinds)))
  const before = (firstList[0] as End).from
  const behind = (secondList.at(-1) as End).to
  for (let step = 1; step <= around; step++) {
    add(step === 1 ? 14 : 15, wordAt(before - step))
    add(step === 1 ? 16 : 17, wordAt(behind + step - 1))
  }
  add(18, wordAt(before - 2), wordAt(before - 1))
  add(19, wordAt(behind), wordAt(behind + 1))
  add(20, wordAt(before - 1), wordAt(behind))
  add(27, wordAt(before - 1), wordAt(gapStart))
  add(28, wordAt(gapEnd - 1), wordAt(behind))
  if (!a.is_pronoun && a.kind !== 'person') add(21, heads[a.to - 1] as number)
  if (!b.is_pronoun && b.kind !== 'person' && b.kind !== 'date') {
    const head = heads[b.to - 1] as number
    add(22, head)
    add(23, heads[b.from] as number)
    add(29, head, wordAt(gapEnd - 1))
    add(30, head, Math.min(gap, 3))
  }
  if (a.is_pronoun) add(31, heads[a.from] as number)
  if (b.is_pronoun) add(32, heads[b.from] as number)
  add(24, before === 0 ? 1 : 0, kinds)
  add(25, (is_alone ? 1 : 0) + 2 * kinds)
  add(26, Math.min(3, Math.floor(a.score * 4)), Math.min(3, Math.floor(b.score * 4)))
  return count
}

type Add = (template: number, one: number, two?: number) => void

/** The words between two ends; of a long gap those at its edges. */
function gapFeatures(
  { ids, clusters }: Pick<Words, 'ids' | 'clusters'>,
  [gapStart, gapEnd]: [number, number],
  kinds: number,
  add: Add,
): void {
  const wordAt = (at: number) => (at < 0 || at >= ids.length ? noWord : (ids[at] as number))
  const gap = gapEnd - gapStart
  let previous = noWord
  let whole = 17
  let counted = 0
  for (let at = gapStart; at < gapEnd; at++) {
    if (gap > betweenMax && at - gapStart >= betweenMax / 2 && gapEnd - at > betweenMax / 2) continue
    const word = wordAt(at)
    if (word === previous && nameIds.includes(word)) continue
    add(5, word)
    add(6, previous, word)
    const cluster = clusters[at] as number
    if (cluster !== 0) add(7, cluster)
    previous = word
    whole = mix(whole, word)
    counted++
  }
  add(6, previous, noWord)
  if (counted <= 5) add(8, whole, kinds)
  if (counted > 0) {
    add(9, wordAt(gapStart), kinds)
    add(10, wordAt(gapEnd - 1), kinds)
    if (counted > 1) {
      add(11, wordAt(gapStart), wordAt(gapStart + 1))
      add(12, wordAt(gapEnd - 2), wordAt(gapEnd - 1))
    }
    if (counted > 2) add(13, mix(wordAt(gapEnd - 3), wordAt(gapEnd - 2)), wordAt(gapEnd - 1))
  }
}

const frameMax = 10

/** The frame between two ends, without articles, words of one sort in a row counted once: `, _role of`. */
function frameFeatures(
  shapes: Uint32Array,
  start: number,
  end: number,
  add: (template: number, one: number, two: number) => void,
): void {
  let whole = 17
  let counted = 0
  let previous = noWord
  let last = noWord
  for (let at = start; at < end; at++) {
    const shape = shapes[at] as number
    if (shape === previous || articleIds.has(shape)) continue
    add(34, previous, shape)
    add(35, mix(last, previous), shape)
    last = previous
    previous = shape
    whole = mix(whole, shape)
    counted++
  }
  add(34, previous, noWord)
  add(35, mix(last, previous), noWord)
  if (counted <= frameMax) add(36, whole, 0)
}

/** Sorts of words at the edges of the gap between two ends. */
const sorts = new Map<number, number>()
const sortWords: readonly (readonly string[])[] = [
  [','],
  ['(', '[', '/', '|'],
  ["'s", '’s', "'", '’'],
  ['of'],
  ['at', 'with', 'for', 'in', 'by'],
  ['from'],
  ['is', 'was', 'are', 'were', 'became'],
  ['and', '&'],
  ['who', 'which'],
  ['-', '–', '—', ':', ';', '•'],
]
for (const [at, words] of sortWords.entries()) for (const word of words) sorts.set(hashWord(word), at + 1)
const roleSort = 12
const wordSort = 13
const nothing = 14

const ways = ['none', 'leads', 'member_of']

/**
 * How a gap is built, whatever its words: by what it begins and ends, whether a role stands in it, before or behind both,
 * and how many other words. `Ada Berg, head of finance at Acme`, `Acme head Ada Berg`, `the head of Acme, Ada Berg`.
 */
function* frameOf(
  { ids, shapes, heads, ends }: Pick<Words, 'ids' | 'shapes' | 'heads' | 'ends'>,
  [start, stop]: [number, number],
  { first, second }: { first: End; second: End },
): Generator<[template: number, sign: number]> {
  const roles = ends.filter(({ kind }) => kind === 'role')
  // The rest of `VW-Chef` stands behind `VW`.
  const rest = roles.find((role) => role.from === first.from && role.start > first.start)
  const inGap = roles.filter((role) => role === rest || (role.from >= start && role.to <= stop))
  const sortAt = (at: number) => {
    if (at < start || at >= stop) return nothing
    if (inGap.some(({ from, to }) => at >= from && at < to)) return roleSort
    return sorts.get(ids[at] as number) ?? wordSort
  }
  let from = start
  while (from < stop && articleIds.has(ids[from] as number)) from++
  let to = stop
  while (to > from && articleIds.has(ids[to - 1] as number)) to--
  let others = 0
  for (let at = from; at < to; at++) if (shapes[at] === anyWord) others++
  const before = roles.find((role) => role !== rest && role.to <= first.from && first.from - role.to <= 2)
  const behind = roles.find((role) => role.from >= second.to && role.from - second.to <= 1)
  const hasBefore = before === undefined ? 0 : 1 + (first.from - before.to)
  const begins = rest ? roleSort : sortAt(from)
  const finishes = rest && from === to ? roleSort : sortAt(to - 1)
  const role = Math.min(inGap.length, 2)
  const many = others === 0 ? 0 : others <= 3 ? 1 : 2
  // The second word of the gap tells `, who is` from `, head of`.
  const next = sortAt(from + 1)
  yield [40, ((begins * 16 + finishes) * 4 + role) * 16 + hasBefore * 4 + many]
  yield [41, (begins * 16 + finishes) * 4 + role]
  yield [42, (finishes * 4 + role) * 4 + many]
  yield [43, (begins * 16 + next) * 4 + hasBefore]
  yield [44, role * 4 + hasBefore]
  yield [45, ((begins * 16 + finishes) * 4 + role) * 2 + (behind ? 1 : 0)]
  // What the role that stands nearest says of those who have it.
  const place = inGap[0] ? 1 : before ? 2 : behind ? 3 : 0
  const nearest = inGap[0] ?? before ?? behind
  if (!nearest) return
  const way = ways.indexOf(nearest.role?.way ?? 'none')
  yield [46, way * 4 + place]
  yield [47, ((way * 4 + place) * 16 + begins) * 16 + finishes]
  yield [48, mix(heads[nearest.to - 1] as number, place)]
}
