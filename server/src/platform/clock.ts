/** The source of time. Tests pass one that they can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
