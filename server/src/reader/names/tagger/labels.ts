// Names are tagged word by word: B begins a name, I goes on, L is the last word of one, U is a name of one word.

/** DEM is a word like `Australian`: some count it as a place, we do not. */
export const tagKinds = ['PER', 'ORG', 'LOC', 'EVT', 'MISC', 'DEM'] as const
export type TagKind = (typeof tagKinds)[number]

export const outsideLabel = 0
export const labelCount = 1 + 4 * tagKinds.length

/** Of the kind at `kind`: 0 begins, 1 goes on, 2 is last, 3 is alone. */
export function tagLabelOf(kind: number, part: number): number {
  return 1 + 4 * kind + part
}

export function kindOfLabel(label: number): number {
  return (label - 1) >> 2
}

export function partOfLabel(label: number): number {
  return label === outsideLabel ? 3 : (label - 1) & 3
}

/** Which label may stand before which. */
function mayFollow(from: number, to: number): boolean {
  const isOpen = from !== outsideLabel && partOfLabel(from) <= 1
  const continues = to !== outsideLabel && (partOfLabel(to) === 1 || partOfLabel(to) === 2)
  if (isOpen !== continues) return false
  return !isOpen || kindOfLabel(from) === kindOfLabel(to)
}

/** All pairs that may follow each other, by the label that comes second. */
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
