import type { Claim, EntityClaim } from '../../facts/claim.ts'
import type { Places } from '../../places/find-place.ts'
import { isLocation } from './base-kinds.ts'

// Adds coordinates to places where they are known. The table of places is loaded on first use.

export interface Locator {
  locate(claims: Claim[]): Promise<Claim[]>
}

export function createLocator(load: () => Promise<Places>): Locator {
  let places: Promise<Places> | undefined
  return {
    async locate(claims) {
      if (!claims.some(isSomewhere)) return claims
      places ??= load()
      const table = await places
      return claims.map((claim) => (isSomewhere(claim) ? locateOne(claim, table) : claim))
    },
  }
}

const isSomewhere = (claim: Claim): claim is EntityClaim =>
  claim.type === 'entity' && (claim.where !== null || isLocation(claim.kind))

function locateOne(claim: EntityClaim, places: Places): EntityClaim {
  // Claims that have coordinates already keep them.
  if (claim.where && 'precision' in claim.where) return claim
  const hint = claim.where ?? places.readHint(claim.name, claim.quote.text)
  const found = places.find(hint)
  if (!found) return claim
  const itself = claim.where === null ? places.idOf(claim.name, found) : undefined
  return { ...claim, where: { ...hint, ...found, ...(itself !== undefined && { itself }) } }
}
