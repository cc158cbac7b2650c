export interface Point {
  lat: number
  lon: number
}

const earthKm = 6371
const radian = Math.PI / 180
/** The length of a degree of latitude. */
export const kmOfDegree = earthKm * radian

/** The way along the surface of the Earth. */
export function kmBetween(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * radian) / 2) ** 2
  const chord = half(a.lat, b.lat) + Math.cos(a.lat * radian) * Math.cos(b.lat * radian) * half(a.lon, b.lon)
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, chord)))
}
