/** Days since 1970-01-01 of an ISO date, which may lie before the common era: `-0043-03-15`. */
export function dayOf(date: string): number | null {
  const [, year, month = '01', day = '01'] = /^(-?\d{4,6})(?:-(\d\d))?(?:-(\d\d))?/.exec(date) ?? []
  if (year === undefined) return null
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return Math.floor(time.getTime() / 86_400_000)
}
