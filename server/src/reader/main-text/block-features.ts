import { marks } from '../../language/measure-text.ts'
import type { BlockDraft } from '../blocks/block-draft.ts'
import { hints, type Region } from '../html/region.ts'
import { describePage, type PageOutline } from './page-outline.ts'
import { pathColumn, pathWidth, RegionPaths, shapeWidth } from './region-paths.ts'
import { leaveOutForeign, proseOf, sumUp } from './region-sums.ts'

// Features of a block, without reading it: its shape, its position on the page, its neighbours, and the names of the
// regions it is in. Only numbers; the model (main-text-model.ts) has learned what they mean.

export interface PageShape {
  regions: Region[]
  title: string | undefined
}

const regionTags = [
  'p',
  'div',
  'li',
  'td',
  'section',
  'article',
  'body',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'span',
  'th',
  'dd',
  'dt',
  'figcaption',
]
const kinds = ['heading', 'paragraph', 'list_item', 'table_row', 'definition', 'quote', 'code', 'caption']

const regionTagNumbers = new Map(regionTags.map((name, at) => [name, at]))
const kindNumbers = new Map(kinds.map((kind, at) => [kind, at]))

const hintCount = Object.keys(hints).length
const featureCount = 138

/** The last columns of a row, which `main-text.ts` fills from the scores of the first model. */
export const contextCount = 14

export interface FeatureTable {
  /** One row per block. */
  values: Float32Array
  width: number
  /** The index of the first block with the same text. */
  first_same: Int32Array
}

export const tableWidth = featureCount + contextCount

/** Writes to `into`, which has to be zeroed and long enough, or to a new table. */
export function describeBlocks(
  blocks: BlockDraft[],
  { regions, title }: PageShape,
  into: Float32Array = new Float32Array(blocks.length * tableWidth),
): FeatureTable {
  const prose = new Float64Array(blocks.length)
  for (let at = 0; at < blocks.length; at++) prose[at] = proseOf(blocks[at] as BlockDraft)
  sumUp(blocks, regions, prose)
  leaveOutForeign(blocks, regions, prose)
  const page = describePage(blocks, regions, prose, title)
  const writer = new RowWriter(into, blocks, prose, page, new RegionPaths(regions, page))
  for (let at = 0; at < blocks.length; at++) writer.write(at)
  return { values: into, width: tableWidth, first_same: page.first_same }
}

/** Full stops of several scripts, and quotes and brackets that may follow one. */
const stops = new Set([...'.!?"\')…”’»。！？।'].map((character) => character.charCodeAt(0)))

class RowWriter {
  readonly #values: Float32Array
  readonly #blocks: BlockDraft[]
  readonly #prose: Float64Array
  readonly #page: PageOutline
  readonly #paths: RegionPaths
  /** Per block, because its neighbours need them too. */
  readonly #logChars: Float32Array
  readonly #linkShares: Float32Array
  readonly #kinds: Int8Array

  constructor(values: Float32Array, blocks: BlockDraft[], prose: Float64Array, page: PageOutline, paths: RegionPaths) {
    this.#values = values
    this.#blocks = blocks
    this.#prose = prose
    this.#page = page
    this.#paths = paths
    this.#logChars = new Float32Array(blocks.length)
    this.#linkShares = new Float32Array(blocks.length)
    this.#kinds = new Int8Array(blocks.length)
    for (let at = 0; at < blocks.length; at++) {
      const { text, link_chars, kind } = blocks[at] as BlockDraft
      this.#logChars[at] = Math.log(text.length)
      this.#linkShares[at] = link_chars / text.length
      this.#kinds[at] = kindNumbers.get(kind) ?? -1
    }
  }

  write(at: number): void {
    const block = this.#blocks[at] as BlockDraft
    const offset = at * tableWidth
    let next = this.#putText(offset, block, at)
    next = this.#putPosition(next, block, at)
    next = this.#putRegions(next, block)
    next = this.#putNeighbours(next, block, at)
    if (next - offset !== featureCount) throw new Error(`${next - offset} features`)
  }

