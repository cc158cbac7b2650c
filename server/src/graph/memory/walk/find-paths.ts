import { type Certainty, certainties } from '../../../facts/claim.ts'
import type { GraphIndex, NodeMarks } from '../index/graph-index.ts'

// Finds paths between two entities, in either direction of each relationship. The shortest are searched from both ends,
// so only the neighbourhoods of the two are read. Longer ones are followed step by step from the first entity, as long
// as the neighbourhood of the second says that it can still be reached.

/** Relationships that are read until the two sides meet, and then to collect the paths. */
const edgesLookedAt = 400_000
const edgesFollowed = 60_000
/** The search for meeting nodes stops at this many. */
const metEnough = 200
/** Paths that are gathered at least, so that the most telling of one length can come first. */
const gatheredAtLeast = 50
/** Says only that a page names both: any other relationship tells more. */
const together = 'mentioned_with'

export interface PathEnds {
  from: number
  to: number
  /** As in `EdgeQuery`. */
  certainty?: Certainty[] | undefined
}

export interface FoundPath {
  nodes: number[]
  /** One edge for each step; where two nodes have several, the oldest of those that tell most, plainly if there is one. */
  edges: number[]
}

/** Sorted by length; of one length, those with the most telling relationships come first. No path visits an entity twice, and no two paths visit the same entities in the same order. */
export function findPaths(
  index: GraphIndex,
  query: PathEnds & { max_depth: number; limit: number },
): { paths: FoundPath[]; truncated: boolean } {
  const { from, to, max_depth, limit } = query
  if (from === to) return { paths: [{ nodes: [from], edges: [] }], truncated: false }
  const search = new PathSearch(index, query, Math.max(limit, gatheredAtLeast))
  const shortest = search.meet(max_depth)
  if (shortest !== undefined) {
    search.collectShortest()
    for (let length = shortest + 1; length <= max_depth && search.found.length < limit; length++) search.collect(length)
  }
  const loose = ({ edges }: FoundPath) => edges.filter((edge) => index.typeOf(edge) === together).length
  const paths = search.found.toSorted((a, b) => a.edges.length - b.edges.length || loose(a) - loose(b))
  return { paths: paths.slice(0, limit), truncated: search.isCut || paths.length >= limit }
}

interface Side {
  distances: NodeMarks
  /** All nodes up to this distance from the start are known. */
  radius: number
  frontier: number[]
  /** Nodes in which the two sides met. */
  met: number[]
}

class PathSearch {
  readonly found: FoundPath[] = []
  readonly #index: GraphIndex
  readonly #from: number
  readonly #to: number
  readonly #leads: ((edge: number) => boolean) | undefined
  readonly #limit: number
  readonly #ahead: Side
  readonly #back: Side
  #looked = 0
  #followed = 0
  #isCut = false

  constructor(index: GraphIndex, { from, to, certainty }: PathEnds, limit: number) {
    const [ahead, back] = index.startRound()
    this.#index = index
    this.#from = from
    this.#to = to
    this.#leads = index.edgeFilter({ certainty })
    this.#limit = limit
    this.#ahead = { distances: ahead, radius: 0, frontier: [from], met: [] }
    this.#back = { distances: back, radius: 0, frontier: [to], met: [] }
    ahead.set(from, 0)
    back.set(to, 0)
  }

  /** Whether a limit kept some relationships from being read. */
  get isCut(): boolean {
    return this.#isCut || this.#followed >= edgesFollowed
  }

  get wantsMore(): boolean {
    return this.found.length < this.#limit && this.#followed < edgesFollowed
  }

  /** The length of the shortest path, or undefined when none is within `maxDepth`. */
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

  /** The number of relationships that the next step reads. */
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
        if (this.#leads && !this.#leads(edge)) continue
        const neighbor = this.#index.otherOf(edge, node)
        if (side.distances.get(neighbor) >= 0 || !this.#index.isShown(neighbor)) continue
        side.distances.set(neighbor, side.radius)
        next.push(neighbor)
        if (other.distances.get(neighbor) >= 0) side.met.push(neighbor)
      }
    }
    side.frontier = next
  }

  /** All paths through the nodes in which the sides met, the best connected of those nodes first. */
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

  /** Shortest paths from a node to the start of these distances. */
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

  /** All paths of this length, which is longer than the shortest. */
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

  /** Each neighbor once. */
  #neighborsOf(node: number, leads: (neighbor: number) => boolean): Set<number> {
    const edges = this.#index.edgesOf(node)
    this.#followed += edges.length
    const neighbors = new Set<number>()
    for (const edge of edges) {
      if (this.#leads && !this.#leads(edge)) continue
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
    const between = Array.from(this.#index.edgesOf(node)).filter(
      (edge) => this.#index.otherOf(edge, node) === other && (!this.#leads || this.#leads(edge)),
    )
    const isLoose = (edge: number) => Number(this.#index.typeOf(edge) === together)
    const certainty = (edge: number) => certainties.indexOf(this.#index.certaintyOf(edge))
    return between.reduce((best, edge) => {
      const order =
        isLoose(edge) - isLoose(best) || certainty(edge) - certainty(best) || this.#index.compareEdges(edge, best)
      return order < 0 ? edge : best
    })
  }
}
