import type { Claim, EntityClaim, LocatedPlace, PlaceHint, Where } from '../../facts/claim.ts'
import type { PlaceContext, Places } from '../../places/find-place.ts'
import { isLocation } from './base-kinds.ts'

// Adds coordinates to places where they are known. The table of places is loaded on first use.

export interface Locator {
  /** The claims of one page; `host` is where it was fetched. */
  locate(claims: Claim[], host: string | null): Promise<Claim[]>
}

export function createLocator(load: () => Promise<Places>): Locator {
  let places: Promise<Places> | undefined
  return {
    async locate(claims, host) {
      const somewhere = claims.filter(isSomewhere)
      if (somewhere.length === 0) return claims
      places ??= load()
      const table = await places
      const hints = new Map(somewhere.map((claim) => [claim, hintOf(claim, table)]))
      const home = table.homeOf([...hints.values()], host)
      return claims.map((claim) =>
        isSomewhere(claim) ? locateOne(claim, hints.get(claim) as PlaceHint, table, home) : claim,
      )
    },
  }
}

type Unlocated = EntityClaim & { where: PlaceHint | null }

/** Claims that have coordinates already keep them. */
const isSomewhere = (claim: Claim): claim is Unlocated =>
  claim.type === 'entity' && (claim.where === null ? isLocation(claim.kind) : !('precision' in claim.where))

function hintOf({ name, kind, quote, where }: Unlocated, places: Places): PlaceHint {
  if (where === null) return places.readHint(name, quote.text)
  // Coordinates or a country beside the name of a town belong to that town.
  const isBare = isLocation(kind) && [where.name, where.locality, where.street].every((part) => part === undefined)
  return isBare ? { ...where, name } : where
}

function locateOne(claim: Unlocated, hint: PlaceHint, places: Places, home: PlaceContext): EntityClaim {
  const { geonames } = claim.external_ids
  const known = geonames === undefined || !isLocation(claim.kind) ? undefined : places.findById(geonames)
  const found = known && hint.lat === undefined ? known : places.find(hint, home)
  if (!found) return claim
  const place = known ? { ...found, country: known.country, place_id: known.place_id } : found
  const itself = claim.where === null && !known ? places.idOf(claim.name, found) : undefined
  const isGuess = claim.where === null && !known && Object.keys(hint).length === 1
  const where = { ...hint, ...place, ...(itself !== undefined && { itself }) }
  return { ...claim, where: isGuess ? { ...where, is_guess: true, ...openGuess(claim, found, places, home) } : where }
}

/** From this confidence on a name is a place wherever it is. */
const sureName = 0.7

/** What is left for the other pages of the site to decide about a town of which the page gives only the name. */
function openGuess(
  { name, confidence = 1 }: Unlocated,
  found: Where,
  places: Places,
  home: PlaceContext,
): Pick<LocatedPlace, 'others' | 'is_unsure'> {
  if (found.precision !== 'city' || (home.country === found.country && home.is_weak !== true)) return {}
  const others = home.country === undefined || home.is_weak ? places.othersOf(name, found) : []
  const isUnsure = confidence < sureName && !places.isFamous(found)
  return { ...(others.length > 0 && { others }), ...(isUnsure && { is_unsure: true }) }
}
