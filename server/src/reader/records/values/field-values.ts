import { parseDate } from '../../../dates/parse-date.ts'
import type { When } from '../../../facts/claim.ts'
import { externalId } from '../../structured/entities/external-ids.ts'
import { anyBeforeDay, anyBorn, anyDied } from '../../vocabulary/life-words.ts'

// The forms of values that are no names.

const hour = '\\d{1,2}(?:[:.h]\\d{2}|\\s*[ap]\\.?m\\.?)(?:\\s*[ap]\\.?m\\.?)?(?:\\s*(?:uhr|h))?'
/** `8.30` may be a price, and `10 am` is none. */
const sureHour =
  '\\d{1,2}(?:[:h]\\d{2}|\\.\\d{2}(?=\\s*(?:uhr|h|[-–—]))|\\s*[ap]\\.?m\\.?)(?:\\s*[ap]\\.?m\\.?)?(?:\\s*(?:uhr|h(?![\\p{L}])))?'
const lastHour = '\\d{1,2}(?:[:.h]\\d{2})?(?:\\s*[ap]\\.?m\\.?)?(?:\\s*(?:uhr|h))?'
const clock = new RegExp(
  `^(?:(?:${anyBeforeDay})\\s+)?${hour}(?:\\s*[-–—]\\s*${lastHour})?(?:\\s*\\(?[A-Z]{2,4}\\)?)?$`,
  'iu',
)

export function isClock(text: string): boolean {
  return text.length <= 40 && clock.test(text)
}

/** `09:30 – 10:15 Ropes and how they hold`: a time, and what happens then. */
export const leadingClock = new RegExp(
  `^((?:(?:${anyBeforeDay})\\s+)?${sureHour}(?:\\s*[-–—]\\s*${lastHour})?)(?:\\s*[-–—:|·,]\\s*|\\s+)(\\p{L}.{2,}|["“„«¿¡].{2,})$`,
  'isu',
)

const decimal =
  /^\(?\s*(-?\d{1,2}(?:[.,]\d{2,}))\s*°?\s*([NS])?\s*[,;/ ]\s*(-?\d{1,3}(?:[.,]\d{2,}))\s*°?\s*([EWO])?\s*\)?$/i

/** `47.39557 8.17214`, `48.2, 16.37`. */
export function coordinatesOf(text: string): { lat: number; lon: number } | undefined {
  const found = text.length <= 60 ? decimal.exec(text) : null
  if (!found) return undefined
  const number = (digits = '') => Number(digits.replace(',', '.'))
  const lat = number(found[1]) * (found[2]?.toUpperCase() === 'S' ? -1 : 1)
  const lon = number(found[3]) * (found[4]?.toUpperCase() === 'W' ? -1 : 1)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

export function registerIdOf(text: string, url: string | undefined): [register: string, id: string] | undefined {
  return (url === undefined ? undefined : externalId(url)) ?? (/^https?:\/\//.test(text) ? externalId(text) : undefined)
}

const mail = /^[^\s@<>]{1,64}@[^\s@<>]{1,200}\.\p{L}{2,}$/u

export const isMail = (text: string) => text.length <= 200 && mail.test(text)

export const isAddress = (text: string) => /^(?:https?:\/\/|www\.)\S+$/i.test(text)

/** A whole date, or a date with words around it that only repeat it: `Day 2: Thursday May 5, 2016`. */
export function dateOf(text: string, language: string | null): When | undefined {
  if (text.length > 80 || !/\d/.test(text) || /^\d{1,3}$|^\d+\.$/.test(text)) return undefined
  return parseDate(text, { language })
}

const dayAlone =
  /^(?:\p{L}{2,10}\.?,?\s+)?(?:\d{1,2}(?:st|nd|rd|th|\.)?[\s-]\p{L}{3,9}\.?|\p{L}{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?)$/u

/** A day with the year that its list leaves out. */
export function withYear(day: string, year: string, language: string | null): When | undefined {
  return (
    dateOf(`${day.replace(/^\p{L}+\.?,?\s+(?=\S+\s)/u, '')} ${year}`, language) ?? dateOf(`${day} ${year}`, language)
  )
}

/** A day, whose year the list may leave to its readers, and perhaps a time: `10 Jul, 11:30 AM-11:50 AM`. */
export function dayAndTime(
  text: string,
  language: string | null,
): { day: string; time: string | undefined } | undefined {
  if (text.length > 80 || !/\d/.test(text)) return undefined
  const cut = /[,(]?\s*\(?(\d{1,2}(?::|\.|h)\d{2}.*?|\d{1,2}\s*[ap]m.*?)\)?$/iu.exec(text)
  const day = (cut ? text.slice(0, cut.index) : text)
    .trim()
    .replace(/[,:–-]$/, '')
    .trim()
  const time = cut && isClock(cut[1] as string) ? (cut[1] as string) : undefined
  if (cut && time === undefined) return undefined
  const isDay = (one: string) =>
    dateOf(one, language) ?? (dayAlone.test(one) ? withYear(one, '2000', language) : undefined)
  if (isDay(day)) return { day, time }
  // `15 gennaio 2024, ore 14:30`
  const without = time === undefined ? day : day.replace(/[,\s]+(?:\p{L}{1,6}\s?){1,2}$/u, '')
  return without !== day && isDay(without) ? { day: without, time } : undefined
}

const lifeMark = new RegExp(`^(?:${anyBorn}|${anyDied})\\s*`, 'iu')

/** `1811–1888`, `* 1811, † 1888`, `7. April 1811 – 17. Dezember 1888`, `Zavar 1786–1861 Wien`. */
export function lifeOf(text: string, language: string | null): { birth?: string; death?: string } {
  const parts = text
    .replace(/[(){}[\]]/g, ' ')
    .split(/\s*(?:–|—|\/|†|\bbis\b| - |(?<=\d{4})-(?=\d{4}))\s*/u)
    .map((part) => part.replace(/^[*°~\s]+|[,;\s]+$/g, '').replace(lifeMark, ''))
  const dates = parts.slice(0, 2).map((part) => {
    // Without the place, which stands before the date or behind it.
    const bare = /\d.*\d/su.exec(part)?.[0] ?? ''
    const date =
      part === '' ? undefined : (dateOf(part, language) ?? (bare === part ? undefined : dateOf(bare, language)))
    return date?.edtf
  })
  return { ...(dates[0] && { birth: dates[0] }), ...(dates[1] && { death: dates[1] }) }
}
