import { compare } from './compare.ts'
import { strictIds } from './evidence.ts'
import type { Comparison, Profile } from './profile.ts'

/** The judgement of two profiles by a person, or by a model, by their keys. */
export interface Judgement {
  a: string
  b: string
  same: boolean
  /** A model's word counts only where no person's is against it. */
  is_of_model?: boolean
}

interface Group {
  keys: string[]
  /** Profiles by signature, and within it by external ids. No veto can tell members of one signature apart. */
  signatures: Map<string, Map<string, Profile>>
}

type Signature = [signature: string, byIds: Map<string, Profile>]

/** Two groups with more pairs of signatures than this no longer have one name and are not joined. */
const maxChecks = 4000

/** Growing groups of profiles that are the same. */
export class Groups {
  readonly #groupOf = new Map<string, Group>()
  readonly #apart = new Map<string, Set<string>>()
  /** Cached vetoes between two signatures, and between members of them with certain ids. */
  readonly #vetoes = new Map<string, boolean>()

  constructor(profiles: ReadonlyMap<string, Profile>, judged: Judgement[]) {
    for (const [key, profile] of profiles) {
      const byIds = new Map([[JSON.stringify(profile.external_ids), profile]])
      this.#groupOf.set(key, { keys: [key], signatures: new Map([[signatureOf(profile), byIds]]) })
      this.#apart.set(key, new Set())
    }
    for (const { a, b, same } of judged) {
      if (same) continue
      this.#apart.get(a)?.add(b)
      this.#apart.get(b)?.add(a)
    }
  }

  mayJoin(a: string, b: string): boolean {
    const groupA = this.#group(a)
    const groupB = this.#group(b)
    if (groupA === groupB || this.#areApart(groupA, groupB)) return false
    if (groupA.signatures.size * groupB.signatures.size > maxChecks) return false
    for (const one of groupA.signatures) for (const two of groupB.signatures) if (this.#areTwo(one, two)) return false
    return true
  }

  /** Whether somebody has judged members of the two to be different. */
  areJudgedApart(a: string, b: string): boolean {
    return this.#areApart(this.#group(a), this.#group(b))
  }

  join(a: string, b: string): void {
    const groupA = this.#group(a)
    const groupB = this.#group(b)
    if (groupA === groupB) return
    const [small, large] = groupA.keys.length < groupB.keys.length ? [groupA, groupB] : [groupB, groupA]
    for (const key of small.keys) {
      large.keys.push(key)
      this.#groupOf.set(key, large)
    }
    for (const [signature, byIds] of small.signatures) {
      const known = large.signatures.get(signature)
      if (known) for (const [ids, profile] of byIds) known.set(ids, profile)
      else large.signatures.set(signature, byIds)
    }
  }

  /** Each group sorted, and the groups ordered by their first key. */
  list(): string[][] {
    const groups = [...new Set(this.#groupOf.values())].map(({ keys }) => keys.toSorted())
    return groups.sort((x, y) => ((x[0] as string) < (y[0] as string) ? -1 : 1))
  }

  #group(key: string): Group {
    return this.#groupOf.get(key) as Group
  }

  #areApart(a: Group, b: Group): boolean {
    return a.keys.some((key) => {
      for (const other of this.#apart.get(key) ?? []) if (this.#groupOf.get(other) === b) return true
      return false
    })
  }

  /** Whether members of two signatures exclude each other. An id that two members share may overrule the veto. */
  #areTwo([signatureA, membersA]: Signature, [signatureB, membersB]: Signature): boolean {
    if (!this.#isVeto(keyOf(signatureA, signatureB), () => compare(oneOf(membersA), oneOf(membersB)))) return false
    if (membersA.size * membersB.size > maxChecks) return true
    for (const [idsA, a] of membersA) {
      for (const [idsB, b] of membersB) {
        if (this.#isVeto(keyOf(signatureA + idsA, signatureB + idsB), () => compare(a, b))) return true
      }
    }
    return false
  }

  #isVeto(key: string, comparison: () => Comparison): boolean {
    let isVeto = this.#vetoes.get(key)
    if (isVeto === undefined) {
      const { is_veto, is_contrary, decision } = comparison()
      isVeto = is_veto || decision === 'different' || (decision === 'unsure' && is_contrary)
      this.#vetoes.set(key, isVeto)
    }
    return isVeto
  }
}

const keyOf = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

/** Any member, with only the strict ids, which all of its signature share. */
function oneOf(members: Map<string, Profile>): Profile {
  const profile = members.values().next().value as Profile
  return { ...profile, external_ids: strictIds(profile) }
}

/**
 * All parts of a profile that a veto can come from. Only strict ids count: of the others an entity may have several.
 */
export function signatureOf(profile: Profile): string {
  const { kind, is_kind_guessed, names, whens, countries, place_ids, place_from } = profile
  const { birth_date, death_date, region } = profile.attributes
  return JSON.stringify([
    kind,
    is_kind_guessed,
    names,
    strictIds(profile),
    whens,
    countries,
    place_ids,
    place_from,
    birth_date,
    death_date,
    kind === 'location' ? region : undefined,
  ])
}
