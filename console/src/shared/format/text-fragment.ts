import { webAddress } from './web-address.ts'

// The address that opens a page at some words of it (`#:~:text=`). Browsers look for a text within one block of the page, so
// words that cross lines are named by how they begin and how they end.

/** Words of a text, from `start` to `end`; with the blocks and all of the text, they are told from the same words elsewhere. */
export interface TextPlace {
  text: string
  start: number
  end: number
  blocks?: readonly { start: number; end: number }[]
}

interface Span {
  start: number
  end: number
}

/** Up to so many words are looked for as they stand; of more, so many of the first and of the last. */
const wholeWords = 12
const endWords = 4
const contextWords = 4
const contextChars = 200

/** The page at these words. */
export function placeAddress(url: string, place: TextPlace): string {
  const address = webAddress(url)
  if (!address) return url
  const directives = directivesOf(place)
  if (directives.length === 0) return url
  const [plain = '', hash = ''] = address.split('#', 2)
  return `${plain}#${hash.split(':~:', 1)[0]}:~:${directives.join('&')}`
}

/** The page at a quote, of which nothing but the words is known. */
export const quoteAddress = (url: string, quote: string) =>
  placeAddress(url, { text: quote, start: 0, end: quote.length })

/** The most exact one first: a browser goes to the first that it finds, and pages have words that the text has not. */
function directivesOf(place: TextPlace): string[] {
  const segments = segmentsOf(place)
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) return []
  const { text } = place
  const words = wordsIn(text, first)
  const isWhole = segments.length === 1 && words.length <= wholeWords
  const from = isWhole ? first : spanOf(words.slice(0, endWords), first)
  const to = isWhole ? undefined : spanOf(wordsIn(text, last).slice(-endWords), last)
  const plain = [encode(text, from), to && encode(text, to)].filter(Boolean).join(',')
  const context = contextOf(place, from, to)
  return (context ? [context.before + plain + context.after, plain] : [plain]).map((one) => `text=${one}`)
}

/** The words before and behind, where the same words stand elsewhere too. */
function contextOf({ text, start, end, blocks }: TextPlace, from: Span, to: Span | undefined) {
  if (!blocks) return undefined
  const block = blocks.find((one) => one.start <= start && start < one.end)
  const lower = text.toLowerCase()
  const isFirst = lower.indexOf(lower.slice(from.start, from.end)) >= from.start
  const isOnly = isFirst && lower.indexOf(lower.slice(from.start, from.end), from.start + 1) < 0
  if (isOnly || !block) return undefined
  // The block before counts too: what begins a block has nothing else before it.
  const ahead = segmentsOf({ text, start: Math.max(0, from.start - contextChars), end: from.start, blocks }, false).at(
    -1,
  )
  const behind = segmentsOf({ text, start: (to ?? from).end, end: Math.max(block.end, end) }, false)[0]
  const isNear = (gap: string) => !/[\p{L}\p{N}]/u.test(gap)
  const before = ahead && isNear(text.slice(ahead.end, from.start)) && wordsIn(text, ahead).slice(-contextWords)
  const after =
    behind && isNear(text.slice((to ?? from).end, behind.start)) && wordsIn(text, behind).slice(0, contextWords)
  if (!before && !after) return undefined
  return {
    before: before ? `${encode(text, spanOf(before, from))}-,` : '',
    after: after ? `,-${encode(text, spanOf(after, from))}` : '',
  }
}

const wordPattern = /\S+/g

const wordsIn = (text: string, { start, end }: Span): Span[] =>
  [...text.slice(start, end).matchAll(wordPattern)].map(({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }))

const spanOf = (words: Span[], or: Span): Span => ({
  start: words[0]?.start ?? or.start,
  end: words.at(-1)?.end ?? or.end,
})

/** Where a browser's search stops: the ends of lines and blocks, and the bars that a text puts between the cells of a row. */
const breaks = /\n| \| /g

/** The parts of a place that each stand in one line, without what is no word at their ends. */
function segmentsOf({ text, start, end, blocks = [] }: TextPlace, isWidened = true): Span[] {
  const place = isWidened ? widened(text, { start, end }) : { start, end }
  const cuts = blocks.flatMap((block) => [block.start, block.end])
  const lines = [...text.slice(place.start, place.end).matchAll(breaks)]
  const bounds = [
    ...cuts.filter((at) => at > place.start && at < place.end).map((at) => ({ start: at, end: at })),
    ...lines.map(({ 0: mark, index }) => ({ start: place.start + index, end: place.start + index + mark.length })),
  ].sort((a, b) => a.start - b.start)
  const starts = [place.start, ...bounds.map((bound) => bound.end)]
  const ends = [...bounds.map((bound) => bound.start), place.end]
  return starts.flatMap((at, n) => trimmed(text, at, ends[n] ?? place.end))
}

/** Browsers find whole words only. */
function widened(text: string, { start, end }: Span): Span {
  const isInside = (at: number) => spaced.test(text.charAt(at - 1)) && spaced.test(text.charAt(at))
  let [from, to] = [start, end]
  while (from > 0 && isInside(from)) from--
  while (to < text.length && isInside(to)) to++
  return { start: from, end: to }
}

/** Letters of scripts that part words by spaces. */
const spaced = /[\p{N}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

function trimmed(text: string, start: number, end: number): Span[] {
  const part = text.slice(start, end)
  const blank = part.length - part.trimStart().length
  const length = part.trim().length
  return length > 0 && /[\p{L}\p{N}]/u.test(part) ? [{ start: start + blank, end: start + blank + length }] : []
}

const encode = (text: string, { start, end }: Span) =>
  encodeURIComponent(text.slice(start, end).replaceAll(/\s+/g, ' ').toWellFormed()).replaceAll('-', '%2D')
