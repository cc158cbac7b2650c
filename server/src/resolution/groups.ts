import { compare } from './compare.ts'
import type { Profile } from './profile.ts'

/** What somebody has said of two things, by their keys. */
export interface Judgement {
  a: string
  b: string
  same: boolean
}

interface Group {
  keys: string[]
  /** One of each sort of member: members that no veto can tell apart are one sort. */
  sorts: Map<string, Profile>
}

/** Two groups with more sorts than this have no one name any more, and are not put together. */
const maxChecks = 4000

/** Things that were found to be one, growing. */
export class Groups {
  readonly #groupOf = new Map<string, Group>()
  readonly #apart = new Map<string, Set<string>>()
  /** Whether two sorts cannot be one. */
  readonly #vetoes = new Map<string, boolean>()

  constructor(profiles: ReadonlyMap<string, Profile>, judged: Judgement[]) {
    for (const [key, profile] of profiles) {
      this.#groupOf.set(key, { keys: [key], sorts: new Map([[sortOf(profile), profile]]) })
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
    if (groupA.sorts.size * groupB.sorts.size > maxChecks) return false
    for (const one of groupA.sorts) for (const two of groupB.sorts) if (this.#isVeto(one, two)) return false
    return true
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
    for (const [sort, profile] of small.sorts) large.sorts.set(sort, profile)
  }

  /** Each group sorted, and the groups by their first key. */
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

  #isVeto([sortA, a]: [string, Profile], [sortB, b]: [string, Profile]): boolean {
    const key = sortA < sortB ? `${sortA}\n${sortB}` : `${sortB}\n${sortA}`
    let isVeto = this.#vetoes.get(key)
    if (isVeto === undefined) {
      const { is_veto, is_contrary, decision } = compare(a, b)
      isVeto = is_veto || decision === 'different' || (decision === 'unsure' && is_contrary)
      this.#vetoes.set(key, isVeto)
    }
    return isVeto
  }
}

/** All of a profile that a veto can come from. */
export function sortOf(profile: Profile): string {
  const { kind, is_kind_guessed, names, external_ids, whens, countries, place_ids } = profile
  const { birth_date, death_date } = profile.attributes
  return JSON.stringify([
    kind,
    is_kind_guessed,
    names,
    external_ids,
    whens,
    countries,
    place_ids,
    birth_date,
    death_date,
  ])
}
