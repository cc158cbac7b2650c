// The types of relationships that a person called the same as another, for one domain.

export interface MappedType {
  type: string
  /** Null where it was taken back. */
  same_as: string | null
}

export class RelationTypes {
  readonly #sameAs: ReadonlyMap<string, string>

  constructor(rows: MappedType[]) {
    this.#sameAs = new Map(rows.flatMap(({ type, same_as }) => (same_as === null ? [] : [[type, same_as] as const])))
  }

  /** The type that a word is: what it is the same as, and what that is the same as in turn. */
  typeOf(word: string): string {
    let type = word
    for (let left = this.#sameAs.size; left > 0; left--) type = this.#sameAs.get(type) ?? type
    return type
  }

  /** Whether types are the same as each other in a circle, so that none of them is the one to show. */
  get is_circular(): boolean {
    return [...this.#sameAs.keys()].some((type) => this.#sameAs.has(this.typeOf(type)))
  }
}
