import { cutText } from '../../language/cut-text.ts'
import { foldLines, foldPreformatted, isOnlySpace, lineBreak } from '../../language/fold-space.ts'
import { measureTexts, type TextMeasure } from '../../language/measure-text.ts'
import { type Collector, PageElement } from '../html/html-events.ts'
import { tagOf } from '../html/html-tags.ts'
import { pageBounds } from '../html/page-bounds.ts'
import { Region } from '../html/region.ts'
import { BlockDraft } from './block-draft.ts'
import { InlineParts } from './inline-parts.ts'
import type { LinkPosition } from './link-collector.ts'
import type { BlockKind } from './parsed-page.ts'
import { recordBounds } from './record-list.ts'
import { joinRow, RowDraft } from './table-rows.ts'

// Collects the visible text of a page as blocks, split where the page splits it, each with its region and links.

const kindByTag: Record<string, BlockKind> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  li: 'list_item',
  blockquote: 'quote',
  pre: 'code',
  xmp: 'code',
  listing: 'code',
  plaintext: 'code',
  figcaption: 'caption',
  caption: 'caption',
  td: 'table_row',
  th: 'table_row',
  dt: 'definition',
  dd: 'definition',
}

/** Raw characters kept for one block at most; folding white space makes them fewer. */
const rawMax = 2 * pageBounds.text_chars

interface Frame {
  element: PageElement
  region: Region
  kind: BlockKind
  level: number
}

/** A picture with an alternative text. */
export interface Picture {
  alt: string
  region: Region
  /** How many blocks come before it. */
  before: number
  /** The position of the link around it. */
  position: LinkPosition | undefined
}

export class BlockCollector implements Collector {
  readonly blocks: BlockDraft[] = []
  readonly regions: Region[] = []
  readonly pictures: Picture[] = []
  /** The text of `noscript` elements, which only visitors without scripts see. */
  noscript = ''
  readonly #frames: Frame[] = []
  #frame: Frame | undefined
  readonly #rows: RowDraft[] = []
  readonly #inline = new InlineParts()
  #raw = ''
  #linkChars = 0
  #links = 0
  /** A link has just ended. A link that follows directly gets a space, which on the page only a style sheet shows. */
  #afterLink = false
  #inLink = 0
  #preformatted = 0
  #noscripts = 0
  #afterBreak = false
  #chars = 0
  #tags = 0
  #imageAt = Number.NEGATIVE_INFINITY
  #term: string | undefined
  /**
   * The position shared by the links of the current block, and the positions of links without text, such as pictures.
   */
  #linkPosition: LinkPosition | undefined
  readonly #textless: { position: LinkPosition; region: Region | undefined }[] = []

