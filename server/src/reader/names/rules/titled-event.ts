import { type FoundDate, findDates } from '../../../dates/find-dates.ts'
import { type Claim, entityClaim, type Quote } from '../../../facts/claim.ts'
import { refOf } from '../../../facts/refs.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { JoinedName } from './join-names.ts'
import type { NamedPage } from './named-page.ts'

// Events from titles such as `Wilhelm Haidinger an Leo Thun, Wien, 1. April 1857`. A page whose title names somebody,
// with a day set apart from the rest, is about something that happened on that day: a letter, a meeting, a death. A
// model has to say what exactly; the title says that it happened, when, and who was involved.

const titleMax = 200

export function readTitledEvent(page: NamedPage, entities: JoinedName[]): Claim[] {
  const title = ` ${foldName(page.title ?? '')} `
  for (const { kind, start, end, is_own } of page.blocks) {
    if (kind !== 'heading' || !is_own || end - start > titleMax) continue
    const text = page.text.slice(start, end)
    const folded = foldName(text)
    if (folded === '' || !title.includes(` ${folded} `)) continue
    const claims = claimsOf({ text, start, end }, entities, page.language)
    if (claims.length > 0) return claims
  }
  return []
}

function claimsOf(quote: Quote, entities: JoinedName[], language: string | null): Claim[] {
  const date = dayApart(quote.text, language)
  if (!date) return []
  const offsetOf = ({ mentions }: JoinedName) =>
    mentions.findLast(({ start, end }) => start >= quote.start && end <= quote.end)?.start ?? -1
  const named = entities.filter((entity) => offsetOf(entity) >= 0)
  // An event with a name of its own gets its date from its own claims.
  if (named.length === 0 || named.some(({ kind }) => kind === 'event')) return []
  const name = nameOf(quote.text)
  const event = { ref: refOf('event', name), kind: 'event', name }
  // A person's name may contain a town as well, so the last location is where the event was.
  const place = named.filter(({ kind }) => kind === 'location').toSorted((a, b) => offsetOf(b) - offsetOf(a))[0]
  return [
    entityClaim({ ...event, when: date.when, quote }),
    ...named.flatMap((entity) => {
      const { kind, name } = entity
      if (kind === 'location' && entity !== place) return []
      const other = { ref: refOf(kind, name), kind, name }
      const ends = kind === 'location' ? { from: event, to: other } : { from: other, to: event }
      const relation = kind === 'location' ? 'located_in' : 'involved_in'
      return [{ type: 'relationship' as const, ...ends, relation, since: null, until: null, quote }]
    }),
  ]
}

/** The heading in one line, without separators at its end. */
function nameOf(heading: string): string {
  const lines = heading.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/[\s|·•,;–—-]+$/, ''))
  return lines.filter((line) => line !== '').join(', ')
}

/** Titles with these words are about the page itself, or about a life. */
const ofThePage =
  /(?<!\p{L})(?:updated?|posted|published|posts?|archives?|copyright|privacy|policy|terms|effective|version|valid|changelog|release|born|died|aktualisiert|stand|datenschutz\p{L}*|impressum|geboren|gestorben|mis à jour|publié|né|née)(?!\p{L})|[©†*]/iu
const apartBefore = /(?:[,:;|·•–—]|\n|\s-)\s*$/
const apartBehind = /^\s*(?:[:;|·•–—]|\n|-\s)/
const nothingBehind = /^[\s|·•.\]]*$/

/** The only date of the title, at its end or its beginning and separated from the rest. */
function dayApart(text: string, language: string | null): FoundDate | undefined {
  const [date, ...others] = findDates(text, { language })
  if (date?.when.precision !== 'day' || others.length > 0 || ofThePage.test(text)) return undefined
  const [before, behind] = [text.slice(0, date.start), text.slice(date.end)]
  const isLast = nothingBehind.test(behind) && apartBefore.test(before)
  const isFirst = before.trim() === '' && apartBehind.test(behind)
  return isLast || isFirst ? date : undefined
}
