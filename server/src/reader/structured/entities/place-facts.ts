import type { PlaceHint } from '../../../facts/claim.ts'
import { isName } from '../../../facts/entity-names.ts'
import { type Item, isText, type TextValue, type Value } from '../syntaxes/item.ts'

// Where something is: addresses and positions, which are no things of their own.

export interface Whereabouts {
  hint: PlaceHint
  /** What says it, the most telling first. */
  values: TextValue[]
  locality: TextValue | undefined
}

const fields = [
  ['streetAddress', 'street'],
  ['addressLocality', 'locality'],
  ['addressRegion', 'region'],
  ['postalCode', 'postal_code'],
  ['addressCountry', 'country'],
] as const

/** What an item says of where it is: its address, its position. */
export function whereabouts(item: Item): Whereabouts | undefined {
  const found: Whereabouts = { hint: {}, values: [], locality: undefined }
  readFields(item, found)
  for (const property of ['address', 'geo']) {
    for (const value of item.props.get(property) ?? []) readPlace(value, property, found)
  }
  return found.values.length === 0 ? undefined : found
}

function readPlace(value: Value, property: string, found: Whereabouts): void {
  if (!isText(value)) {
    readFields(value.item, found)
    return
  }
  if (property === 'geo') {
    const [, lat, lon] = /^\s*(-?\d+(?:\.\d+)?)\s*[;,]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(value.text) ?? []
    if (lat !== undefined && lon !== undefined) setPosition(Number(lat), Number(lon), value, found)
  } else if (found.hint.name === undefined && isName(value.text)) {
    found.hint.name = value.text
    found.values.push(value)
  }
}

function readFields(item: Item, found: Whereabouts): void {
  for (const [property, field] of fields) {
    const value = textOf(item, property)
    if (value === undefined || found.hint[field] !== undefined) continue
    if (!isName(value.text) && !isCode(field, value.text)) continue
    found.hint[field] = value.text
    found.values.push(value)
    if (field === 'locality') found.locality = value
  }
  readPosition(item, found)
  // A position may stand inside of an address.
  for (const { item: inner } of item.items('geo')) readPosition(inner, found)
}

/** `NO` is Norway, and a word. */
function isCode(field: string, text: string): boolean {
  return (field === 'country' || field === 'region') && /^[A-Z]{2}$/.test(text) && text !== 'NA'
}

function readPosition(item: Item, found: Whereabouts): void {
  const lat = textOf(item, 'latitude')
  const lon = textOf(item, 'longitude')
  if (lat && lon) setPosition(degrees(lat.text), degrees(lon.text), lat, found)
}

function setPosition(lat: number, lon: number, value: TextValue, { hint, values }: Whereabouts): void {
  const isPosition = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
  if (!isPosition || hint.lat !== undefined) return
  hint.lat = lat
  hint.lon = lon
  values.push(value)
}

function degrees(text: string): number {
  const said = /^\s*[+]?(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEWO])?\s*$/i.exec(text)
  if (!said) return Number.NaN
  const value = Number((said[1] as string).replace(',', '.'))
  return /[SW]/i.test(said[2] ?? '') ? -value : value
}

/** A text, or the name of the thing that stands there: countries are written both ways. */
export function textOf(item: Item, property: string): TextValue | undefined {
  for (const value of item.props.get(property) ?? []) {
    if (isText(value)) return value
    const [name] = value.item.texts('name')
    if (name) return name
  }
  return undefined
}
