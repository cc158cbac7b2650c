import { toStored } from '../../../claims/claims.ts'
import type { StoredClaim } from '../../../claims/stored-claim.ts'
import type { Claim } from '../../../facts/claim.ts'
import { blockAt } from '../../../reader/blocks/block-at.ts'
import type { ReadPage } from '../../../reader/read-page/packed-page.ts'
import type { Locator } from '../../parts/locate.ts'

/** Claims in their stored form: with coordinates, and with the block of their quote. */
export async function storedFrom(
  locator: Locator,
  { url, parsed }: { url: string; parsed: ReadPage },
  claims: Claim[],
  source: Pick<StoredClaim, 'origin' | 'mode' | 'model'>,
): Promise<StoredClaim[]> {
  const located = await locator.locate(claims, URL.parse(url)?.hostname ?? null)
  return located.map((claim) => {
    const block = blockAt(parsed.blocks, claim.quote.start)
    return toStored(claim, { ...source, block_hash: block?.hash ?? null, list: block?.list ?? null })
  })
}

/** Leaves out claims of kinds that the ontology no longer has. */
export function wanted(claims: StoredClaim[], ontology: string[]): StoredClaim[] {
  const isWanted = ({ kind }: { kind: string }) => ontology.includes(kind)
  return claims.filter(({ fact }) => ('relation' in fact ? isWanted(fact.from) && isWanted(fact.to) : isWanted(fact)))
}