  open(element: PageElement): void {
    this.#tags++
    const { name, is_block } = element.tag
    if (element.is_hidden) {
      if (name === 'noscript') this.#noscripts++
      if (name === 'iframe' || name === 'video') this.#noteImage()
      else if (name === 'select' || name === 'textarea') this.#countInput(element)
      return
    }
    if (name === 'br') {
      this.#breakLine()
      return
    }
    if (!is_block) {
      if (name === 'a') this.#openLink()
      else if (name === 'img') this.#noteImage(element)
      else if (name === 'picture') this.#noteImage()
      else if (name === 'input') this.#countInput(element)
      if (this.#preformatted === 0) this.#inline.open(element, this.#raw.length)
      return
    }
    this.#flush()
    if (element.tag.is_void) return
    this.#pushFrame(element)
    if (name === 'pre' || name === 'xmp' || name === 'listing') this.#preformatted++
    else if (name === 'tr') this.#rows.push(new RowDraft(this.blocks.length))
    else if (name === 'td' || name === 'th') this.#openCell(name)
    else if (name === 'table') for (const row of this.#rows) row.has_table = true
    else if (name === 'dl') this.#term = undefined
  }

  text(text: string, element: PageElement): void {
    if (element.is_hidden) {
      if (this.noscript.length < 2000 && this.#noscripts > 0) this.noscript += text.slice(0, 2000)
      return
    }
    if (this.#raw.length > rawMax) return
    const isBlank = isOnlySpace(text)
    if (isBlank && this.#raw === '') return
    this.#raw += text
    if (isBlank) return
    this.#inline.noteText()
    this.#afterBreak = false
    this.#afterLink = false
    if (this.#inLink > 0) this.#linkChars += text.length
  }

  close(element: PageElement): void {
    const { name, is_block, is_void } = element.tag
    if (element.is_hidden) {
      if (name === 'noscript') this.#noscripts--
      return
    }
    if (!is_block) {
      if (this.#preformatted === 0) this.#inline.close(element, this.#raw.length)
      if (name === 'a' && this.#inLink > 0) {
        this.#inLink--
        this.#afterLink = true
      }
      return
    }
    if (is_void) return
    this.#flush()
    if (name === 'pre' || name === 'xmp' || name === 'listing') this.#preformatted--
    else if (name === 'tr') this.#closeRow()
    this.#frames.pop()
    this.#frame = this.#frames.at(-1)
  }

  end(): void {
    this.#flush()
    measureBlocks(this.blocks)
  }

  /** The text offset at which the current block begins; inside a table row, shortly before it. */
  offsetNow(): number {
    return this.#chars
  }

  /** The position of links in the current block. */
  linkPositionNow(): LinkPosition {
    this.#linkPosition ??= { is_main: false }
    return this.#linkPosition
  }

  /** Copies `is_main` from blocks to their links. Called once the main blocks are known. */
  markMainLinks(): void {
    for (const { link_positions, is_main } of this.blocks)
      for (const position of link_positions) position.is_main = is_main
    for (const { position, region } of this.#textless) position.is_main = isMostlyMain(region)
  }

  #pushFrame(element: PageElement): void {
    const above = this.#frame
    const { name, heading } = element.tag
    let region = above?.region
    if (region === undefined || this.regions.length < pageBounds.regions) {
      region = new Region(element, region, this.regions.length)
      this.regions.push(region)
    }
    const kind = kindByTag[name] ?? above?.kind ?? 'paragraph'
    // A table inside a list item ends the list item; a list inside a cell becomes a list.
    this.#frame = {
      element,
      region,
      kind: name === 'table' ? 'paragraph' : kind,
      level: heading || (above?.level ?? 0),
    }
    this.#frames.push(this.#frame)
  }

  #openLink(): void {
    if (this.#afterLink && this.#raw !== '') this.#raw += ' '
    this.#inLink++
    this.#links++
    if (this.#frame) this.#frame.region.links++
  }

  #openCell(name: string): void {
    const row = this.#rows.at(-1)
    if (!row) return
    row.cells.push(this.blocks.length)
    if (name === 'th') row.headings++
  }

  #noteImage(element?: PageElement): void {
    this.#imageAt = this.#tags
    if (!this.#frame) return
    this.#frame.region.images++
    const alt = element?.get('alt') || element?.get('title')
    if (alt === undefined || alt === '' || this.pictures.length >= recordBounds.pictures) return
    const position = this.#inLink > 0 ? this.#linkPosition : undefined
    this.pictures.push({ alt, region: this.#frame.region, before: this.blocks.length, position })
  }

  #countInput(element: PageElement): void {
    if (this.#frame && element.get('type') !== 'hidden') this.#frame.region.inputs++
  }

  /** Two `br` in a row begin a new block: pages without `p` write paragraphs this way. */
  #breakLine(): void {
    if (this.#raw === '') return
    if (this.#afterBreak && this.#preformatted === 0) {
      this.#flush()
      return
    }
    this.#raw += this.#preformatted > 0 ? '\n' : lineBreak
    this.#afterBreak = true
  }

  #flush(): void {
    if (this.#raw === '' && this.#inLink > 0) return
    const { raw, parts, edges } = this.#inline.take(this.#raw)
    const position = this.#linkPosition
    const linkChars = this.#linkChars
    const links = this.#links
    this.#raw = ''
    this.#linkChars = 0
    this.#links = 0
    this.#afterBreak = false
    this.#afterLink = false
    this.#linkPosition = undefined
    if (raw === '') {
      if (position) this.#textless.push({ position, region: this.#frame?.region })
      return
    }
    const left = pageBounds.text_chars - this.#chars
    if (left <= 0 || this.blocks.length >= pageBounds.blocks) return
    const folded = this.#preformatted > 0 ? foldPreformatted(raw) : foldLines(raw)
    const text = folded.length > left ? cutText(folded, left).trimEnd() : folded
    if (text === '') return
    this.#chars += text.length + 1
    this.#add(text, Math.min(linkChars, text.length), links)
    const block = this.blocks.at(-1)
    if (block) block.parts = parts
    if (block) block.edges = edges
    if (position) block?.link_positions.push(position)
  }

  #add(text: string, linkChars: number, links: number): void {
    const frame = this.#frame
    const region = frame?.region ?? this.#rootRegion()
    const kind = frame?.kind ?? 'paragraph'
    const name = frame?.element.tag.name
    const term = kind === 'definition' && name !== 'dt' ? this.#term : undefined
    if (name === 'dt') this.#term = cutText(text, pageBounds.heading_chars)
    const level = kind === 'heading' ? (frame?.level ?? 0) : 0
    const at = this.#tags
    const sinceImage = at - this.#imageAt
    this.blocks.push(
      new BlockDraft({ kind, level, text, region, link_chars: linkChars, links, at, since_image: sinceImage, term }),
    )
  }

  #rootRegion(): Region {
    const first = this.regions[0]
    if (first) return first
    const region = new Region(rootElement, undefined, 0)
    this.regions.push(region)
    return region
  }

  #closeRow(): void {
    const row = this.#rows.pop()
    if (!row) return
    this.#chars -= lengthFrom(this.blocks, row.start)
    joinRow(this.blocks, row)
    this.#chars += lengthFrom(this.blocks, row.start)
  }
}

function lengthFrom(blocks: BlockDraft[], start: number): number {
  let length = 0
  for (let at = start; at < blocks.length; at++) length += (blocks[at] as BlockDraft).text.length + 1
  return length
}

export function measureBlocks(blocks: BlockDraft[]): void {
  const measures = measureTexts(blocks.map(({ text }) => text))
  for (let at = 0; at < blocks.length; at++) (blocks[at] as BlockDraft).measure = measures[at] as TextMeasure
}

const rootElement = new PageElement(tagOf('html'), [], undefined)

/** Whether most of the nearest region with text is main. A link on a picture has no text of its own to decide by. */
function isMostlyMain(region: Region | undefined): boolean {
  let at = region
  while (at && at.chars === 0) at = at.parent
  return at !== undefined && at.main_chars * 2 > at.chars
}
