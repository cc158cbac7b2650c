import { type Claim, entityClaim, type Quote, type When } from '../claims.ts'
import { findDates } from '../dates/find-dates.ts'
import { foldName, refOf } from '../refs.ts'
import type { NamedEntity } from './join-names.ts'
import type { NamedPage } from './read-names.ts'

// `Wilhelm Haidinger an Leo Thun, Wien, 1. April 1857`: a page whose title names somebody and one day is about something
// that happened on that day: a letter, a meeting, a death. What exactly is for a model to say; that it happened, when, and
// who has to do with it stands in the title.

const titleMax = 200

export function readTitledEvent(page: NamedPage, entities: NamedEntity[]): Claim[] {
  const title = foldName(page.title ?? '')
  if (title === '') return []
  for (const { kind, start, end, is_own } of page.blocks) {
    if (kind !== 'heading' || !is_own || end - start > titleMax) continue
    const heading = page.text.slice(start, end)
    if (!title.includes(foldName(heading))) continue
    return claimsOf({ text: heading, start, end }, entities, page.language)
  }
  return []
}

function claimsOf(quote: Quote, entities: NamedEntity[], language: string | null): Claim[] {
  const when = onlyDay(quote.text, language)
  if (!when) return []
  const isIn = ({ start, end }: { start: number; end: number }) => start >= quote.start && end <= quote.end
  const named = entities.filter(({ mentions }) => mentions.some(isIn))
  // One that has a name of its own is dated by what is said of it.
  if (named.length === 0 || named.some(({ kind }) => kind === 'event')) return []
  const name = nameOf(quote.text)
  const event = { ref: refOf('event', name), kind: 'event', name }
  return [
    entityClaim({ ...event, when, quote }),
    ...named.map(({ kind, name }) => {
      const other = { ref: refOf(kind, name), kind, name }
      const ends = kind === 'location' ? { from: event, to: other } : { from: other, to: event }
      const relation = kind === 'location' ? 'located_in' : 'involved_in'
      return { type: 'relationship' as const, ...ends, relation, since: null, until: null, quote }
    }),
  ]
}

/** In one line, without the sign that sets it apart from what follows. */
function nameOf(heading: string): string {
  const lines = heading.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/[\s|·•,;–—-]+$/, ''))
  return lines.filter((line) => line !== '').join(', ')
}

/** Undefined where there is another date beside it. */
function onlyDay(text: string, language: string | null): When | undefined {
  const [date, ...others] = findDates(text, { language })
  return date?.when.precision === 'day' && others.length === 0 ? date.when : undefined
}
