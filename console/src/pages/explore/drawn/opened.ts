import { limits } from '@polegraph/contract/limits.ts'
import { type ExploreSearch, wordsOf } from '../../../views/explore-search.ts'

/** So many neighbours are drawn without asking. */
export const fewNeighbours = 50

/** An entity of which the neighbours are drawn: how many at most, and by which type of relationship. */
export interface Opened {
  id: string
  limit: number
  type: string | undefined
}

export function openedIn(search: ExploreSearch): Opened[] {
  return wordsOf(search.open).map((word) => {
    const [id = '', limit, type] = word.split('.')
    return {
      id,
      limit: Math.min(Math.max(Number(limit) || fewNeighbours, 1), limits.list_max),
      type: type || undefined,
    }
  })
}

export function writeOpened(open: Opened[]): string | undefined {
  const words = open.map(({ id, limit, type }) => {
    if (type) return `${id}.${limit}.${type}`
    return limit === fewNeighbours ? id : `${id}.${limit}`
  })
  return words.join(',') || undefined
}
