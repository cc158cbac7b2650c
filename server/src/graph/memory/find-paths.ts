import type { GraphIndex, NodeMarks } from './graph-index.ts'

// What leads from one entity to another, in either direction of each relationship. The shortest are found from both
// sides, so that only the neighbourhoods of the two are looked at; longer ones step by step from the first, as far as
// the neighbourhood of the second says that it can still be reached.

/** Relationships that are looked at until the two sides meet, and for the paths then. */
const edgesLookedAt = 400_000
const edgesFollowed = 60_000
/** In more nodes than this the two sides need not meet. */
const metEnough = 200

export interface FoundPath {
  nodes: number[]
  /** One between each two nodes, the oldest where there are several. */
  edges: number[]
}

/** The shortest first. No path goes through an entity twice, and no two go through the same entities in one order. */
export function findPaths(
  index: GraphIndex,
  { from, to, max_depth, limit }: { from: number; to: number; max_depth: number; limit: number },
): { paths: FoundPath[]; truncated: boolean } {
  if (from === to) return { paths: [{ nodes: [from], edges: [] }], truncated: false }
  const search = new PathSearch(index, from, to, limit)
  const shortest = search.meet(max_depth)
  if (shortest !== undefined) {
    search.collectShortest()
    for (let length = shortest + 1; length <= max_depth && search.wantsMore; length++) search.collect(length)
  }
  return { paths: search.found, truncated: search.isCut || search.found.length >= limit }
}

interface Side {
  distances: NodeMarks
  /** How far from its start everything is known. */
  radius: number
  frontier: number[]
  /** The nodes in which the two sides met. */
  met: number[]
}

class PathSearch {
  readonly found: FoundPath[] = []
  readonly #index: GraphIndex
  readonly #from: number
  readonly #to: number
  readonly #limit: number
  readonly #ahead: Side
  readonly #back: Side
  #looked = 0
  #followed = 0
  #isCut = false

  constructor(index: GraphIndex, from: number, to: number, limit: number) {
    const [ahead, back] = index.startRound()
    this.#index = index
    this.#from = from
    this.#to = to
    this.#limit = limit
    this.#ahead = { distances: ahead, radius: 0, frontier: [from], met: [] }
    this.#back = { distances: back, radius: 0, frontier: [to], met: [] }
    ahead.set(from, 0)
    back.set(to, 0)
  }

  /** Whether something was not looked at because it would have been too much. */
  get isCut(): boolean {
    return this.#isCut || this.#followed >= edgesFollowed
  }

  get wantsMore(): boolean {
    return this.found.length < this.#limit && this.#followed < edgesFollowed
  }

  /** The length of the shortest path, or undefined where none is short enough. */
  meet(maxDepth: number): number | undefined {
    while (this.#ahead.radius + this.#back.radius < maxDepth) {
      const [side, other] =
        this.#weightOf(this.#ahead) <= this.#weightOf(this.#back)
          ? [this.#ahead, this.#back]
          : [this.#back, this.#ahead]
      this.#widen(side, other)
      if (side.met.length > 0) return this.#ahead.radius + this.#back.radius
      if (side.frontier.length === 0 || this.#looked >= edgesLookedAt) return undefined
    }
    return undefined
  }

  /** What the next step costs. */
  #weightOf({ frontier }: Side): number {
    return frontier.reduce((sum, node) => sum + this.#index.degreeOf(node), 0)
  }

  #widen(side: Side, other: Side): void {
    const next: number[] = []
    side.radius++
    for (const node of side.frontier) {
      for (const edge of this.#index.edgesOf(node)) {
        if (++this.#looked > edgesLookedAt || side.met.length > Math.max(metEnough, this.#limit)) {
          this.#isCut = true
          return
        }
        const neighbor = this.#index.otherOf(edge, node)
        if (side.distances.get(neighbor) >= 0 || !this.#index.isShown(neighbor)) continue
        side.distances.set(neighbor, side.radius)
        next.push(neighbor)
        if (other.distances.get(neighbor) >= 0) side.met.push(neighbor)
      }
    }
    side.frontier = next
  }

  /** All paths through the nodes in which the sides met, the best connected of them first. */
  collectShortest(): void {
    const met = [...this.#ahead.met, ...this.#back.met].sort((a, b) => this.#index.compare(a, b))
    for (const node of met) {
      for (const start of this.#descend(node, this.#ahead.distances)) {
        const first = start.toReversed()
        for (const end of this.#descend(node, this.#back.distances)) {
          this.#add([...first, ...end.slice(1)])
          if (!this.wantsMore) return
        }
      }
    }
  }

  /** Ways from a node to where the distances are counted from. */
  *#descend(node: number, distances: NodeMarks): Generator<number[]> {
    const distance = distances.get(node)
    if (distance === 0) {
      yield [node]
      return
    }
    for (const neighbor of this.#neighborsOf(node, (one) => distances.get(one) === distance - 1)) {
      for (const rest of this.#descend(neighbor, distances)) yield [node, ...rest]
    }
  }

  /** All paths of a length that is more than the shortest. */
  collect(length: number): void {
    this.#extend([this.#from], length)
  }

  #extend(path: number[], left: number): void {
    const leads = (node: number) =>
      (left === 1) === (node === this.#to) && this.#mayReach(node, left - 1) && !path.includes(node)
    for (const neighbor of this.#neighborsOf(path.at(-1) as number, leads)) {
      if (!this.wantsMore) return
      if (left === 1) this.#add([...path, neighbor])
      else this.#extend([...path, neighbor], left - 1)
    }
  }

  #mayReach(node: number, within: number): boolean {
    const distance = this.#back.distances.get(node)
    return distance >= 0 ? distance <= within : within > this.#back.radius
  }

  /** Each once. */
  #neighborsOf(node: number, leads: (neighbor: number) => boolean): Set<number> {
    const edges = this.#index.edgesOf(node)
    this.#followed += edges.length
    const neighbors = new Set<number>()
    for (const edge of edges) {
      const neighbor = this.#index.otherOf(edge, node)
      if (leads(neighbor) && this.#index.isShown(neighbor)) neighbors.add(neighbor)
    }
    return neighbors
  }

  #add(nodes: number[]): void {
    const edges = nodes.slice(1).map((node, at) => this.#edgeBetween(nodes[at] as number, node))
    this.found.push({ nodes, edges })
  }

  #edgeBetween(a: number, b: number): number {
    const [node, other] = this.#index.degreeOf(a) <= this.#index.degreeOf(b) ? [a, b] : [b, a]
    let oldest: number | undefined
    for (const edge of this.#index.edgesOf(node)) {
      if (this.#index.otherOf(edge, node) !== other) continue
      if (oldest === undefined || this.#index.compareEdges(edge, oldest) < 0) oldest = edge
    }
    return oldest as number
  }
}
