import type { Count, FindTally } from '../../read/entities/tally.ts'
import type { GraphIndex } from '../index/graph-index.ts'
import type { GraphIndexes } from '../load/graph-indexes.ts'
import { type NodeTest, nodeFilter } from './node-filter.ts'

// Counts over all entities and relationships, from the index: the database would read every row.

export function tallyBy(indexes: GraphIndexes): FindTally {
  return async (db, moment) => {
    const index = moment.as_of === undefined ? await indexes.soon(db, moment) : undefined
    if (!index) return undefined
    return {
      kinds: (filter = {}) => countKinds(index, nodeFilter(index, filter)),
      types: () => countTypes(index),
      typesOfEntities: (filter) => countTypesOfEntities(index, nodeFilter(index, filter)),
    }
  }
}

function countKinds(index: GraphIndex, isWanted: NodeTest): Count[] {
  const counts = new Counts()
  const { kinds } = index.arrays
  for (let node = 0; node < index.node_end; node++) if (isWanted(node)) counts.add(kinds[node] as number)
  return counts.inOrder((kind) => index.kindName(kind))
}

function countTypes(index: GraphIndex): Count[] {
  const counts = new Counts()
  const { types } = index.arrays
  const count = (type: number) => {
    const counted = index.countedType(type)
    if (counted >= 0) counts.add(counted)
  }
  for (let edge = 0; edge < index.edge_end; edge++) if (types[edge]) count(types[edge] as number)
  for (const { type } of index.loops) count(type)
  return counts.inOrder((type) => index.typeName(type))
}

function countTypesOfEntities(index: GraphIndex, isWanted: NodeTest): Count[] {
  const counts = new Counts()
  const { types } = index.arrays
  const loops = Map.groupBy(index.loops, ({ node }) => node)
  // The node for which each type was counted last.
  const countedFor: number[] = []
  for (let node = 0; node < index.node_end; node++) {
    if (!isWanted(node)) continue
    const count = (number: number) => {
      const type = index.countedType(number)
      if (type < 0 || countedFor[type] === node) return
      countedFor[type] = node
      counts.add(type)
    }
    const edges = index.edgesOf(node)
    for (let at = 0; at < edges.length; at++) count(types[edges[at] as number] as number)
    for (const { type } of loops.get(node) ?? []) count(type)
  }
  return counts.inOrder((type) => index.typeName(type))
}

/** Counts things that have small numbers as their keys. */
class Counts {
  readonly #counts: number[] = []

  add(number: number): void {
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
  }

  inOrder(nameOf: (number: number) => string): Count[] {
    return this.#counts
      .flatMap((count, number) => ({ value: nameOf(number), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }
}
