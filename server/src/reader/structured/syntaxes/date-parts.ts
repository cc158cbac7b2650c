// Joins the parts of a microformat date: a day here, a time and a zone there.

const day = /^\d{4}-(?:\d{2}-\d{2}|\d{3}|\d{2})/
const zone = /^(?:Z|[+-]\d{1,2}:?(?:\d{2})?)$/i
const time = /^(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?\s*([ap])?\.?(?:m\.?)?((?:Z|[+-]\d{1,2}:?\d{0,2})?)$/i

export function joinDateParts(parts: string[]): string {
  let found = ''
  let hour = ''
  let offset = ''
  for (const part of parts) {
    if (day.test(part)) {
      found ||= part
    } else if (zone.test(part)) {
      offset ||= part
    } else {
      const match = time.exec(part.trim())
      if (!match || hour !== '') continue
      hour = clock(match)
      offset ||= match[5] ?? ''
    }
  }
  if (found === '') return parts.join('')
  return hour === '' || found.includes('T') ? found : `${found}T${hour}${offset}`
}

function clock([, hours, minutes = '00', seconds, half]: RegExpExecArray): string {
  const plain = Number(hours) % (half === undefined ? 24 : 12)
  const hour = half?.toLowerCase() === 'p' ? plain + 12 : plain
  return `${String(hour).padStart(2, '0')}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`
}
