import type { Claim, EntityRef } from '../../facts/claim.ts'
import { baseOfKind, kindNames } from '../../facts/kinds.ts'

// Structured data knows people, objects, locations and events; a domain may call them otherwise, or not want them.

/** Whether what a domain calls so is a place. */
export const isLocation = (kind: string): boolean => baseOfKind(kind) === 'location'

/** Claims in the words of the ontology; those of kinds that it does not have are left out. */
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
