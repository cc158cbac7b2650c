import type { Answer } from '../../support/harness.ts'

/** One limit: its number, from the documents, and what happens at its edge. */
export interface LimitRow {
  is: number
  cases: Record<string, () => Promise<unknown>>
}

export const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** Time goes on while a test runs, so it stops short of an edge by more than a test takes. */
export const margin = 20 * secondMs
