import { latinTokens } from '../language/latin-name.ts'
import { anyOf, readLines, readWords } from '../language/word-lists.ts'
import { editDistance } from './names/edit-distance.ts'

const kinds = new Map(readLines('street-kinds', 'short').map((line) => line.split(': ') as [string, string]))
const words: ReadonlySet<string> = new Set([...kinds.values(), 'circuit', 'crescent', 'close', 'way', 'the'])

const streetEnding = new RegExp(`(?:${anyOf(readWords('street-kinds', 'joined'))})$`)

/** How two street addresses agree, the best first; `unread` where one has no name of a street. */
export const streetAgreements = [
  'same_house',
  'same_street',
  'unread',
  'other_number',
  'other_street_same_number',
  'other_street',
  'other_street_and_number',
] as const

export type StreetAgreement = (typeof streetAgreements)[number]

/** `same_street` and `other_street` where one has no house number. */
export function compareStreets(a: string, b: string): StreetAgreement {
  const readA = readStreet(a)
  const readB = readStreet(b)
  if (readA.name === '' || readB.name === '') return 'unread'
  const most = Math.max(readA.name.length, readB.name.length) >= 6 ? 2 : 1
  const isName = editDistance(readA.name, readB.name, most) <= most || startsAlike(readA.name, readB.name)
  if (readA.number === undefined || readB.number === undefined) return isName ? 'same_street' : 'other_street'
  if (readA.number !== readB.number) return isName ? 'other_number' : 'other_street_and_number'
  return isName ? 'same_house' : 'other_street_same_number'
}

function startsAlike(a: string, b: string): boolean {
  return a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a))
}

/** The street's name without its type and direction, and the house number. */
function readStreet(text: string): { name: string; number: string | undefined } {
  const tokens = latinTokens(text).map((token) => kinds.get(token) ?? token)
  const at = tokens.findIndex((token) => /^\d+[a-z]?$/.test(token))
  const names = tokens.filter((token, n) => n !== at && !words.has(token))
  const name = names.join('').replace(streetEnding, '')
  return { name, number: at < 0 ? undefined : tokens[at] }
}
