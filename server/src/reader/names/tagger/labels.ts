// Names are tagged word by word: B begins a name, I continues it, L is its last word, U is a name of one word.

/** DEM is a demonym like `Australian`, which some count as a place and we do not. */
export const tagKinds = ['PER', 'ORG', 'LOC', 'EVT', 'MISC', 'DEM'] as const
export type TagKind = (typeof tagKinds)[number]

export const outsideLabel = 0
export const labelCount = 1 + 4 * tagKinds.length

/** The label of the kind with index `kind`; `part` is 0 for B, 1 for I, 2 for L, 3 for U. */
export function tagLabelOf(kind: number, part: number): number {
  return 1 + 4 * kind + part
}

export function kindOfLabel(label: number): number {
  return (label - 1) >> 2
}

export function partOfLabel(label: number): number {
  return label === outsideLabel ? 3 : (label - 1) & 3
}

/** Whether label `to` may follow label `from`. */
function mayFollow(from: number, to: number): boolean {
  const isOpen = from !== outsideLabel && partOfLabel(from) <= 1
  const continues = to !== outsideLabel && (partOfLabel(to) === 1 || partOfLabel(to) === 2)
  if (isOpen !== continues) return false
  return !isOpen || kindOfLabel(from) === kindOfLabel(to)
}

/** All allowed pairs of labels, ordered by the second one. */
export const transitions: { from: Uint8Array; to: Uint8Array } = (() => {
  const pairs: [number, number][] = []
  for (let to = 0; to < labelCount; to++) {
    for (let from = 0; from < labelCount; from++) if (mayFollow(from, to)) pairs.push([from, to])
  }
  return { from: Uint8Array.from(pairs, ([from]) => from), to: Uint8Array.from(pairs, ([, to]) => to) }
})()

export function mayStart(label: number): boolean {
  return mayFollow(outsideLabel, label)
}

export function mayEnd(label: number): boolean {
  return mayFollow(label, outsideLabel)
}
