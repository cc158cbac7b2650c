import type { PlaceHint } from '../../../facts/claim.ts'
import { isName } from '../../../facts/entity-names.ts'
import { type Item, isText, type TextValue, type Value } from '../syntaxes/item.ts'

// Addresses and coordinates of an item; they are not entities of their own.

export interface Whereabouts {
  hint: PlaceHint
  /** The values that state it, the most specific first. */
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

/** The address and coordinates of an item. */
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
  // Coordinates may be inside an address.
  for (const { item: inner } of item.items('geo')) readPosition(inner, found)
}

/** Country and region codes: `NO` is Norway although it is also a word. */
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
  const match = /^\s*[+]?(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEWO])?\s*$/i.exec(text)
  if (!match) return Number.NaN
  const value = Number((match[1] as string).replace(',', '.'))
  return /[SW]/i.test(match[2] ?? '') ? -value : value
}

/** A text value, or the name of an item value: pages write countries both ways. */
export function textOf(item: Item, property: string): TextValue | undefined {
  for (const value of item.props.get(property) ?? []) {
    if (isText(value)) return value
    const [name] = value.item.texts('name')
    if (name) return name
  }
  return undefined
}
