import { isCapitalised } from '../../../language/capitals.ts'
import { allPhrases, allWords } from '../../../language/word-lists.ts'
import { isYear, type Mention, type Sentence } from '../rules/mention.ts'
import { eventHeads, eventJoiners } from '../rules/name-words.ts'
import { eventName, shapeMention } from '../rules/shape-mention.ts'
import type { WordTable } from '../tagger/word-table.ts'
import { eventOpeners } from './event-words.ts'

// Events named by a year and words beside it: `DConf 2016`, `2014 Winter Olympics`, `1984 United States Senate election
// in Michigan`.

const wordsMax = 11
const beforeAcronyms = allPhrases('before-acronyms-of-events')
/** Lower-case words that may stand before the head of an event's name. */
const lowerPart = allWords('event-parts')
const lowerHead = allWords('event-heads-in-lower-case')

export function datedEvents(sentence: Sentence, page: { text: string; words: WordTable }): Mention[] {
  const { tokens } = sentence
  const found: Mention[] = []
  let end = 0
  for (let at = 0; at < tokens.length; at++) {
    if (at < end || !isYear(tokens[at]?.text ?? '')) continue
    const bounds = behindYear(sentence, at) ?? beforeYear(sentence, at) ?? acronymBefore(sentence, at, page.words)
    if (!bounds) continue
    const mention = shapeMention(sentence, { ...bounds, kind: 'event', score: 0.9 }, page)
    if (mention?.kind !== 'event') continue
    found.push({ ...mention, isSure: true })
    end = mention.to
  }
  return found
}

interface Bounds {
  from: number
  to: number
}

function behindYear({ tokens }: Sentence, year: number): Bounds | undefined {
  const word = (at: number) => tokens[at]?.text ?? ''
  let to = year + 1
  let head = false
  // `On 4 May 2019 the Harbour Festival`
  if (eventJoiners.has(word(to))) return undefined
  while (to - year < wordsMax && !head) {
    if (lowerHead.has(word(to))) head = true
    else if (
      !isCapitalised(word(to)) &&
      !lowerPart.has(word(to)) &&
      !(eventJoiners.has(word(to)) && isCapitalised(word(to + 1)))
    )
      break
    to++
  }
  if (!head) {
    while (to > year + 1 && !isCapitalised(word(to - 1))) to--
    const isHeaded = to > year + 1 && eventHeads.has(word(to - 1).toLowerCase())
    // `Rostvik 2019 Conference`
    const isBegun = isHeaded && to === year + 2 && isCapitalised(word(year - 1)) && !eventOpeners.has(word(year - 1))
    if (isBegun) return { from: year - 1, to }
    return isHeaded || (to > year + 1 && eventName.test(word(year + 1))) ? { from: year, to } : undefined
  }
  if (to - year < 3) return undefined
  return {
    from: year,
    to: withPlace(
      tokens.map((token) => token.text),
      to,
    ),
  }
}

/** `election in the United Kingdom` */
function withPlace(words: string[], to: number): number {
  if (words[to] !== 'in') return to
  let at = words[to + 1] === 'the' ? to + 2 : to + 1
  if (!isCapitalised(words[at] ?? '')) return to
  while (at - to < 6 && isCapitalised(words[at] ?? '')) at++
  return at
}

function beforeYear({ tokens }: Sentence, year: number): Bounds | undefined {
  const word = (at: number) => tokens[at]?.text ?? ''
  let from = year
  while (
    year - from < wordsMax &&
    (isCapitalised(word(from - 1)) || (eventJoiners.has(word(from - 1)) && isCapitalised(word(from - 2))))
  )
    from--
  if (eventName.test(word(year - 1))) from = behindJoiner(tokens, from, year - 1)
  while (from < year && (eventJoiners.has(word(from).toLowerCase()) || eventOpeners.has(word(from)))) from++
  if (from === year) return undefined
  const isNamed = eventName.test(word(from)) || eventName.test(word(year - 1))
  return isNamed || (year - from >= 2 && eventHeads.has(word(year - 1).toLowerCase()))
    ? { from, to: year + 1 }
    : undefined
}

/** `KelpCon 2014`, of `Fundraising for KelpCon 2014`; but `Workshop for JazzFest 2014` is one name. */
function behindJoiner(tokens: Sentence['tokens'], from: number, brand: number): number {
  const word = (at: number) => (tokens[at]?.text ?? '').toLowerCase()
  if (!eventJoiners.has(word(brand - 1))) return from
  for (let at = from; at < brand; at++) if (eventHeads.has(word(at))) return from
  return brand
}

const acronymLeast = 3

/** `at SIGGRAPH 2018`; but `by SPD 2018` may mean what a party did then. */
function acronymBefore({ tokens }: Sentence, year: number, table: WordTable): Bounds | undefined {
  const word = (at: number) => tokens[at]?.text ?? ''
  const name = word(year - 1)
  if (name.length < acronymLeast || !/^\p{Lu}+$/u.test(name) || table.isOrganizationName([name])) return undefined
  const before = [word(year - 3), word(year - 2)].map((one) => one.toLowerCase())
  const isLedTo = beforeAcronyms.has(before.join(' ')) || beforeAcronyms.has(before[1] ?? '')
  return isLedTo ? { from: year - 1, to: year + 1 } : undefined
}
