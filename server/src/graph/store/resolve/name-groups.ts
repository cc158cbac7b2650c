import { standingMost } from '../../../resolution/cluster.ts'
import { namesakeKey } from '../facts/mentions.ts'
import type { GraphState } from '../state/graph-state.ts'
import { type Namesake, selectNamesakes } from './key-queries.ts'
import { shortHash } from './short-hash.ts'

// The subjects of one name, one for each site that has nothing but the name. The first of them, by the names of the sites,
// stand for all: they alone are found by the name, and every other one is compared with them alone. So a name on hundreds of
// sites costs as many comparisons, and not the square of that; and which pairs there are depends on the sites, not on the order
// in which they came.

/** Sites that a name is looked for on: far more than any name of ours has. */
const sitesMost = 1_000

const order = (a: Namesake, b: Namesake) => (a.key < b.key ? -1 : 1)

export class NameGroups {
  /** By group: its subjects, in the order of their sites, as they are stored and with the changes. */
  readonly #before: Map<string, Namesake[]>
  readonly #now = new Map<string, Namesake[]>()
  readonly #groupOf = new Map<string, string>()
  readonly #standing = new Set<string>()

  static async of(state: GraphState, changed: string[]): Promise<NameGroups> {
    const own = changed.flatMap((id): Namesake[] => {
      const { key } = state.entity(id)
      const group = groupKey(key)
      return group === undefined ? [] : [{ id, key, group }]
    })
    const groups = [...new Set(own.map(({ group }) => group))]
    const stored = groups.length === 0 ? [] : await selectNamesakes(state.tx, state.domain_id, groups, sitesMost)
    return new NameGroups(state, own, stored)
  }

  private constructor(state: GraphState, changed: Namesake[], stored: Namesake[]) {
    this.#before = Map.groupBy(stored, ({ group }) => group)
    const isChanged = new Set(changed.map(({ id }) => id))
    const now = [...stored.filter(({ id }) => !isChanged.has(id)), ...changed.filter(({ id }) => state.isLive(id))]
    for (const [group, subjects] of Map.groupBy(now, ({ group }) => group)) {
      this.#now.set(group, subjects.sort(order))
      for (const { id } of subjects) this.#groupOf.set(id, group)
      for (const { id } of subjects.slice(0, standingMost)) this.#standing.add(id)
    }
  }

  /** The key that all subjects of the name have. */
  keyOf(id: string): string | undefined {
    return this.#groupOf.get(id)
  }

  /** Whether others stand for the subject. */
  isBehind(id: string): boolean {
    return this.#groupOf.has(id) && !this.#standing.has(id)
  }

  /** The subjects of the name to compare one with. */
  matesOf(id: string): string[] {
    const subjects = this.#now.get(this.#groupOf.get(id) ?? '') ?? []
    const compared = this.#standing.has(id) ? subjects : subjects.slice(0, standingMost)
    return compared.flatMap((mate) => (mate.id === id ? [] : [mate.id]))
  }

  /** Subjects that stand for others since the change, or do so no more. */
  get turned(): string[] {
    const turned: string[] = []
    for (const group of new Set([...this.#before.keys(), ...this.#now.keys()])) {
      const [before, now] = [this.#before, this.#now].map(
        (of) => new Set((of.get(group) ?? []).slice(0, standingMost).map(({ id }) => id)),
      ) as [Set<string>, Set<string>]
      turned.push(...before.symmetricDifference(now))
    }
    return turned
  }
}

function groupKey(key: string): string | undefined {
  const name = namesakeKey(key)
  return name === undefined ? undefined : shortHash(`g:${name}`)
}
