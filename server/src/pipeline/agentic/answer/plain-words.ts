import { foldName } from '../../../language/fold-name.ts'

// What a model wrote into a field, as plain text.

/** Removes invisible characters and those that change the direction of text. */
export const cleanLine = (text: string) =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

const nameMax = 200
const listMax = 10

export function mayBeName(name: string): boolean {
  return name.length <= nameMax && /\p{L}/u.test(name) && !/^https?:/i.test(name)
}

export function fieldText(raw: unknown): string {
  if (typeof raw === 'string') return cleanLine(raw)
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw)
  if (Array.isArray(raw)) return raw.slice(0, listMax).map(fieldText).filter(Boolean).join(', ')
  return ''
}

export function snake(text: string): string | undefined {
  const folded = foldName(text.replace(/([a-z])([A-Z])/g, '$1 $2')).replaceAll(' ', '_')
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(folded) ? folded : undefined
}
