/** Longer waits are cut to this. How long a run waits is up to the caller. */
const maxMs = 24 * 60 * 60 * 1000

/** `Retry-After` in milliseconds from now: seconds or an HTTP date. Null when it is invalid. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d*)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), maxMs)
  // An HTTP date begins with the name of a day. Date.parse alone would read `-5` as a year.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(at - now.getTime(), 0), maxMs)
}
