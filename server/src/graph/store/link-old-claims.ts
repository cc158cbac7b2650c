import { domainsWithUnlinkedClaims, unlinkedClaims } from '../../claims/claims.ts'
import { holdForCrawl } from '../../domains/domains.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { writePages } from './write-pages.ts'

/** Claims that were made before there was a graph: those of so many pages become part of it. False when none is left. */
export async function linkOldClaims(tx: Transaction, domainId: string, pages: number): Promise<boolean> {
  const claims = await unlinkedClaims(tx, domainId, pages)
  const said = Map.groupBy(claims, ({ page_id }) => page_id)
  const whole = [...said.values()].map((own) => {
    const [{ page_id, host, run_id, gate_version }] = own as [(typeof own)[number]]
    return { page_id, host, run_id, gate_version, claims: own }
  })
  await writePages(tx, domainId, whole, [])
  return claims.length > 0
}

const pagesAtATime = 50

export async function linkAllOldClaims(db: Database): Promise<void> {
  for (const domainId of await domainsWithUnlinkedClaims(db)) {
    let left = true
    while (left) {
      left = await db.transaction(async (tx) => {
        const domain = await holdForCrawl(tx, domainId)
        return domain !== undefined && (await linkOldClaims(tx, domainId, pagesAtATime))
      })
    }
  }
}
