import { type Database, DatabaseUnavailable, type Queryable } from './database.ts'

// Where domains live on several nodes, one of these may be away while the others answer. Whoever works for many domains
// then leaves those alone that could not be reached, for some seconds, and goes on with the others.

const firstWaitMs = 2_000
const longestWaitMs = 30_000

/** Domains that this process could not reach the last time. */
export class AwayDomains {
  readonly #away = new Map<string, { until: number; wait: number }>()

  note(domainId: string): void {
    const before = this.#away.get(domainId)
    const wait = before ? Math.min(before.wait * 2, longestWaitMs) : firstWaitMs
    this.#away.set(domainId, { until: performance.now() + wait, wait })
  }

  /** The domain has answered. */
  forget(domainId: string): void {
    this.#away.delete(domainId)
  }

  has(domainId: string): boolean {
    return (this.#away.get(domainId)?.until ?? 0) > performance.now()
  }

  /** Those that are to be left alone now. */
  list(): string[] {
    return [...this.#away.keys()].filter((id) => this.has(id))
  }

  /** Does something for a domain; undefined when it cannot be reached, or could not a moment ago. */
  async try<Result>(domainId: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.has(domainId)) return undefined
    try {
      const result = await work()
      this.forget(domainId)
      return result
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      this.note(domainId)
      return undefined
    }
  }

  /** Rows of these domains, in one statement; where some cannot be reached, of the others, one after another. */
  async gather<Row>(domainIds: string[], select: (domainIds: string[]) => Promise<Row[]>): Promise<Row[]> {
    const near = domainIds.filter((id) => !this.has(id))
    if (near.length === 0) return []
    try {
      return await select(near)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
    const rows: Row[] = []
    for (const id of near) rows.push(...((await this.try(id, () => select([id]))) ?? []))
    return rows
  }
}

/** Those of the domains that live on the same node as one of them; where there are no nodes, that one. */
export async function selectNeighbors(db: Queryable, domainId: string, domainIds: string[]): Promise<string[]> {
  const [cluster] = await db.query<{ has: boolean }>(`select to_regclass('pg_dist_placement') is not null as has`)
  if (!cluster?.has) return [domainId]
  const rows = await db.query<{ id: string }>(
    `select i.id from unnest($2::uuid[]) as i (id)
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('domains', i.id)
     where p.groupid in (
       select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column('domains', $1::uuid)
     )`,
    [domainId, domainIds],
  )
  return [domainId, ...rows.flatMap(({ id }) => (id === domainId ? [] : [id]))]
}

const ofDatabases = new WeakMap<Database, AwayDomains>()

/** Shared by all that use the database in this process. */
export function awayDomainsOf(db: Database): AwayDomains {
  const known = ofDatabases.get(db)
  if (known) return known
  const away = new AwayDomains()
  ofDatabases.set(db, away)
  return away
}

/**
 * For a transaction that changes tables of all nodes, or rows on each: where domains live on several nodes it then changes these
 * one after another, which it must. Elsewhere the setting means nothing.
 */
export async function setNodesInTurn(tx: Queryable): Promise<void> {
  await tx.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
}
