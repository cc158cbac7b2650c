// Clusters of clusters: vectors are parted into 16, each of those into 16, each of those into 8. The number of a vector
// says all three, so that words share more or less of it as they are more or less alike.

export const clusterParts = [16, 16, 8]
const rounds = 12

export function clusterVectors(rows: Float32Array, width: number): Uint16Array {
  const count = rows.length / width
  const clusters = new Uint16Array(count)
  let groups: Uint32Array[] = [Uint32Array.from({ length: count }, (_, at) => at)]
  for (const parts of clusterParts) {
    const next: Uint32Array[] = []
    for (const members of groups) {
      const found = part(rows, width, members, parts)
      for (const [at, member] of members.entries()) {
        clusters[member] = (clusters[member] as number) * parts + (found[at] as number)
      }
      for (let number = 0; number < parts; number++) next.push(members.filter((_, at) => found[at] === number))
    }
    groups = next
  }
  return clusters
}

/** k-means. The first centres are members at equal distances in the order of the rows, so the same rows give the same parts. */
function part(rows: Float32Array, width: number, members: Uint32Array, parts: number): Uint8Array {
  const found = new Uint8Array(members.length)
  if (members.length <= parts) return found.map((_, at) => at)
  const centres = new Float32Array(parts * width)
  for (let number = 0; number < parts; number++) {
    const from = (members[Math.floor((number * members.length) / parts / 4)] as number) * width
    centres.set(rows.subarray(from, from + width), number * width)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, member] of members.entries()) found[at] = nearest(rows, member * width, centres, width)
    moveCentres(centres, { rows, width, members, found })
  }
  return found
}

function nearest(rows: Float32Array, row: number, centres: Float32Array, width: number): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (let from = 0; from < centres.length; from += width) {
    let product = 0
    for (let axis = 0; axis < width; axis++) product += (rows[row + axis] as number) * (centres[from + axis] as number)
    if (product > most) {
      most = product
      best = from / width
    }
  }
  return best
}

function moveCentres(
  centres: Float32Array,
  { rows, width, members, found }: { rows: Float32Array; width: number; members: Uint32Array; found: Uint8Array },
): void {
  const sums = new Float64Array(centres.length)
  for (const [at, member] of members.entries()) {
    const to = (found[at] as number) * width
    for (let axis = 0; axis < width; axis++)
      sums[to + axis] = (sums[to + axis] as number) + (rows[member * width + axis] as number)
  }
  for (let from = 0; from < sums.length; from += width) {
    const norm = Math.hypot(...sums.subarray(from, from + width))
    if (norm > 0) for (let axis = 0; axis < width; axis++) centres[from + axis] = (sums[from + axis] as number) / norm
  }
}
