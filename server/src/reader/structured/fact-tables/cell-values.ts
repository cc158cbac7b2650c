import { parseDate } from '../../../dates/parse-date.ts'
import type { BaseKind } from '../../../facts/claim.ts'
import { isName, isNameOf } from '../../../facts/entity-names.ts'
import { isAmount, isStopValue } from '../../../facts/stop-values.ts'
import { allPhrases, allWords, anyOf } from '../../../language/word-lists.ts'
import { anyInPlace } from '../../vocabulary/life-words.ts'

// Checks whether the value beside a label of a fact table has the form that the label asks for.

const wordsMax = 8
/** Facts are short: longer values are cut. */
const valueMax = 1000

/**
 * Whether a text is written like a name. Names of people capitalise every longer word, other names the first. Scripts
 * without case have no such rule.
 */
export function looksLikeName(kind: BaseKind, text: string): boolean {
  if (!isNameOf(kind, text) || /^[\d\s.,:/-]+$/.test(text) || /[!?;]/.test(text)) return false
  const words = text.split(/\s+/)
  if (words.length > wordsMax || /^\P{L}*\p{Ll}/u.test(text)) return false
  return kind !== 'person' || words.every((word) => !/^\p{Ll}{4,}/u.test(word) || particles.has(word))
}

const particles = allWords('long-particles')

/** Degrees, which appear where a school is expected. */
const degree = new RegExp(`^(?:${anyOf(allPhrases('degrees'))})\\b[^,]*$`, 'i')

/** Numbers, with units where the property has one. */
const numbers: Record<string, RegExp> = {
  numberOfEmployees: /^\D{0,8}\d/,
  population: /^\D{0,8}\d/,
  revenue: /\d.*(?:[€$£¥₹]|\p{L}{2,})|(?:[€$£¥₹]|[A-Z]{3}).*\d/u,
  area: new RegExp(`\\d\\s*(?:${anyOf(allWords('area-units'))})\\b|\\d\\s*(?:km|m)[²2]`, 'i'),
  elevation: new RegExp(`\\d\\s*(?:${anyOf(allWords('length-units'))})\\b`, 'i'),
}

export function isValueOf(property: string, text: string): boolean {
  if (text === '' || text.length > 300 || isStopValue(text)) return false
  const number = numbers[property]
  if (number) return number.test(text)
  if (property === 'timeZone') return /[A-Z]{2,}|\/|[+-]\d/.test(text)
  if (property === 'legalName') return looksLikeName('object', text)
  if (property === 'geo') return isPosition(text)
  if (property === 'url') return true
  return !/\d/.test(text) && !isAmount(text) && isName(text)
}

/** `53.7, -0.3`, `53°44′N 0°20′W`. */
function isPosition(text: string): boolean {
  return /-?\d{1,3}[.,]\d+\s*°?\s*[NS]?\s*[,;/ ]\s*-?\d{1,3}[.,]\d+|\d\s*°.*[NS].*\d\s*°.*[EWO]/i.test(text)
}

/** The names beside a label that fit the kind. */
export function namesOf(property: string, kind: BaseKind, value: string): string[] {
  const names = value
    .slice(0, valueMax)
    .split(/[\n;]|,\s/)
    .map((part) => part.replace(/\s*[([].*$/s, '').trim())
    .filter((name) => name !== '' && looksLikeName(kind, name) && !(property === 'alumniOf' && degree.test(name)))
  // In `Paris, France` only the first name is the place.
  return names.slice(0, kind === 'location' ? 1 : 10)
}

const inPlace = new RegExp(`^(?:${anyInPlace})\\s+`, 'i')

/** `10 December 1815, London`, `(1815-12-10) 10 December 1815 London, England (aged 36)`. */
export function dateAndPlace(value: string, language: string | null): { date?: string; place?: string } {
  const clean = value
    .slice(0, valueMax)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = clean.split(' ').slice(0, 24)
  for (let length = Math.min(words.length, 6); length > 0; length--) {
    const date = words.slice(0, length).join(' ').replace(/[,;]$/, '')
    if (!parseDate(date, { language })) continue
    const rest = words
      .slice(length)
      .join(' ')
      .replace(inPlace, '')
      .replace(/^[,;]\s*/, '')
    const place = rest.split(',')[0]?.trim() ?? ''
    const isPlace = /^\p{Lu}[\p{L} .'’-]{1,60}$/u.test(place) && looksLikeName('location', place)
    return isPlace ? { date, place } : { date }
  }
  return {}
}
