import { type PageClaims, toStored } from '../../../src/claims/claims.ts'
import type { StoredClaim } from '../../../src/claims/stored-claim.ts'
import { holdForCrawl } from '../../../src/domains/domains.ts'
import { type EntityClaim, type EntityRef, entityClaim, type RelationshipClaim } from '../../../src/facts/claim.ts'
import { refOf } from '../../../src/facts/refs.ts'
import { writePages } from '../../../src/graph/store/update/write-pages.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'

// Writes claims of pages as the crawl would write them, without a crawl.

export type Saying = StoredClaim

export interface Said extends Partial<Omit<EntityClaim, 'type' | 'quote' | 'kind' | 'name'>> {
  origin?: StoredClaim['origin']
}

const source = (origin: StoredClaim['origin']) => ({
  block_hash: null,
  list: null,
  origin,
  mode: origin === 'model' ? ('agentic' as const) : ('deterministic' as const),
  model: null,
})

const quoteOf = (text: string) => ({ text, start: 0, end: text.length })

export function says(kind: string, name: string, { origin = 'structured', ...rest }: Said = {}): Saying {
  return toStored(entityClaim({ ref: refOf(kind, name), kind, name, quote: quoteOf(name), ...rest }), source(origin))
}

type End = [kind: string, name: string]
const endOf = ([kind, name]: End): EntityRef => ({ ref: refOf(kind, name), kind, name })

type SaidOfRelation = Partial<Pick<RelationshipClaim, 'since' | 'until' | 'certainty' | 'said_as' | 'role'>>

export function relates(from: End, relation: string, to: End, said: SaidOfRelation = {}): Saying {
  const claim: RelationshipClaim = {
    type: 'relationship',
    from: endOf(from),
    to: endOf(to),
    relation,
    since: null,
    until: null,
    ...said,
    quote: quoteOf(`${from[1]} ${relation} ${to[1]}`),
  }
  return toStored(claim, source('structured'))
}

/** A claim of a row of the page's first list. */
export const inRow = (row: string, saying: Saying): Saying => ({ ...saying, block_hash: row, list: 1 })

/** Pages of a domain by name: `page('a.example/1')`. */
export function sayingPages(db: Database, domainId: string) {
  const ids = new Map<string, string>()
  async function pageId(address: string): Promise<string> {
    const known = ids.get(address)
    if (known) return known
    const id = newId()
    const { host } = new URL(`https://${address}`)
    await db.query(
      `insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at, read_at)
       values ($1, $2, $3, $4, $4, $4, 0, 'extracted', now(), now())`,
      [domainId, id, `https://${address}`, host],
    )
    ids.set(address, id)
    return id
  }
  return {
    pageId,
    /** Replaces all claims of these pages. */
    async say(pages: Record<string, Saying[]>) {
      const said: PageClaims[] = []
      for (const [address, claims] of Object.entries(pages)) {
        const { host } = new URL(`https://${address}`)
        said.push({ page_id: await pageId(address), host, run_id: null, gate_version: 1, claims })
      }
      return db.transaction(async (tx) => {
        await holdForCrawl(tx, domainId)
        return writePages(tx, domainId, said, [])
      })
    },
    /** Retracts all claims of these pages. */
    async silence(...addresses: string[]) {
      const silent = await Promise.all(addresses.map(pageId))
      return db.transaction(async (tx) => {
        await holdForCrawl(tx, domainId)
        return writePages(tx, domainId, [], silent)
      })
    },
  }
}
