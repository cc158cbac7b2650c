import { extentOf, type Segment } from './rows.ts'

// Columns of running text, told from those of a table by their lines, which fill them.

/** Lines that a column has at least. */
const linesLeast = 4
const deepest = 3
/** Places at which a gutter is looked for. */
const places = 100

/** The segments of a page in parts, in the order in which they are read. */
export function zonesOf(segments: Segment[], depth = 0): Segment[][] {
  if (depth >= deepest || segments.length < 2 * linesLeast) return segments.length > 0 ? [segments] : []
  const gutter = findGutter(segments)
  if (gutter === undefined) return [segments]
  const zones: Segment[][] = []
  let whole: Segment[] = []
  let beside: Segment[] = []
  const flushBeside = () => {
    const left = beside.filter(({ x1 }) => x1 <= gutter)
    const right = beside.filter(({ x0 }) => x0 >= gutter)
    if (Math.min(left.length, right.length) < linesLeast) whole = whole.concat(beside)
    else {
      if (whole.length > 0) zones.push(whole)
      whole = []
      zones.push(...zonesOf(left, depth + 1), ...zonesOf(right, depth + 1))
    }
    beside = []
  }
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    if (segment.x1 <= gutter || segment.x0 >= gutter) beside.push(segment)
    else {
      flushBeside()
      whole.push(segment)
    }
  }
  flushBeside()
  if (whole.length > 0) zones.push(whole)
  return zones
}

/** Where the page is empty from top to bottom between lines of text, but for what goes across. */
function findGutter(segments: Segment[]): number | undefined {
  const { x0: from, x1: to } = extentOf(segments)
  const width = to - from
  const found: { at: number; across: number }[] = []
  // Counted: places far from zero may be too large to grow by so little.
  for (let place = Math.round(0.15 * places); place < 0.85 * places; place++) {
    const at = from + (place / places) * width
    const left = segments.filter(({ x1 }) => x1 <= at)
    const right = segments.filter(({ x0 }) => x0 >= at)
    const across = segments.length - left.length - right.length
    if (Math.min(left.length, right.length) < linesLeast || 2 * across > left.length + right.length) continue
    if (isProse(left) && isProse(right)) found.push({ at, across })
  }
  const fewest = Math.min(...found.map(({ across }) => across))
  const best = found.filter(({ across }) => across === fewest)
  return best[Math.floor(best.length / 2)]?.at
}

function isProse(segments: Segment[]): boolean {
  const { x0, x1 } = extentOf(segments)
  const widths = segments.map(({ x0, x1 }) => x1 - x0).toSorted((a, b) => a - b)
  const chars = segments.reduce((sum, one) => sum + one.chars, 0)
  return chars >= 18 * segments.length && (widths[Math.floor(widths.length / 2)] as number) > 0.55 * (x1 - x0)
}
