// Communities: parts of a graph with more lines inside than between them, by the method of Louvain. Nothing is random: the same
// graph has the same communities at every load.

/** A tie between two nodes, by their numbers, and its weight. */
export type Tie = readonly [a: number, b: number, weight: number]

interface Level {
  /** The weights of a node's ties with others. */
  ties: Map<number, number>[]
  /** The weight inside a node that stands for several, each tie counted at both ends. */
  inside: number[]
}

/** Moves that gain less than this may be errors of arithmetic, and could go on for ever. */
const leastGain = 1e-9
const passes = 30

/** The number of each node's community. */
export function findGroups(count: number, ties: Tie[]): number[] {
  let level = levelOf(count, ties)
  let groups = Array.from({ length: count }, (_, node) => node)
  for (;;) {
    const { of, count: fewer } = renumbered(assign(level))
    groups = groups.map((node) => of[node] as number)
    if (fewer === level.ties.length) return groups
    level = merged(level, of, fewer)
  }
}

function levelOf(count: number, ties: Tie[]): Level {
  const level: Level = { ties: Array.from({ length: count }, () => new Map()), inside: new Array(count).fill(0) }
  for (const [a, b, weight] of ties) {
    if (a === b) continue
    add(level.ties[a] as Map<number, number>, b, weight)
    add(level.ties[b] as Map<number, number>, a, weight)
  }
  return level
}

const add = (weights: Map<number, number>, key: number, weight: number) =>
  weights.set(key, (weights.get(key) ?? 0) + weight)

/** Moves each node to the community of the neighbour that gains most, until none gains. */
function assign({ ties, inside }: Level): number[] {
  const groups = ties.map((_, node) => node)
  const weights = ties.map((own, node) => (inside[node] as number) + sum(own.values()))
  const totals = [...weights]
  const whole = sum(weights)
  if (whole === 0) return groups
  for (let pass = 0, moved = true; moved && pass < passes; pass++) {
    moved = false
    ties.forEach((own, node) => {
      const weight = weights[node] as number
      const before = groups[node] as number
      const toward = new Map<number, number>([[before, 0]])
      for (const [other, tie] of own) add(toward, groups[other] as number, tie)
      totals[before] = (totals[before] as number) - weight
      const gain = (group: number) => (toward.get(group) ?? 0) - ((totals[group] as number) * weight) / whole
      let best = before
      let most = gain(before)
      for (const group of toward.keys()) {
        const gained = gain(group)
        if (gained <= most + leastGain) continue
        best = group
        most = gained
      }
      totals[best] = (totals[best] as number) + weight
      groups[node] = best
      if (best !== before) moved = true
    })
  }
  return groups
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** The same communities, numbered from 0 in the order of their first nodes. */
function renumbered(groups: number[]): { of: number[]; count: number } {
  const numbers = new Map<number, number>()
  const of = groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size
    numbers.set(group, number)
    return number
  })
  return { of, count: numbers.size }
}

/** The graph of the communities. */
function merged({ ties, inside }: Level, of: number[], count: number): Level {
  const next: Level = { ties: Array.from({ length: count }, () => new Map()), inside: new Array(count).fill(0) }
  ties.forEach((own, node) => {
    const group = of[node] as number
    next.inside[group] = (next.inside[group] as number) + (inside[node] as number)
    for (const [other, weight] of own) {
      const to = of[other] as number
      if (to === group) next.inside[group] = (next.inside[group] as number) + weight
      else add(next.ties[group] as Map<number, number>, to, weight)
    }
  })
  return next
}
