import type { TreeModel } from '../../../server/src/reader/main-text/tree-model.ts'

// Gradient boosting of small complete trees for a yes or no, by histograms. Enough for tens of thousands of rows.

export interface TrainingTable {
  /** Rows of `width` values. */
  values: Float32Array
  width: number
  labels: Uint8Array
  weights: Float64Array
}

export interface TreeOptions {
  trees: number
  depth: number
  rate: number
  /** Regularisation of leaves, and the least weight of a leaf. */
  lambda: number
  leastWeight: number
  /** Shares of rows and features that a tree sees. */
  rows: number
  features: number
}

const binsMax = 48

export function trainTrees(table: TrainingTable, options: TreeOptions): TreeModel {
  const { width, labels, weights } = table
  const count = labels.length
  const { bins, edges } = binValues(table)
  const inner = 2 ** options.depth - 1
  const model: TreeModel = {
    depth: options.depth,
    features: new Uint8Array(options.trees * inner),
    thresholds: new Float32Array(options.trees * inner).fill(Number.POSITIVE_INFINITY),
    leaves: new Float32Array(options.trees * (inner + 1)),
    bias: logOdds(labels, weights),
  }
  const scores = new Float64Array(count).fill(model.bias)
  const random = seeded(7)
  for (let tree = 0; tree < options.trees; tree++) {
    const gradients = new Float64Array(count)
    const hessians = new Float64Array(count)
    for (let row = 0; row < count; row++) {
      if (random() > options.rows) continue
      const p = 1 / (1 + Math.exp(-(scores[row] as number)))
      gradients[row] = (weights[row] as number) * ((labels[row] as number) - p)
      hessians[row] = (weights[row] as number) * Math.max(p * (1 - p), 1e-6)
    }
    const chosen = Array.from({ length: width }, (_, feature) => feature).filter(() => random() < options.features)
    growTree({ tree, model, bins, edges, gradients, hessians, chosen, options, scores, width })
  }
  return model
}

interface Growth {
  tree: number
  model: TreeModel
  bins: Uint8Array
  edges: number[][]
  gradients: Float64Array
  hessians: Float64Array
  chosen: number[]
  options: TreeOptions
  scores: Float64Array
  width: number
}

function growTree(growth: Growth): void {
  const { tree, model, bins, edges, gradients, hessians, chosen, options, scores, width } = growth
  const inner = 2 ** options.depth - 1
  const count = scores.length
  const nodeOf = new Uint16Array(count)
  for (let level = 0; level < options.depth; level++) {
    const first = 2 ** level - 1
    const nodes = 2 ** level
    const best = findSplits({ first, nodes, nodeOf, bins, gradients, hessians, chosen, options, width })
    for (let node = 0; node < nodes; node++) {
      const split = best[node]
      if (!split) continue
      model.features[tree * inner + first + node] = split.feature
      model.thresholds[tree * inner + first + node] = (edges[split.feature] as number[])[split.bin] as number
    }
    for (let row = 0; row < count; row++) {
      const split = best[(nodeOf[row] as number) - first]
      const right = split !== undefined && (bins[row * width + split.feature] as number) > split.bin
      nodeOf[row] = 2 * (nodeOf[row] as number) + (right ? 2 : 1)
    }
  }
  const sums = new Float64Array(2 * (inner + 1))
  for (let row = 0; row < count; row++) {
    const leaf = (nodeOf[row] as number) - inner
    sums[2 * leaf] = (sums[2 * leaf] as number) + (gradients[row] as number)
    sums[2 * leaf + 1] = (sums[2 * leaf + 1] as number) + (hessians[row] as number)
  }
  for (let leaf = 0; leaf <= inner; leaf++) {
    const value = (options.rate * (sums[2 * leaf] as number)) / ((sums[2 * leaf + 1] as number) + options.lambda)
    model.leaves[tree * (inner + 1) + leaf] = value
  }
  for (let row = 0; row < count; row++) {
    scores[row] =
      (scores[row] as number) + (model.leaves[tree * (inner + 1) + (nodeOf[row] as number) - inner] as number)
  }
}

interface Split {
  feature: number
  bin: number
  gain: number
}

type Level = Pick<Growth, 'bins' | 'gradients' | 'hessians' | 'chosen' | 'options' | 'width'> & {
  first: number
  nodes: number
  nodeOf: Uint16Array
}

function findSplits(level: Level): (Split | undefined)[] {
  const { first, nodes, nodeOf, bins, gradients, hessians, chosen, width } = level
  const best: (Split | undefined)[] = Array.from({ length: nodes })
  const g = new Float64Array(nodes * binsMax)
  const h = new Float64Array(nodes * binsMax)
  for (const feature of chosen) {
    g.fill(0)
    h.fill(0)
    for (let row = 0; row < nodeOf.length; row++) {
      if (hessians[row] === 0) continue
      const cell = ((nodeOf[row] as number) - first) * binsMax + (bins[row * width + feature] as number)
      g[cell] = (g[cell] as number) + (gradients[row] as number)
      h[cell] = (h[cell] as number) + (hessians[row] as number)
    }
    for (let node = 0; node < nodes; node++) {
      const split = bestOf(
        g.subarray(node * binsMax, (node + 1) * binsMax),
        h.subarray(node * binsMax, (node + 1) * binsMax),
        level.options,
      )
      if (split && split.gain > (best[node]?.gain ?? 1e-6)) best[node] = { feature, ...split }
    }
  }
  return best
}

function bestOf(
  g: Float64Array,
  h: Float64Array,
  { lambda, leastWeight }: TreeOptions,
): { bin: number; gain: number } | undefined {
  const allG = g.reduce((sum, value) => sum + value, 0)
  const allH = h.reduce((sum, value) => sum + value, 0)
  const whole = (allG * allG) / (allH + lambda)
  let best: { bin: number; gain: number } | undefined
  let leftG = 0
  let leftH = 0
  for (let bin = 0; bin < binsMax - 1; bin++) {
    leftG += g[bin] as number
    leftH += h[bin] as number
    if (leftH < leastWeight || allH - leftH < leastWeight) continue
    const rightG = allG - leftG
    const gain = (leftG * leftG) / (leftH + lambda) + (rightG * rightG) / (allH - leftH + lambda) - whole
    if (gain > (best?.gain ?? 0)) best = { bin, gain }
  }
  return best
}

function binValues({ values, width, labels }: TrainingTable): { bins: Uint8Array; edges: number[][] } {
  const count = labels.length
  const bins = new Uint8Array(values.length)
  const edges: number[][] = []
  for (let feature = 0; feature < width; feature++) {
    const sorted = Float32Array.from({ length: count }, (_, row) => values[row * width + feature] as number).sort()
    const cuts: number[] = []
    for (let cut = 1; cut < binsMax; cut++) {
      const value = sorted[Math.floor((cut * (count - 1)) / binsMax)] as number
      if (cuts.length === 0 || value > (cuts.at(-1) as number)) cuts.push(value)
    }
    edges.push(cuts)
    for (let row = 0; row < count; row++) {
      const value = values[row * width + feature] as number
      let bin = 0
      while (bin < cuts.length && value > (cuts[bin] as number)) bin++
      bins[row * width + feature] = bin
    }
  }
  return { bins, edges }
}

function logOdds(labels: Uint8Array, weights: Float64Array): number {
  let yes = 0
  let all = 0
  for (const [row, label] of labels.entries()) {
    yes += label * (weights[row] as number)
    all += weights[row] as number
  }
  return Math.log(yes / (all - yes))
}

function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
