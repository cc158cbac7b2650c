import type { Entity, Exported, GraphFile } from './graph-file.ts'

// iCalendar (RFC 5545): an event for each entity with a time that a calendar can show. A vague time takes all the days
// that it may mean, and is told in words.

const prodId = '-//Polegraph//Export//EN'

export const icalendarFile: GraphFile = {
  begin: () => lines(['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${prodId}`, 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH']),
  entity: (entity, exported) => {
    const time = timeOf(entity)
    return time ? lines(describe(entity, time, exported)) : ''
  },
  end: 'END:VCALENDAR\r\n',
}

function describe(entity: Entity, time: string[], { at }: Exported): string[] {
  const { id, name, kind, where, urls, updated_at } = entity
  const url = urls.find((one) => /^https?:\/\/[!-~]+$/.test(one))
  return [
    'BEGIN:VEVENT',
    `UID:urn:uuid:${id}`,
    `DTSTAMP:${moment(at)}`,
    `LAST-MODIFIED:${moment(updated_at)}`,
    ...time,
    `SUMMARY:${inText(name)}`,
    `DESCRIPTION:${inText(detailsOf(entity))}`,
    `CATEGORIES:${inText(kind)}`,
    ...(where?.lat != null && where.lon != null ? [`GEO:${where.lat.toFixed(6)};${where.lon.toFixed(6)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    // Nobody is busy because an organization was founded.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const detailsOf = ({ summary, when, attributes, pages }: Entity) =>
  [
    ...(summary === null ? [] : [summary]),
    ...(when ? [`when: ${when.edtf}`] : []),
    ...Object.entries(attributes).map(([key, value]) => `${key}: ${value}`),
    ...(pages ?? []),
  ].join('\n')

const clock = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/

/** The first and the last moment, or nothing for times that no calendar knows: an open start, years before 1. */
function timeOf({ when }: Entity): string[] | undefined {
  if (when === null || when.start === null) return undefined
  const [first = '', last = first] = when.edtf.split('/')
  const from = instant('DTSTART', first)
  if (from) {
    const until = last === first ? undefined : instant('DTEND', last)
    return until ? [from, until] : [from]
  }
  // Of an open end the first day is what is known.
  const days = [when.start, when.end ?? when.start]
  if (!days.every(isDay)) return undefined
  // The end is the first day that is not in it any more.
  const after = new Date(Date.parse(`${days[1]}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const end = isDay(after) ? [`DTEND;VALUE=DATE:${after.replaceAll('-', '')}`] : []
  return [`DTSTART;VALUE=DATE:${days[0]?.replaceAll('-', '')}`, ...end]
}

const isDay = (text: string) => /^(?!0000)\d{4}-\d\d-\d\d$/.test(text)

/** Without an offset it is the local time of wherever it is. */
function instant(name: string, text: string): string | undefined {
  const [, local, offset] = clock.exec(text) ?? []
  if (local === undefined) return undefined
  const time = new Date(`${local}${offset ?? 'Z'}`)
  if (Number.isNaN(time.getTime())) return undefined
  const written = moment(time.toISOString())
  return `${name}:${offset === undefined ? written.slice(0, -1) : written}`
}

const moment = (iso: string) => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar cannot hold them.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const inText = (text: string) =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n]/g, '\\n')

const lines = (list: string[]) => list.map((line) => `${fold(line)}\r\n`).join('')

/** A line has 75 octets at most; what follows stands behind a space. No character is cut in two. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  let folded = ''
  let octets = 0
  for (const sign of line) {
    const more = Buffer.byteLength(sign)
    if (octets + more > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += sign
    octets += more
  }
  return folded
}
