import type { When } from '../facts/claim.ts'
import { type DatePoint, intervalOf, isDay, pointToWhen } from './date-point.ts'

// EDTF as models and careful pages write it: level 1 and quarters.

const shape = /^(-?)(\d{4}|\d{3}X|\d{2}XX|\dXXX)(?:-(\d\d|XX))?(?:-(\d\d|XX))?([~?%]?)$/

export function parseEdtf(text: string): When | undefined {
  if (text.length > 60) return undefined
  const slash = text.indexOf('/')
  // Programs write `0000` for an unknown date.
  if (slash === -1) return text === '0000' ? undefined : parsePoint(text)
  const from = parseEnd(text.slice(0, slash))
  const to = parseEnd(text.slice(slash + 1))
  if (from === undefined || to === undefined) return undefined
  const interval = intervalOf(from, to)
  if (!interval) return undefined
  // An unknown end differs from an open one.
  const edtf = interval.edtf.replace(/^\.\.(?=\/)/, from ? '..' : text.slice(0, slash))
  return { ...interval, edtf: to ? edtf : edtf.replace(/\.\.$/, text.slice(slash + 1)) }
}

function parseEnd(text: string): When | null | undefined {
  return text === '' || text === '..' ? null : parsePoint(text)
}

function parsePoint(text: string): When | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const [, sign, digits = '', month, day, mark] = match
  const point = readParts(sign === '-', digits, month, day)
  if (!point) return undefined
  const when = pointToWhen({ ...point, mark })
  // `2019-XX` is a year, but means some month of it; only plain dates keep their mark.
  if (month === 'XX' || day === 'XX') return mark === '' ? { ...when, edtf: text } : undefined
  return when
}

function readParts(before: boolean, digits: string, month?: string, day?: string): DatePoint | undefined {
  const unknown = digits.split('X').length - 1
  const first = Number(digits.replaceAll('X', '0'))
  const count = 10 ** unknown
  if (first === 0 && unknown === 0 && before) return undefined
  const year = before ? -(first + count - 1) : first
  if (unknown > 0) {
    if (month !== undefined || (before && first === 0)) return undefined
    return { precision: (['decade', 'century', 'millennium'] as const)[unknown - 1] ?? 'year', year }
  }
  if (month === undefined || month === 'XX') return { precision: 'year', year }
  const number = Number(month)
  if (number >= 21 && number <= 24 && day === undefined) return { precision: 'season', year, part: number }
  if (number >= 33 && number <= 36 && day === undefined) return { precision: 'quarter', year, part: number }
  if (!isDay(year, number, day === undefined || day === 'XX' ? 1 : Number(day))) return undefined
  if (day === undefined || day === 'XX') return { precision: 'month', year, month: number }
  return { precision: 'day', year, month: number, day: Number(day) }
}
