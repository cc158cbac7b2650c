import type { Entity } from '../service/types.ts'

// Dates as people write them, never more exact than the page was: `1890s`, `May 2019`, `10–12 May 2019`.

export type When = Pick<NonNullable<Entity['when']>, 'edtf' | 'start' | 'end'>

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })
const monthParts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const month = new Intl.DateTimeFormat(undefined, monthParts)
const monthBefore = new Intl.DateTimeFormat(undefined, { ...monthParts, era: 'short' })
const dayBefore = new Intl.DateTimeFormat(undefined, { ...monthParts, day: 'numeric', era: 'short' })

/** Parts of a year that EDTF numbers: seasons, then quarters. */
const parts: Record<string, string> = {
  21: 'Spring',
  22: 'Summer',
  23: 'Autumn',
  24: 'Winter',
  33: 'First quarter of',
  34: 'Second quarter of',
  35: 'Third quarter of',
  36: 'Fourth quarter of',
}

export function formatWhen({ edtf, start, end }: When): string {
  const [from = '', to] = edtf.split('/')
  if (to === undefined) return formatPoint(from)
  const isOpen = (point: string) => point === '' || point === '..'
  if (isOpen(from) && isOpen(to)) return 'at an unknown time'
  if (isOpen(from)) return `until ${formatPoint(to)}`
  if (isOpen(to)) return `since ${formatPoint(from)}`
  const areDays = /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to)
  if (areDays && start && end) return day.formatRange(dateOf(from), dateOf(to))
  return `${formatPoint(from)} – ${formatPoint(to)}`
}

function formatPoint(edtf: string): string {
  const plain = edtf.replaceAll(/[~?%]/g, '')
  const about = /[~%]/.test(edtf) ? 'about ' : ''
  const unsure = /[?%]/.test(edtf) ? ' (uncertain)' : ''
  return about + formatPlain(plain) + unsure
}

function formatPlain(edtf: string): string {
  const vague = /^(-?\d*)(X{1,3})(?:-XX)*$/.exec(edtf)
  if (vague) return formatVague(vague[1] ?? '', vague[2] ?? '')
  const [, year = '', second, third] = /^(-?\d{4,})(?:-(\d\d|XX))?(?:-(\d\d|XX))?/.exec(edtf) ?? []
  if (!year) return edtf
  if (second === undefined || second === 'XX') return formatYear(year)
  const part = parts[second]
  if (part) return `${part} ${formatYear(year)}`
  const isBefore = Number(year) <= 0
  if (third === undefined || third === 'XX') {
    return (isBefore ? monthBefore : month).format(dateOf(`${year}-${second}-01`))
  }
  return (isBefore ? dayBefore : day).format(dateOf(`${year}-${second}-${third}`))
}

/** `198X`, `18XX`, `1XXX`; the years of `-01XX` are 200 BC to 101 BC. */
function formatVague(digits: string, open: string): string {
  const number = Math.abs(Number(digits))
  const isBefore = digits.startsWith('-')
  if (open === 'X') return isBefore ? formatYears(-10 * number - 9, -10 * number) : `${digits}0s`
  return `${ordinal(number + 1)} ${open === 'XX' ? 'century' : 'millennium'}${isBefore ? ' BC' : ''}`
}

/** EDTF has a year 0, history has none. */
const formatYear = (year: string | number) => (Number(year) > 0 ? String(Number(year)) : `${1 - Number(year)} BC`)

/** `1800–1899`, `200–101 BC`. */
export function formatYears(from: number, to: number): string {
  if (from === to) return formatYear(from)
  return from <= 0 && to <= 0 ? `${1 - from}–${formatYear(to)}` : `${formatYear(from)}–${formatYear(to)}`
}

function ordinal(count: number): string {
  const last = count % 100 > 10 && count % 100 < 14 ? 0 : count % 10
  return `${count}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

function dateOf(iso: string): Date {
  const [, year = '', rest = ''] = /^(-?\d+)(-.*)$/.exec(iso) ?? []
  const digits = year.replace('-', '').padStart(year.startsWith('-') ? 6 : 4, '0')
  return new Date(`${year.startsWith('-') ? '-' : ''}${digits}${rest}T00:00:00Z`)
}
