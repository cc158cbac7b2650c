import { parseDate, spanOf } from '../../dates/parse-date.ts'
import type { When } from '../../facts/claim.ts'
import { anyBeforeDay, anyBorn, anyDied, anyInPlace } from '../vocabulary/life-words.ts'

// Life dates: `Ada Berg (1815–1852)`, `(born 5 May 1950)`, `(* 12. März 1900 in Wien; † 1977)`.

const chars = 120
const bornMark = new RegExp(`^(?:${anyBorn}|\\*)\\s*(?:${anyBeforeDay})?\\s*`, 'i')
const diedMark = new RegExp(`^(?:${anyDied}|†|\\+)\\s*(?:${anyBeforeDay})?\\s*`, 'i')
const place = new RegExp(`\\s+(?:${anyInPlace})\\s+\\p{Lu}.*$`, 'u')
const behindBirth = new RegExp(`[;,]\\s*(?=†|${anyDied})`, 'i')

export interface LifeDates {
  when: When
  /** The offset behind the closing bracket. */
  end: number
}

/** Reads the brackets directly behind a name that ends at offset `at`. */
export function lifeDates(text: string, at: number, language: string | null): LifeDates | undefined {
  const match = /^\s?\(([^()\n]{4,100})\)/.exec(text.slice(at, at + chars))
  if (!match) return undefined
  const inside = (match[1] as string).trim()
  const when = readSpan(inside, language)
  return when && { when, end: at + match[0].length }
}

function readSpan(inside: string, language: string | null): When | undefined {
  const parts = inside.split(behindBirth)
  const [first = '', second] = parts
  const born = bornMark.exec(first)
  if (born) {
    const start = dateOf(first.slice(born[0].length), language)
    const died = second === undefined ? null : diedMark.exec(second)
    return (
      start && spanOf(start, died && second !== undefined ? dateOf(second.slice(died[0].length), language) : undefined)
    )
  }
  const died = diedMark.exec(inside)
  if (died) return spanOf(undefined, dateOf(inside.slice(died[0].length), language))
  // A single year behind a name is usually that of a book.
  if (!/\d\s*[-–—‒]|[-–—‒]\s*\d/.test(inside) && !/\bbis\b|\bto\b/.test(inside)) return undefined
  const when = parseDate(inside, { language })
  return when?.edtf.includes('/') ? when : undefined
}

/** The date without the place: `5 May 1950 in Vienna`. */
function dateOf(text: string, language: string | null): When | undefined {
  const date = text.replace(place, '').replace(/,\s*\p{Lu}\p{Ll}+(?:,.*)?$/u, '')
  return parseDate(date, { language }) ?? parseDate(text, { language })
}
