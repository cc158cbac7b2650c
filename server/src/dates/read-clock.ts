import { type DatePoint, pad } from './date-point.ts'
import { isDateMark, numberOfToken, type Token } from './date-tokens.ts'
import type { Read } from './read-year.ts'

// The time behind a date: `T10:00:00+02:00`, `, 10:00 GMT`, `at 3:30 pm`. A date with an invalid time keeps its day.

const leadIns = new Set(['t', 'at', 'um', 'à', 'a', 'alle', 'om', 'às'])
const zones: Record<string, string> = { z: 'Z', utc: 'Z', gmt: 'Z' }

export function readClock(tokens: Token[], day: Read<DatePoint>): Read<DatePoint> {
  let at = day.next
  if (day.value.precision !== 'day') return day
  if (isDateMark(tokens[at], ',')) at++
  if (tokens[at]?.kind === 'word' && leadIns.has(tokens[at]?.text ?? '')) at++
  const [hour, minute] = [numberOfToken(tokens[at], 2), numberOfToken(tokens[at + 2], 2)]
  if (!isDateMark(tokens[at + 1], ':') || hour < 0 || minute < 0 || minute > 59) return day
  let next = at + 3
  let second = 0
  if (isDateMark(tokens[next], ':') && numberOfToken(tokens[next + 1], 2) >= 0) {
    second = numberOfToken(tokens[next + 1], 2)
    next += 2
    // Fractions of a second are skipped.
    if (
      isDateMark(tokens[next], '.,') &&
      tokens[next]?.tight &&
      tokens[next + 1]?.tight &&
      tokens[next + 1]?.kind === 'number'
    )
      next += 2
  }
  const half = readHalf(tokens, next, hour)
  if (half.value > 23 || second > 59) return day
  const zone = readZone(tokens, half.next)
  const clock = `T${pad(half.value)}:${pad(minute)}:${pad(second)}${zone.value}`
  return { value: { ...day.value, precision: 'time', clock }, next: zone.next }
}

function readHalf(tokens: Token[], at: number, hour: number): Read<number> {
  const word = tokens[at]?.text
  if ((word === 'am' || word === 'pm') && hour >= 1 && hour <= 12) {
    return { value: (hour % 12) + (word === 'pm' ? 12 : 0), next: at + 1 }
  }
  return { value: hour, next: word === 'uhr' ? at + 1 : at }
}

function readZone(tokens: Token[], at: number): Read<string> {
  const token = tokens[at]
  const named = zones[token?.text ?? '']
  if (named !== undefined) return { value: named, next: at + 1 }
  const none = { value: '', next: at }
  if (!isDateMark(token, '+-−')) return none
  const digits = tokens[at + 1]
  if (digits?.kind !== 'number' || !digits.tight) return none
  const short = digits.text.length === 2
  const minutes = short && isDateMark(tokens[at + 2], ':') ? numberOfToken(tokens[at + 3], 2) : 0
  const [hour, minute] = short
    ? [Number(digits.text), minutes]
    : [Number(digits.text.slice(0, 2)), Number(digits.text.slice(2))]
  if (hour > 14 || minute < 0 || minute > 59 || (!short && digits.text.length !== 4)) return none
  const next = short && isDateMark(tokens[at + 2], ':') ? at + 4 : at + 2
  return { value: `${token?.text === '+' ? '+' : '-'}${pad(hour)}:${pad(minute)}`, next }
}
