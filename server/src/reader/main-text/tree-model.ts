// A sum of small decision trees. The trees are complete and stored in arrays, as they are trained.

export interface TreeModel {
  depth: number
  /** Inner nodes of each tree in the order of a heap; a value at or below the threshold goes left. */
  features: Uint8Array
  thresholds: Float32Array
  leaves: Float32Array
  bias: number
}

/** The score of the row of values that begins at `offset`; above 0 means yes. */
export type RowScore = (values: Float32Array, offset: number) => number

export function scoreRow(
  { depth, features, thresholds, leaves, bias }: TreeModel,
  values: Float32Array,
  offset: number,
): number {
  const inner = 2 ** depth - 1
  const trees = leaves.length / (inner + 1)
  let score = bias
  for (let tree = 0; tree < trees; tree++) {
    const nodes = tree * inner
    let node = 0
    for (let level = 0; level < depth; level++) {
      const value = values[offset + (features[nodes + node] as number)] as number
      node = 2 * node + (value > (thresholds[nodes + node] as number) ? 2 : 1)
    }
    score += leaves[tree * (inner + 1) + node - inner] as number
  }
  return score
}

/** Small enough for the engine to optimize one function, large enough for few calls. */
const treesPerFunction = 20

type AddTrees = (values: Float32Array, offset: number, score: number) => number

/**
 * The same score, bit for bit, in a seventh of the time: each tree becomes an expression with its numbers in the code.
 * Only numbers of the model get into the code.
 */
export function compileModel(model: TreeModel): RowScore {
  const trees = model.leaves.length / 2 ** model.depth
  const parts: AddTrees[] = []
  for (let first = 0; first < trees; first += treesPerFunction) {
    let code = ''
    for (let tree = first; tree < Math.min(trees, first + treesPerFunction); tree++) {
      code += `score += ${treeCode(model, tree, 0)}\n`
    }
    parts.push(new Function('values', 'offset', 'score', `${code}return score`) as AddTrees)
  }
  return (values, offset) => {
    let score = model.bias
    for (const add of parts) score = add(values, offset, score)
    return score
  }
}

function treeCode(model: TreeModel, tree: number, node: number): string {
  const inner = 2 ** model.depth - 1
  if (node >= inner) return String(model.leaves[tree * (inner + 1) + node - inner])
  const at = tree * inner + node
  const left = treeCode(model, tree, 2 * node + 1)
  // Nodes that do not split have an infinite threshold.
  if (model.thresholds[at] === Number.POSITIVE_INFINITY) return left
  const right = treeCode(model, tree, 2 * node + 2)
  return `(values[offset + ${model.features[at]}] > ${model.thresholds[at]} ? ${right} : ${left})`
}

/** Models are one line of base64 in source files: bias, thresholds, leaves and features, little-endian. */
export function decodeModel(depth: number, base64: string): TreeModel {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64')).buffer
  const inner = 2 ** depth - 1
  const trees = (bytes.byteLength - 4) / (5 * inner + 4 * (inner + 1))
  const floats = new Float32Array(bytes, 0, 1 + trees * (2 * inner + 1))
  return {
    depth,
    bias: floats[0] as number,
    thresholds: floats.subarray(1, 1 + trees * inner),
    leaves: floats.subarray(1 + trees * inner),
    features: new Uint8Array(bytes, floats.byteLength),
  }
}

export function encodeModel({ bias, thresholds, leaves, features }: TreeModel): string {
  const floats = Float32Array.from([bias, ...thresholds, ...leaves])
  return Buffer.concat([Buffer.from(floats.buffer), features]).toString('base64')
}
