// When a schedule begins a run. It does so twice in the seconds that it is given (`recrawl_every`), each time for half of
// the pages (crawl/schedule/urgency.ts). The times follow from each other, and the first from the id, so a thousand
// schedules that were set at once go on beside each other.

/** A schedule that is due. */
export interface DueRecrawl {
  project_id: string
  domain_id: string
  due_at: string
  /** In seconds. */
  every: number
}

/** Runs of a schedule in its seconds. */
export const runsOfSchedule = 2

const stepOf = (every: number) => (every * 1000) / runsOfSchedule

/** From half a step to a whole one after now, at a place that follows from the random end of the id. */
export function firstRecrawl(id: string, every: number, now: Date): Date {
  const place = Number.parseInt(id.slice(-8), 16) / 2 ** 32
  return new Date(now.getTime() + Math.round((stepOf(every) * (1 + place)) / 2))
}

/** The next time after one that was due; those that nobody has seen, because no service ran, are left out. */
export function nextRecrawl(due: Date, every: number, now: Date): Date {
  const step = stepOf(every)
  const steps = Math.floor((now.getTime() - due.getTime()) / step) + 1
  return new Date(due.getTime() + Math.max(1, steps) * step)
}
