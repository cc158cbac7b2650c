import { hints, type Region } from '../html/region.ts'
import type { PageOutline } from './page-outline.ts'

// What a block sees when it looks from its region outwards, up to the core of the page or to what holds it. Regions come
// behind their parents, so each one adds itself to what its parent sees.

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
/** Farther than anything matters. */
const far = 20

/** How many columns say what a region holds. */
export const shapeWidth = 7

/** Columns of a region in `ways`. */
export const way = {
  in_core: 0,
  distance: 1,
  tags: 2,
  words: 3,
  near_content: 4,
  near_away: 5,
  /** The most brothers in a row of any region on the way that holds several blocks, and the nearest such region. */
  alike: 6,
  group: 7,
  /** The last region on the way. */
  below: 8,
} as const

export const wayWidth = 9

export class RegionPaths {
  readonly ways: Int32Array
  /** What each region holds. */
  readonly shapes: Float32Array

  constructor(regions: Region[], page: PageOutline) {
    this.ways = new Int32Array(wayWidth * regions.length)
    this.shapes = new Float32Array(shapeWidth * regions.length)
    for (const region of regions) {
      if (region === page.core || region.holds_core) this.#begin(wayWidth * region.index, region === page.core)
      else this.#extend(region)
      this.#describe(region, page)
    }
  }

  #begin(at: number, isCore: boolean): void {
    const { ways } = this
    ways[at + way.in_core] = isCore ? 1 : 0
    ways[at + way.near_content] = far
    ways[at + way.near_away] = far
    ways[at + way.alike] = 1
    ways[at + way.group] = none
    ways[at + way.below] = none
  }

  #extend({ index, parent, tag_hints, word_hints, blocks, alike }: Region): void {
    const { ways } = this
    const at = wayWidth * index
    const own = tag_hints | word_hints
    if (!parent) this.#begin(at, false)
    else {
      const above = wayWidth * parent.index
      for (let column = 0; column < wayWidth; column++) ways[at + column] = ways[above + column] as number
    }
    ways[at + way.distance] = (ways[at + way.distance] as number) + 1
    ways[at + way.tags] = (ways[at + way.tags] as number) | tag_hints
    ways[at + way.words] = (ways[at + way.words] as number) | word_hints
    ways[at + way.near_content] = own & contentHints ? 0 : oneMore(ways[at + way.near_content] as number)
    ways[at + way.near_away] = own & awayHints ? 0 : oneMore(ways[at + way.near_away] as number)
    if (ways[at + way.below] === none) ways[at + way.below] = index
    if (blocks <= 1) return
    ways[at + way.alike] = Math.max(ways[at + way.alike] as number, alike.count)
    ways[at + way.group] = index
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
