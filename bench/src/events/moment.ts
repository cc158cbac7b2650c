/** In nanoseconds of the clock that all processes of a machine share. */
export interface Moment {
  at: string
}

export function millisecondsBetween(earlier: Moment, later: Moment): number {
  return Number(BigInt(later.at) - BigInt(earlier.at)) / 1e6
}
