import type { GraphIndex } from '../index/graph-index.ts'

/**
 * The first `wanted` nodes in the order of the index, without sorting all of them: a hub has thousands of neighbors.
 */
export function bestConnected(index: GraphIndex, nodes: Int32Array, wanted: number): number[] {
  if (wanted <= 0) return []
  const { degrees } = index.arrays
  const best: number[] = []
  // A heap of the best so far. The worst of them is at the top and is replaced when a better node comes.
  let least = -1
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as number
    if (best.length < wanted) {
      best.push(node)
      moveUp(index, best)
    } else if ((degrees[node] as number) >= least && index.compare(node, best[0] as number) < 0) {
      best[0] = node
      moveDown(index, best)
    } else continue
    if (best.length === wanted) least = degrees[best[0] as number] as number
  }
  return best.sort((a, b) => index.compare(a, b))
}

function moveUp(index: GraphIndex, heap: number[]): void {
  let at = heap.length - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (index.compare(heap[at] as number, heap[above] as number) <= 0) return
    swap(heap, at, above)
    at = above
  }
}

function moveDown(index: GraphIndex, heap: number[]): void {
  for (let at = 0; ; ) {
    let last = at
    for (const below of [2 * at + 1, 2 * at + 2]) {
      if (below < heap.length && index.compare(heap[below] as number, heap[last] as number) > 0) last = below
    }
    if (last === at) return
    swap(heap, at, last)
    at = last
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a] as number
  heap[a] = heap[b] as number
  heap[b] = kept
}
