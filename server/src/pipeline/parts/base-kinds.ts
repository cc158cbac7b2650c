import type { Claim, EntityRef } from '../../facts/claim.ts'
import { baseOfKind, kindNames } from '../../facts/kinds.ts'

// Structured data has the kinds person, object, location and event; a domain may name them differently, or leave some
// out.

/** Whether this kind of a domain is a location. */
export const isLocation = (kind: string): boolean => baseOfKind(kind) === 'location'

/** Renames the kinds of claims to those of the ontology; leaves out claims of kinds that it does not have. */
export function inOntology(claims: Claim[], ontology: string[]): Claim[] {
  const kinds = new Map<string, string>()
  for (const [kind, names] of Object.entries(kindNames)) {
    const own = ontology.find((name) => names.includes(name.toLowerCase()))
    if (own !== undefined) kinds.set(kind, own)
  }
  const rename = <Ref extends EntityRef>(entity: Ref): Ref | undefined => {
    const kind = kinds.get(entity.kind)
    return kind === undefined ? undefined : { ...entity, kind }
  }
  return claims.flatMap((claim): Claim[] => {
    if (claim.type === 'entity') {
      const entity = rename(claim)
      return entity ? [entity] : []
    }
    const from = rename(claim.from)
    const to = rename(claim.to)
    return from && to ? [{ ...claim, from, to }] : []
  })
}
