// Which pages a run of a schedule asks for. A schedule has as many requests in its seconds as it has pages, and spends
// half of them on each of its two runs: on the pages of which most is expected. Pages that change often are asked for in
// both, pages that have long been quiet in every fourth.
//
// That a page has changed is the likelier the longer ago it was asked, and the less the longer it has been quiet: it is taken to
// change once in the time for which it was quiet and two intervals more. Changes wait the longer the longer a page waits,
// so what is expected grows with the square of that. Nothing but two times of the page is needed for it.

/** How long ago a page was asked, for how long it had not changed then (in the unit of `every`), and whether it had changed. */
export interface AskedPage {
  age: number
  quiet: number
  has_changed: boolean
}

/** A page is taken to have changed once in as many intervals before anything is known of it. */
export const assumedIntervals = 2

/** A page that had changed is asked for again within the interval, any other within two. */
export const intervalsMost = 2

/** Above what is expected of any page that can wait for the next run. */
export const overdue = 2

/** How urgent it is to ask for a page. `queries.ts` says the same in SQL, and a test holds both equal. */
export function urgency({ age, quiet, has_changed }: AskedPage, every: number): number {
  const expected = age ** 2 / (every * (quiet + assumedIntervals * every))
  const most = has_changed ? every : intervalsMost * every
  return age + every / 2 > most ? overdue + expected : expected
}

/** How many pages a run asks for. */
export const shareOf = (pages: number) => Math.ceil(pages / 2)
