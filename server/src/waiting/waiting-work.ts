import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { awayDomainsOf } from '../platform/db/nodes.ts'
import type { StepTimes } from '../platform/take-steps.ts'
import {
  deleteWork,
  deleteWorkOf,
  lockDue,
  selectAll,
  selectAny,
  selectDue,
  selectDueInTurn,
  selectNextWork,
  updateDue,
  upsertWork,
} from './queries.ts'
import type { OwnWorkKind, SharedWorkKind, WorkKind } from './work-kind.ts'

// Which domains have work that waits. The work itself is in rows of the domain; a row here says that there may be some, and since
// when. Whoever makes work opens the row, in its transaction. Whoever looks for work takes the row, looks at the domain, and sets the
// row by what it found: meanwhile nobody else looks, and who makes more work waits for a moment and opens the row again.
// So a row may say too early a time, but never too late a one.

/** How many domains somebody who looks for work tries in one go. */
const triedMost = 100
/** Work that is being done is looked at as often: whoever does it may have been killed. */
export const takenLookMs = 9_000

/** There is work in the domain, which is due at a time. */
export const openWork = (tx: Transaction, kind: OwnWorkKind, domainId: string, dueAt: Date | string) =>
  upsertWork(tx, kind, { domain_id: domainId, project_id: null }, dueAt)

/** The same of work that projects share. */
export const openSharedWork = (
  tx: Transaction,
  kind: SharedWorkKind,
  place: { domain_id: string; project_id: string },
  dueAt: Date,
) => upsertWork(tx, kind, place, dueAt)

/** Nothing is left; the caller holds what would make more. */
export const closeWork = (tx: Transaction, kind: WorkKind, domainId: string) => deleteWork(tx, kind, domainId)

/** The domains are deleted. */
export const closeAllWork = (tx: Transaction, domainIds: string[]) => deleteWorkOf(tx, domainIds)

/** Domains with work that is due, the longest first. */
export async function dueDomains(db: Queryable, kind: WorkKind, before: Date, limit: number): Promise<string[]> {
  return (await selectDue(db, kind, before, limit)).map(({ domain_id }) => domain_id)
}

/** All domains with work of the kind, whenever it is due. */
export async function allWaiting(db: Queryable, kind: WorkKind): Promise<string[]> {
  return (await selectAll(db, kind)).map(({ domain_id }) => domain_id)
}

/** When the next is due after a time. */
export async function nextWork(db: Queryable, kind: WorkKind, after: Date): Promise<Date | undefined> {
  const next = await selectNextWork(db, kind, after)
  return next === undefined ? undefined : new Date(next)
}

export const isAnyWaiting = async (db: Queryable, kind: WorkKind) => (await selectAny(db, kind)).length === 1

export async function isWorkDue(db: Queryable, kind: WorkKind, before: Date): Promise<boolean> {
  return (await selectDue(db, kind, before, 1)).length === 1
}

/** Sets when the domain is looked at again, by what it says itself; null for never. Nothing where somebody else does. */
export async function lookAgain(
  tx: Transaction,
  kind: WorkKind,
  domainId: string,
  { now, next }: { now: Date; next: () => Promise<Date | string | null> },
): Promise<void> {
  if (!(await lockDue(tx, kind, domainId, now))) return
  const dueAt = await next()
  if (dueAt === null) await deleteWork(tx, kind, domainId)
  else await updateDue(tx, kind, domainId, dueAt)
}

export interface WorkOfDomain<Taken> {
  /** Takes what is due in the domain. */
  take(tx: Transaction, domainId: string): Promise<Taken | undefined>
  /** When the first that waits in the domain is due, if any does. */
  next(tx: Transaction, domainId: string): Promise<string | null>
  /** False where a domain may have more that is due at the same time. */
  is_alone?: boolean
}

/** The first work that is due and that no process has, of the domains that can be reached. */
export async function takeWork<Taken>(
  db: Database,
  kind: WorkKind,
  { now }: StepTimes,
  { take, next, is_alone = true }: WorkOfDomain<Taken>,
  notOfProjects?: string[],
): Promise<Taken | undefined> {
  const away = awayDomainsOf(db)
  const waiting = notOfProjects
    ? await selectDueInTurn(db, kind, now, notOfProjects, triedMost)
    : await selectDue(db, kind, now, triedMost)
  for (const { domain_id } of waiting) {
    const taken = await away.try(domain_id, () =>
      db.transaction(async (tx) => {
        let found: Taken | undefined
        await lookAgain(tx, kind, domain_id, {
          now,
          next: async () => {
            found = await take(tx, domain_id)
            return found === undefined || !is_alone ? next(tx, domain_id) : new Date(now.getTime() + takenLookMs)
          },
        })
        return found
      }),
    )
    if (taken !== undefined) return taken
  }
  return undefined
}
