// Dates that pages give about themselves. Anything doubtful is not read as a date.

const iso =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?)?)?/i

/** `2024`, `2024-05`, `2024-05-31` or `2024-05-31T12:00:00+02:00`; a time without a zone keeps only its day. */
export function pageDate(input: string): string | null {
  const text = input.trim().slice(0, 80)
  const match = iso.exec(text)
  if (match) return fromIso(match, text)
  return fromWords(text)
}

function fromIso(match: RegExpExecArray, text: string): string | null {
  const [whole, year = '', month, day, hour, minute, second = '00', zone] = match
  // Digits follow: `202405` with more behind it may mean anything.
  if (
    /^\d/.test(text.slice(whole.length)) ||
    (month !== undefined && !isDay(Number(year), Number(month), Number(day ?? 1)))
  ) {
    return null
  }
  if (Number(year) < 1000 || Number(year) > 2200) return null
  const date = [year, month, day].filter((part) => part !== undefined).join('-')
  if (hour === undefined || zone === undefined || Number(hour) > 23) return date
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : 'Z'
  return `${date}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/**
 * Dates with an English month name, such as `Thu, 05 Mar 2020 10:00:00 GMT` or `March 5, 2020`. 03/05 is ambiguous and
 * is not read.
 */
function fromWords(text: string): string | null {
  if (!anyMonth.test(text)) return null
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b[\s,-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{4})\b/i.exec(text)
  const american = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})\b/i.exec(text)
  const [year, name, date] = day ? [day[3], day[2], day[1]] : american ? [american[3], american[1], american[2]] : []
  const month = months.indexOf((name ?? '').toLowerCase()) + 1
  if (month === 0 || !isDay(Number(year), month, Number(date))) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const anyMonth = new RegExp(`\\b(?:${months.join('|')})[a-z]*\\b`, 'i')
