import type { Entity } from '../service/types.ts'

export type Where = Pick<NonNullable<Entity['where']>, 'lat' | 'lon' | 'country'>

const countries = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** The country, where it is known, else the coordinates. */
export function formatWhere({ lat, lon, country }: Where): string {
  if (country) return countryName(country)
  return lat === null || lon === null ? '' : formatPosition(lat, lon)
}

/** How exact a position is. */
const exactness: Record<string, string> = {
  point: 'exact',
  address: 'the address',
  city: 'the town',
  region: 'the region',
  country: 'the country',
}

/** All that is known of a place. */
export function describeWhere({ lat, lon, precision, country, place_id }: NonNullable<Entity['where']>): string {
  const position =
    lat !== null && lon !== null && `${lat.toFixed(4)}, ${lon.toFixed(4)} (${exactness[precision] ?? precision})`
  // A person who sees the position has no use for its number in a register.
  return [country && countryName(country), position || place_id].filter(Boolean).join(' · ')
}

export const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? countries.of(code) : code) ?? code

export function formatPosition(lat: number, lon: number): string {
  const side = (value: number, plus: string, minus: string) =>
    `${Math.abs(value).toFixed(1)}° ${value < 0 ? minus : plus}`
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`
}
