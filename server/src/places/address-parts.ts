// Splits an address or the name of a place at its commas.

export interface AddressPart {
  name: string
  /** The part has a number that is not a postal code: a house, a floor. */
  numbered: boolean
}

/** No address has more parts. */
const maxParts = 8
const maxLength = 300

export function splitAddress(text: string): AddressPart[] {
  const parts = text.slice(0, maxLength).split(/[,;\n·•|،，、]|\s[–—/-]\s/)
  return parts
    .map(readPart)
    .filter(({ name }) => name !== '')
    .slice(0, maxParts)
}

/**
 * The name without its postal code: `75002 Paris`, `D-50667 Köln`, `TX 75460`, `London SW1A 1AA`, `1012 AB Amsterdam`.
 */
function readPart(text: string): AddressPart {
  const words = text.trim().split(/\s+/)
  const kept = [...words]
  while (kept.length > 0 && isPostal(kept[0] as string)) kept.shift()
  // The letters of a Dutch code follow its digits.
  if (kept.length < words.length && kept.length > 1 && /^[A-Z]{2}$/.test(kept[0] as string)) kept.shift()
  while (kept.length > 0 && isPostal(kept.at(-1) as string)) kept.pop()
  const numbered = kept.some((word) => /\d/.test(word))
  return { name: kept.join(' '), numbered }
}

/** Four digits or more, possibly behind a country code; or letters and digits as in Britain and Canada. */
function isPostal(word: string): boolean {
  return (
    /^(?:[A-Z]{1,3}-)?\d{4,7}(?:-\d{3,4})?$/.test(word) ||
    /^(?:[A-Z]{1,2}\d[A-Z\d]?|\d[A-Z]{2}|[A-Z]\d[A-Z]|\d[A-Z]\d)$/.test(word)
  )
}
