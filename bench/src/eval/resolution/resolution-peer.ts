import { jaroWinkler } from '@skyra/jaro-winkler'
import { Figures } from './resolution-figures.ts'
import type { Fields } from './resolution-records.ts'

// Plain similarity of the whole record as one text, with the threshold that is best on the very data it is measured on:
// better than anybody could have set it beforehand.

export interface PeerPair {
  similarity: number
  expected: boolean
}

export function similarity(a: Fields, b: Fields): number {
  return jaroWinkler(textOf(a), textOf(b))
}

function textOf(fields: Fields): string {
  return Object.values(fields).join(' ').toLowerCase()
}

export function bestFigures(pairs: PeerPair[]): Figures {
  let best = new Figures()
  for (let threshold = 0.5; threshold <= 1; threshold += 0.01) {
    const figures = new Figures()
    for (const { similarity, expected } of pairs) figures.add({ expected, found: similarity >= threshold })
    if (figures.f1 > best.f1) best = figures
  }
  return best
}

/** Everything that is linked over any number of similar pairs is one, at the best threshold. */
export function bestClusterFigures(records: { fields: Fields; cluster: string }[]): Figures {
  const links = records.flatMap(({ fields }, a) =>
    records.slice(a + 1).map((other, n) => ({ a, b: a + 1 + n, similarity: similarity(fields, other.fields) })),
  )
  let best = new Figures()
  for (let threshold = 0.7; threshold <= 1; threshold += 0.02) {
    const roots = records.map((_, n) => n)
    const root = (n: number): number => (roots[n] === n ? n : root(roots[n] as number))
    for (const link of links) if (link.similarity >= threshold) roots[root(link.a)] = root(link.b)
    const figures = new Figures()
    for (const { a, b } of links) {
      figures.add({ expected: records[a]?.cluster === records[b]?.cluster, found: root(a) === root(b) })
    }
    if (figures.f1 > best.f1) best = figures
  }
  return best
}
