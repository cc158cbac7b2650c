import { cutText } from '../../language/cut-text.ts'
import { foldLines, foldPreformatted, isOnlySpace, lineBreak } from '../../language/fold-space.ts'
import { measureTexts, type TextMeasure } from '../../language/measure-text.ts'
import { type Collector, PageElement } from '../html/html-events.ts'
import { tagOf } from '../html/html-tags.ts'
import { pageBounds } from '../html/page-bounds.ts'
import { Region } from '../html/region.ts'
import { BlockDraft } from './block-draft.ts'
import type { LinkPlace } from './link-collector.ts'
import type { BlockKind } from './parsed-page.ts'
import { joinRow, RowDraft } from './table-rows.ts'

// The visible text of a page, cut into blocks where the page cuts it, each with what is known about its place.

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

/** Characters of markup that are taken for one block at most; folding makes them fewer. */
const rawMax = 2 * pageBounds.text_chars

interface Frame {
  element: PageElement
  region: Region
  kind: BlockKind
  level: number
}

export class BlockCollector implements Collector {
  readonly blocks: BlockDraft[] = []
  readonly regions: Region[] = []
  /** Text of `noscript`, which only those see whom the page expects to be without scripts. */
  noscript = ''
  readonly #frames: Frame[] = []
  #frame: Frame | undefined
  readonly #rows: RowDraft[] = []
  #raw = ''
  #linkChars = 0
  #links = 0
  /** Links stand one behind the other without a space that only a style sheet would show. */
  #afterLink = false
  #inLink = 0
  #preformatted = 0
  #noscripts = 0
  #afterBreak = false
  #chars = 0
  #tags = 0
  #imageAt = Number.NEGATIVE_INFINITY
  #term: string | undefined
  /** Of the links in the block that is being read, and of those that have no text, such as pictures. */
  #place: LinkPlace | undefined
  readonly #textless: { place: LinkPlace; region: Region | undefined }[] = []

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
      else if (name === 'img' || name === 'picture') this.#noteImage()
      else if (name === 'input') this.#countInput(element)
      return
    }
    this.#flush()
    if (element.tag.is_void) return
    this.#pushFrame(element)
    if (name === 'pre' || name === 'xmp' || name === 'listing') this.#preformatted++
    else if (name === 'tr') this.#rows.push(new RowDraft(this.blocks.length))
    else if (name === 'td' || name === 'th') this.#rows.at(-1)?.cells.push(this.blocks.length)
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

  /** Where in the text of the page the block begins that is being read; inside of a row, shortly before it. */
  offsetNow(): number {
    return this.#chars
  }

  /** Stands for the block that is being read. */
  placeNow(): LinkPlace {
    this.#place ??= { is_main: false }
    return this.#place
  }

  /** Once it is known which blocks are main. */
  placeLinks(): void {
    for (const { places, is_main } of this.blocks) for (const place of places) place.is_main = is_main
    for (const { place, region } of this.#textless) place.is_main = isMostlyMain(region)
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
    // A table in a list is no list item any more, a list in a cell is a list.
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

  #noteImage(): void {
    this.#imageAt = this.#tags
    if (this.#frame) this.#frame.region.images++
  }

  #countInput(element: PageElement): void {
    if (this.#frame && element.get('type') !== 'hidden') this.#frame.region.inputs++
  }

  /** Two breaks in a row are how pages without paragraphs make them. */
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
    const raw = this.#raw
    if (raw === '' && this.#inLink > 0) return
    const place = this.#place
    const linkChars = this.#linkChars
    const links = this.#links
    this.#raw = ''
    this.#linkChars = 0
    this.#links = 0
    this.#afterBreak = false
    this.#afterLink = false
    this.#place = undefined
    if (raw === '') {
      if (place) this.#textless.push({ place, region: this.#frame?.region })
      return
    }
    const left = pageBounds.text_chars - this.#chars
    if (left <= 0 || this.blocks.length >= pageBounds.blocks) return
    const folded = this.#preformatted > 0 ? foldPreformatted(raw) : foldLines(raw)
    const text = folded.length > left ? cutText(folded, left).trimEnd() : folded
    if (text === '') return
    this.#chars += text.length + 1
    this.#add(text, Math.min(linkChars, text.length), links)
    if (place) this.blocks.at(-1)?.places.push(place)
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

/** Pictures stand in elements of their own, which have nothing else to go by. */
function isMostlyMain(region: Region | undefined): boolean {
  let at = region
  while (at && at.chars === 0) at = at.parent
  return at !== undefined && at.main_chars * 2 > at.chars
}
