import { pointToWhen } from '../../dates/date-point.ts'
import { type Claim, entityClaim, type Quote, type When } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { blockAt } from '../blocks/block-at.ts'
import { eventDay } from './events/event-days.ts'
import type { FoundName } from './find-names.ts'
import { lifeDates } from './life-dates.ts'
import { confidenceOfName } from './name-confidence.ts'
import type { Mention } from './rules/mention.ts'
import type { NamedPage } from './rules/named-page.ts'
import type { WordTable } from './tagger/word-table.ts'

// The claim that a name of the page makes: that there is such a thing, with the dates beside its name.

const quoteMax = 300
/** A sentence shorter than this is quoted with the rest of its block. */
const shortSentence = 40

/** `page` has the stored text, with the data behind it. */
export function nameClaim(page: NamedPage, entity: FoundName, words: WordTable): Claim {
  const { kind, name, aliases, mentions } = entity
  const lived = kind === 'person' ? lifeOf(page, mentions) : undefined
  const held = kind === 'event' ? heldOn(page, name, mentions) : undefined
  const mention = lived?.mention ?? held?.mention ?? (mentions[0] as Mention)
  return entityClaim({
    ref: refOf(kind, name),
    kind,
    name,
    aliases,
    when: lived?.when ?? held?.when ?? null,
    confidence: confidenceOfName(entity, words),
    quote: quoteOf(page, mention, lived?.end ?? held?.end ?? mention.end),
  })
}

function lifeOf(page: NamedPage, mentions: Mention[]): { mention: Mention; when: When; end: number } | undefined {
  for (const mention of mentions.slice(0, 20)) {
    const found = lifeDates(page.text, mention.end, page.language)
    if (found) return { mention, ...found }
  }
  return undefined
}

/** The day that a sentence gives an event, else the year in its name: DConf 2016 was in 2016. */
function heldOn(
  page: NamedPage,
  name: string,
  mentions: Mention[],
): { mention?: Mention; when: When; end?: number } | undefined {
  const year = yearOf(name)
  for (const mention of mentions.slice(0, 20)) {
    const day = mention.isField ? undefined : eventDay(page.text, mention, { language: page.language, year })
    if (day && Math.abs(day.end - mention.start) < quoteMax && Math.abs(mention.end - day.start) < quoteMax)
      return { mention, when: day.when, end: Math.max(day.end, mention.end) }
  }
  return year === undefined ? undefined : { when: pointToWhen({ precision: 'year', year }) }
}

function yearOf(name: string): number | undefined {
  const years = name.match(/\b(?:1[5-9]|20)\d\d\b/g) ?? []
  return years.length === 1 ? Number(years[0]) : undefined
}

/** The sentence around a mention; it reaches at least to `end`. */
function quoteOf({ text, blocks }: NamedPage, { sentence, start }: Mention, end: number): Quote {
  const { tokens } = sentence
  const block = blocks[sentence.block]
  // A name in a field is quoted with its block, a picture's alone.
  if (!block) {
    const around = blockAt(blocks, start)
    const [from, to] = around && around.end - around.start <= quoteMax ? [around.start, around.end] : [start, end]
    return { text: text.slice(from, to), start: from, end: to }
  }
  let from = tokens[0]?.start ?? start
  let to = Math.max(end, tokens.at(-1)?.end ?? end)
  if (to - from < shortSentence && block.end - block.start <= quoteMax) [from, to] = [block.start, block.end]
  if (to - from > quoteMax) {
    const room = Math.max(0, quoteMax - (end - start))
    const earliest = Math.max(from, start - Math.floor(room / 2))
    from = tokens.find((token) => token.start >= earliest && token.start <= start)?.start ?? start
    const latest = Math.min(to, from + quoteMax)
    to = Math.max(end, tokens.findLast((token) => token.end <= latest)?.end ?? end)
  }
  return { text: text.slice(from, to), start: from, end: to }
}
