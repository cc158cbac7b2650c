import { hints, type Region } from '../html/region.ts'
import type { PageOutline } from './page-outline.ts'

// Features of the path from a region up to the core of the page, or to an ancestor of the core. Regions come after
// their parents, so each extends the path of its parent.

const contentHints = hints.article | hints.main | hints.body_text | hints.content
const awayHints =
  hints.nav |
  hints.header |
  hints.footer |
  hints.aside |
  hints.form |
  hints.comment |
  hints.share |
  hints.related |
  hints.ad |
  hints.banner |
  hints.breadcrumb |
  hints.widget

const none = -1
/** A distance beyond which nothing matters. */
const far = 20

/** Columns that describe the content of a region. */
export const shapeWidth = 7

/** Columns of a region in `paths`. */
export const pathColumn = {
  in_core: 0,
  distance: 1,
  tags: 2,
  words: 3,
  near_content: 4,
  near_away: 5,
  /**
   * The longest run of similar siblings among the regions on the path with several blocks, and the innermost such
   * region.
   */
  alike: 6,
  group: 7,
  /** The outermost region on the path, directly below the core or its ancestor. */
  below: 8,
} as const

export const pathWidth = 9

export class RegionPaths {
  readonly paths: Int32Array
  /** The content of each region, in `shapeWidth` columns. */
  readonly shapes: Float32Array

  constructor(regions: Region[], page: PageOutline) {
    this.paths = new Int32Array(pathWidth * regions.length)
    this.shapes = new Float32Array(shapeWidth * regions.length)
    for (const region of regions) {
      if (region === page.core || region.holds_core) this.#begin(pathWidth * region.index, region === page.core)
      else this.#extend(region)
      this.#describe(region, page)
    }
  }

  #begin(at: number, isCore: boolean): void {
    const { paths } = this
    paths[at + pathColumn.in_core] = isCore ? 1 : 0
    paths[at + pathColumn.near_content] = far
    paths[at + pathColumn.near_away] = far
    paths[at + pathColumn.alike] = 1
    paths[at + pathColumn.group] = none
    paths[at + pathColumn.below] = none
  }

  #extend({ index, parent, tag_hints, word_hints, blocks, alike }: Region): void {
    const { paths } = this
    const at = pathWidth * index
    const own = tag_hints | word_hints
    if (!parent) this.#begin(at, false)
    else {
      const above = pathWidth * parent.index
      for (let column = 0; column < pathWidth; column++) paths[at + column] = paths[above + column] as number
    }
    paths[at + pathColumn.distance] = (paths[at + pathColumn.distance] as number) + 1
    paths[at + pathColumn.tags] = (paths[at + pathColumn.tags] as number) | tag_hints
    paths[at + pathColumn.words] = (paths[at + pathColumn.words] as number) | word_hints
    paths[at + pathColumn.near_content] =
      own & contentHints ? 0 : oneMore(paths[at + pathColumn.near_content] as number)
    paths[at + pathColumn.near_away] = own & awayHints ? 0 : oneMore(paths[at + pathColumn.near_away] as number)
    if (paths[at + pathColumn.below] === none) paths[at + pathColumn.below] = index
    if (blocks <= 1) return
    paths[at + pathColumn.alike] = Math.max(paths[at + pathColumn.alike] as number, alike.count)
    paths[at + pathColumn.group] = index
  }

  #describe({ index, chars, link_chars, prose, blocks, inputs, images }: Region, page: PageOutline): void {
    const { shapes } = this
    const at = shapeWidth * index
    shapes[at] = Math.log1p(chars)
    shapes[at + 1] = chars > 0 ? link_chars / chars : 0
    shapes[at + 2] = chars > 0 ? prose / chars : 0
    shapes[at + 3] = page.prose > 0 ? prose / page.prose : 0
    shapes[at + 4] = blocks
    shapes[at + 5] = inputs
    shapes[at + 6] = images
  }
}

function oneMore(steps: number): number {
  return Math.min(far, steps + 1)
}
