import type { Region } from '../../html/region.ts'
import { recordsMin } from './alike.ts'

// A team has one head and two deputies, and a committee two chairs and twenty members: elements of one layout below
// different headings are one list, although some of the headings have too few of them for a list.

export class FewAlike {
  readonly #bySelector: Map<string, Region[][]>

  /** Elements without a class may be anything, unless a heading stands over them. */
  constructor(groups: Region[][], isBelowHeading: (region: Region) => boolean) {
    const isPart = (group: Region[]) => {
      const [first] = group as [Region]
      return first.part.includes('.') || (items.has(first.name) && isBelowHeading(first))
    }
    this.#bySelector = Map.groupBy(groups.filter(isPart), ([region]) => (region as Region).selector)
  }

  /** The group with the others of its layout, which are in no other then. */
  joinedTo(group: Region[]): Region[] {
    const { selector } = group[0] as Region
    const others = this.#bySelector.get(selector)
    if (!others) return group
    this.#bySelector.delete(selector)
    return [...group, ...others.flat()].sort((a, b) => a.index - b.index)
  }

  /** Those that are a list only together. */
  rest(): Region[][] {
    return [...this.#bySelector.values()].flatMap((groups) => {
      const group = groups.flat()
      return groups.length > 1 && group.length >= recordsMin ? [group] : []
    })
  }
}

const items = new Set(['li', 'p'])