  #putText(start: number, { text, measure, level, links }: BlockDraft, at: number): number {
    const values = this.#values
    const { length } = text
    const last = text.charCodeAt(length - 1)
    let next = start
    values[next++] = this.#logChars[at] as number
    values[next++] = measure.words
    values[next++] = length / Math.max(1, measure.words)
    values[next++] = this.#linkShares[at] as number
    values[next++] = links
    values[next++] = measure.sentence_ends
    values[next++] = measure.commas / Math.max(1, measure.words)
    values[next++] = measure.digits / length
    values[next++] = measure.capitals / length
    values[next++] = stops.has(last) ? 1 : last === 0x3a ? 2 : 0
    values[next++] = this.#kinds[at] as number
    values[next++] = level
    values[next++] = measure.marks & marks.copyright ? 1 : 0
    values[next++] = measure.marks & marks.separator ? 1 : 0
    values[next++] = measure.marks & marks.line_end ? 1 : 0
    values[next++] = this.#page.same_counts[this.#page.first_same[at] as number] as number
    values[next++] = hasAddress(text, measure) ? 1 : 0
    return next
  }

  #putPosition(start: number, block: BlockDraft, at: number): number {
    const values = this.#values
    const { chars, prose, charsBefore, proseBefore, titleAt, firstProse, lastProse, tags } = this.#page
    const count = this.#blocks.length
    let next = start
    values[next++] = at
    values[next++] = share(at, count)
    values[next++] = share(block.at, tags)
    values[next++] = share(charsBefore[at] as number, chars)
    values[next++] = share(proseBefore[at] as number, prose)
    values[next++] = share(prose - (proseBefore[at + 1] as number), prose)
    values[next++] = titleAt < 0 ? 0 : within(50, at - titleAt)
    values[next++] = titleAt === at ? 1 : 0
    values[next++] = firstProse < 0 ? 0 : within(30, at - firstProse)
    values[next++] = lastProse < 0 ? 0 : within(30, at - lastProse)
    values[next++] = Math.log1p(prose)
    values[next++] = share(prose, chars)
    values[next++] = count
    values[next++] = share(block.text.length, chars)
    return next
  }

  #putRegions(start: number, { region, since_image }: BlockDraft): number {
    const values = this.#values
    const { core, prose } = this.#page
    const { paths } = this.#paths
    const from = pathWidth * region.index
    let next = start
    values[next++] = paths[from + pathColumn.in_core] as number
    values[next++] = paths[from + pathColumn.alike] as number
    values[next++] = region.alike.count
    values[next++] = Math.min(99, since_image)
    values[next++] = regionTagNumbers.get(region.name) ?? -1
    values[next++] = core && prose > 0 ? core.prose / prose : 0
    values[next++] = paths[from + pathColumn.distance] as number
    values[next++] = paths[from + pathColumn.near_content] as number
    values[next++] = paths[from + pathColumn.near_away] as number
    values[next++] = region.depth
    values[next++] = core ? region.depth - core.depth : 0
    next = this.#putHints(next, paths[from + pathColumn.tags] as number, paths[from + pathColumn.words] as number)
    next = this.#putHints(next, region.path_tag_hints, region.path_word_hints)
    next = this.#putShape(next, paths[from + pathColumn.below])
    next = this.#putShape(next, paths[from + pathColumn.group])
    next = this.#putShape(next, region.parent?.index)
    return this.#putShape(next, region.parent?.parent?.index)
  }

  /** One column per hint. Few are set, and the table starts at zero. */
  #putHints(start: number, tags: number, words: number): number {
    for (let left = tags | words; left !== 0; left &= left - 1) {
      const bit = left & -left
      this.#values[start + 31 - Math.clz32(bit)] = (tags & bit ? 2 : 0) + (words & bit ? 1 : 0)
    }
    return start + hintCount
  }

  #putShape(start: number, region: number | undefined): number {
    if (region !== undefined && region >= 0) {
      const { shapes } = this.#paths
      const from = shapeWidth * region
      for (let column = 0; column < shapeWidth; column++) {
        this.#values[start + column] = shapes[from + column] as number
      }
    }
    return start + shapeWidth
  }

  #putNeighbours(start: number, block: BlockDraft, at: number): number {
    const values = this.#values
    const { charsBefore, proseBefore } = this.#page
    const count = this.#blocks.length
    const from = Math.max(0, at - 4)
    const to = Math.min(count, at + 5)
    let next = this.#putFar(start, at - 2)
    next = this.#putNear(next, block, at - 1)
    next = this.#putNear(next, block, at + 1)
    next = this.#putFar(next, at + 2)
    values[next++] = (proseBefore[at] as number) - (proseBefore[from] as number)
    values[next++] = (proseBefore[to] as number) - (proseBefore[at + 1] as number)
    values[next++] = (charsBefore[at] as number) - (charsBefore[from] as number)
    values[next++] = (charsBefore[to] as number) - (charsBefore[at + 1] as number)
    return next
  }

  #putFar(start: number, other: number): number {
    const isThere = other >= 0 && other < this.#blocks.length
    this.#values[start] = isThere ? (this.#logChars[other] as number) : 0
    this.#values[start + 1] = isThere ? (this.#linkShares[other] as number) : -1
    return start + 2
  }

  #putNear(start: number, block: BlockDraft, at: number): number {
    const values = this.#values
    let next = this.#putFar(start, at)
    const other = at < 0 ? undefined : this.#blocks[at]
    values[next++] = other ? (this.#kinds[at] as number) : -1
    values[next++] = other ? nearness(other.region, block.region) : -1
    values[next++] = other ? Math.abs(other.at - block.at) : 99
    values[next++] = other && (this.#prose[at] as number) > 0 ? 1 : 0
    return next
  }
}

function share(value: number, whole: number): number {
  return whole > 0 ? value / whole : 0
}

function within(bound: number, value: number): number {
  return Math.max(-bound, Math.min(bound, value))
}

function nearness(one: Region, other: Region): number {
  return one === other ? 2 : one.parent === other.parent ? 1 : 0
}

/** An e-mail or web address. A text without a colon or full stop needs no search. */
function hasAddress(text: string, { marks: found, commas, sentence_ends }: BlockDraft['measure']): boolean {
  if (found & marks.at_sign) return true
  return (commas > 0 && text.includes('://')) || (sentence_ends > 0 && text.includes('www.'))
}
