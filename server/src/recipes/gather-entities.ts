import type { Claim } from '../facts/claim.ts'

/** An entity of one page with the values of all its claims. */
export interface ReadEntity {
  ref: string
  kind: string
  name: string
  attributes: Map<string, string>
  /** EDTF. */
  when: string | null
  where: string | null
  relations: { from: string; to: string; type: string }[]
}

/** Keyed by ref. */
export function gatherEntities(claims: Claim[]): Map<string, ReadEntity> {
  const entities = new Map<string, ReadEntity>()
  for (const claim of claims) {
    if (claim.type === 'relationship') continue
    const { ref, kind, name } = claim
    const entity = entities.get(ref) ?? {
      ref,
      kind,
      name,
      attributes: new Map(),
      when: null,
      where: null,
      relations: [],
    }
    entities.set(ref, entity)
    for (const [key, value] of Object.entries(claim.attributes)) entity.attributes.set(key, value)
    entity.when ??= claim.when?.edtf ?? null
    entity.where ??= claim.where?.name ?? null
  }
  for (const claim of claims) {
    if (claim.type !== 'relationship') continue
    const relation = { from: claim.from.ref, to: claim.to.ref, type: claim.relation }
    entities.get(claim.from.ref)?.relations.push(relation)
    entities.get(claim.to.ref)?.relations.push(relation)
  }
  return entities
}
