import type { GraphIndex } from './graph-index.ts'

/** The first of the nodes in the index's order, sorted, without sorting all of them. */
export function bestConnected(index: GraphIndex, nodes: number[], wanted: number): number[] {
  if (wanted <= 0) return []
  const inOrder = (a: number, b: number) => index.compare(a, b)
  if (nodes.length <= wanted) return nodes.toSorted(inOrder)
  const least = leastDegree(index, nodes, wanted)
  return nodes
    .filter((node) => index.degreeOf(node) >= least)
    .sort(inOrder)
    .slice(0, wanted)
}

const classes = 1 << 12

/** That of the last one that is wanted, or a lower one where degrees are very high. */
function leastDegree(index: GraphIndex, nodes: number[], wanted: number): number {
  const counts = new Int32Array(classes)
  for (const node of nodes) {
    const degree = Math.min(index.degreeOf(node), classes - 1)
    counts[degree] = (counts[degree] as number) + 1
  }
  let degree = classes - 1
  for (let sum = counts[degree] as number; degree > 0 && sum < wanted; sum += counts[degree] as number) degree--
  return degree
}
