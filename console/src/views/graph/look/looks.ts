import { formatNumber, formatWords } from '../../../shared/format/format.ts'
import { kindHex } from '../../../shared/format/kinds.tsx'
import type { DrawnNode } from '../graph-shape.ts'
import type { Groups } from '../groups/groups.ts'

// What colours and sizes mean. A colour never stands alone: each has a letter or a number, which its nodes bear too.

/** `kind`, `group`, or the key of an attribute. */
export type ColorBy = string
/** `connections`, `same`, `members` of a community, or the key of an attribute whose values are numbers. */
export type SizeBy = string

export interface LookBy {
  color: ColorBy
  size: SizeBy
}

export const usualLook: LookBy = { color: 'kind', size: 'connections' }
export const overviewLook: LookBy = { color: 'kind', size: 'members' }

export interface LegendEntry {
  /** The value that has the colour. */
  value: string
  label: string
  color: string
  /** The letter or number in its nodes. */
  mark: string
  count: number
}

export interface DotLook {
  color: string
  mark: string
  size: number
}

export interface Looks {
  legend: LegendEntry[]
  of(node: DrawnNode): DotLook
}

/** Colours that can be told apart, on light and on dark. */
const palette = [
  ...['#228be6', '#f76707', '#37b24d', '#ae3ec9', '#f59f00', '#15aabf'],
  ...['#e64980', '#7950f2', '#74b816', '#f03e3e', '#12b886', '#4c6ef5'],
]
const otherColor = '#868e96'

export const groupColor = (at: number) => palette[at] ?? otherColor

/** So many values of an attribute have a colour; the others share one. */
export const coloredMost = palette.length

export function looksOf(nodes: DrawnNode[], groups: Groups, { color, size }: LookBy): Looks {
  const valueIn = (node: DrawnNode): string => {
    if (color === 'kind') return node.kind
    if (color === 'group') return String(groups.of.get(node.id) ?? '')
    return node.attributes?.[color] ?? ''
  }
  const counts = new Map<string, number>()
  for (const node of nodes) counts.set(valueIn(node), (counts.get(valueIn(node)) ?? 0) + 1)
  const legend =
    color === 'kind'
      ? kindLegend(byCount(counts))
      : color === 'group'
        ? valueLegend(byRank(counts), (value) => `Around ${groups.all[Number(value)]?.name ?? ''}`)
        : valueLegend(byCount(counts), (value) => value)
  const entries = new Map(legend.map((entry) => [entry.value, entry]))
  const rest = entries.get('')
  const sizeOf = sizesOf(nodes, size)
  return {
    legend: legend.filter(({ count }) => count > 0),
    of: (node) => {
      const entry = entries.get(valueIn(node)) ?? rest
      return { color: entry?.color ?? otherColor, mark: entry?.mark ?? '', size: sizeOf(node) }
    },
  }
}

function kindLegend(counts: Counted[]): LegendEntry[] {
  const taken = new Set<string>()
  return counts.map(([kind, count]) => {
    const letters = [...formatWords(kind).toUpperCase()].filter((letter) => letter.trim())
    const mark = letters.find((letter) => !taken.has(letter)) ?? letters[0] ?? ''
    taken.add(mark)
    return { value: kind, label: formatWords(kind), color: kindHex(kind), mark, count }
  })
}

/** The most frequent values have a colour and a number; those behind them, and none, are one entry. */
function valueLegend(counts: Counted[], nameOf: (value: string) => string): LegendEntry[] {
  const known = counts.filter(([value]) => value !== '')
  const entries = known.slice(0, coloredMost).map(([value, count], at): LegendEntry => {
    return { value, label: nameOf(value), color: groupColor(at), mark: String(at + 1), count }
  })
  const others = counts.reduce((sum, [, count]) => sum + count, 0) - entries.reduce((sum, { count }) => sum + count, 0)
  return [...entries, { value: '', label: 'others', color: otherColor, mark: '', count: others }]
}

type Counted = [value: string, count: number]

const byCount = (counts: Map<string, number>): Counted[] =>
  [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))

/** Communities keep the order in which their hulls have their colours. */
const byRank = (counts: Map<string, number>): Counted[] => [...counts].toSorted(([a], [b]) => Number(a) - Number(b))

const sizes = { least: 4, most: 20, same: 7 }

function sizesOf(nodes: DrawnNode[], by: SizeBy): (node: DrawnNode) => number {
  // Nodes are smaller where there are thousands, or they would cover each other.
  const scale = Math.max(0.4, Math.min(1, Math.sqrt(500 / Math.max(1, nodes.length))))
  if (by === 'same') return () => scale * sizes.same
  if (by === 'members') {
    const most = nodes.reduce((largest, { relationship_count = 0 }) => Math.max(largest, relationship_count), 1)
    return ({ relationship_count = 0 }) => sizes.least + 40 * Math.sqrt(relationship_count / most)
  }
  if (by === 'connections') {
    return ({ relationship_count = 4 }) => scale * (sizes.least + Math.min(16, 1.8 * Math.sqrt(relationship_count)))
  }
  const numberOf = ({ attributes }: DrawnNode) => numberIn(attributes?.[by])
  const most = nodes.reduce((largest, node) => Math.max(largest, numberOf(node) ?? 0), 0)
  return (node) => {
    const number = numberOf(node)
    if (number === undefined || most <= 0) return scale * sizes.least
    return scale * (sizes.least + (sizes.most - sizes.least) * Math.sqrt(Math.max(0, number) / most))
  }
}

/** The first number of a text: `1,250 t` is 1250. */
function numberIn(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/(\d)[ ,'’](?=\d{3})/g, '$1').match(/-?\d+(?:\.\d+)?/)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** What of a node is told beside its name, where its colour or size shows an attribute. */
export function noteOf({ attributes }: DrawnNode, { color, size }: LookBy): string {
  const values = new Set([color, size].flatMap((key) => attributes?.[key] ?? []))
  return [...values].map((value) => ` · ${value.slice(0, 40)}`).join('')
}

export const formatLegend = ({ label, count }: LegendEntry) => `${label} ${formatNumber(count)}`
