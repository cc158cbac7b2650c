import type { Claim, EntityRef } from '../../facts/claim.ts'
import { foldName } from '../../language/fold-name.ts'

export interface ReadRelation {
  /** Refs. */
  from: string
  to: string
  type: string
  /** EDTF. */
  since: string | null
  until: string | null
}

/** An entity of one page with the values of all its claims. */
export interface ReadEntity {
  ref: string
  kind: string
  name: string
  attributes: Map<string, string>
  /** EDTF. */
  when: string | null
  where: string | null
  relations: ReadRelation[]
}

/** The entities that a model read from a page. */
export class ReadEntities {
  readonly byRef = new Map<string, ReadEntity>()
  /** The ends of relationships: what is known already is not claimed again. */
  readonly ends = new Map<string, EntityRef>()
  readonly #byName = new Map<string, ReadEntity[]>()

  constructor(claims: Claim[]) {
    for (const claim of claims) if (claim.type === 'entity') this.#add(claim)
    for (const claim of claims) {
      if (claim.type !== 'relationship') continue
      const { from, to, relation, since, until } = claim
      for (const end of [from, to]) this.ends.set(end.ref, end)
      const one = { from: from.ref, to: to.ref, type: relation, since, until }
      this.byRef.get(from.ref)?.relations.push(one)
      this.byRef.get(to.ref)?.relations.push(one)
    }
  }

  get all(): ReadEntity[] {
    return [...this.byRef.values()]
  }

  named(kind: string, name: string): ReadEntity | undefined {
    const folded = foldName(name)
    return this.called(folded).find((entity) => entity.kind === kind)
  }

  /** Entities of any kind with this name, folded. */
  called(folded: string): ReadEntity[] {
    return this.#byName.get(folded) ?? []
  }

  #add({ ref, kind, name, attributes, when, where }: Claim & { type: 'entity' }): void {
    const known = this.byRef.get(ref)
    const entity = known ?? { ref, kind, name, attributes: new Map(), when: null, where: null, relations: [] }
    this.byRef.set(ref, entity)
    if (!known) this.#byName.set(foldName(name), [...this.called(foldName(name)), entity])
    for (const [attribute, value] of Object.entries(attributes)) entity.attributes.set(attribute, value)
    entity.when ??= when?.edtf ?? null
    entity.where ??= where?.name ?? null
  }
}
