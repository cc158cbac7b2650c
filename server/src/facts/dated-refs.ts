import type { Claim, When } from './claim.ts'

/** Refs of the entities of one page: two of one name are the same, unless their dates differ. */
export class DatedRefs {
  /** The date of each ref; empty where it has none. */
  readonly #whens = new Map<string, string>()

  /** `known` are the claims of the page so far. */
  constructor(known: Claim[] = []) {
    for (const claim of known) {
      if (claim.type !== 'entity') continue
      this.#whens.set(claim.ref, claim.when?.edtf ?? this.#whens.get(claim.ref) ?? '')
    }
  }

  of(plain: string, when: Pick<When, 'edtf'> | null): string {
    for (let copy = 1; ; copy++) {
      const ref = copy === 1 ? plain : `${plain}#${copy}`
      const known = this.#whens.get(ref)
      if (known === undefined || when === null || known === when.edtf || known === '') {
        if (!known) this.#whens.set(ref, when?.edtf ?? '')
        return ref
      }
    }
  }
}
