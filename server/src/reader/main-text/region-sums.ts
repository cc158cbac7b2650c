import type { BlockDraft } from '../blocks/block-draft.ts'
import { hints, type Region } from '../html/region.ts'

// Sums the blocks of each region, and finds the regions that are not the page's own.

/** Regions with these hints are not the page's own, even if they hold running text. */
const foreignTags = hints.nav | hints.footer | hints.aside | hints.banner
const foreignWords =
  hints.nav | hints.footer | hints.aside | hints.comment | hints.share | hints.related | hints.ad | hints.banner

/** The characters of a block that count as running text; the regions' shares of it show where the main text is. */
export function proseOf({ text, link_chars, measure, kind }: BlockDraft): number {
  if (kind === 'heading' || link_chars > 0.35 * text.length || measure.words < 10) return 0
  return measure.sentence_ends + measure.commas > 0 ? text.length : 0
}

/** Adds up the blocks of every region. Children come after their parents in the list. */
export function sumUp(blocks: BlockDraft[], regions: Region[], prose: Float64Array): void {
  for (let at = 0; at < blocks.length; at++) {
    const { region, text, link_chars, kind } = blocks[at] as BlockDraft
    region.chars += text.length
    region.link_chars += link_chars
    region.blocks++
    region.prose += prose[at] as number
    if ((prose[at] as number) > 0) region.paragraphs++
    if (kind === 'heading') region.headings++
  }
  for (let at = regions.length - 1; at > 0; at--) {
    const region = regions[at] as Region
    const { parent } = region
    if (!parent) continue
    parent.chars += region.chars
    parent.link_chars += region.link_chars
    parent.blocks += region.blocks
    parent.prose += region.prose
    parent.paragraphs += region.paragraphs
    parent.headings += region.headings
    parent.links += region.links
    parent.inputs += region.inputs
    parent.images += region.images
  }
}

/**
 * Leaves foreign regions out of the prose. Comments can be nine tenths of a page and read like running text, so they
 * always count as foreign. Any other region that holds most of the text is not what its name says: some call the whole
 * page a menu.
 */
export function leaveOutForeign(blocks: BlockDraft[], regions: Region[], prose: Float64Array): void {
  const all = regions[0]?.prose ?? 0
  const leastRest = Math.max(150, 0.05 * all)
  for (const region of regions) {
    const { parent } = region
    const isMost = region.prose > 0.5 * all
    const isAll = all - region.prose < leastRest
    const tags = isMost ? 0 : region.tag_hints
    const isOwn = isAll || (region.word_hints & (hints.article | hints.body_text | hints.main)) !== 0
    const words = isMost ? (isOwn ? 0 : region.word_hints & hints.comment) : region.word_hints
    region.is_foreign = (parent?.is_foreign ?? false) || ((tags & foreignTags) | (words & foreignWords)) !== 0
    region.path_tag_hints = (parent?.path_tag_hints ?? 0) | tags
    region.path_word_hints = (parent?.path_word_hints ?? 0) | words
    region.prose = 0
    region.paragraphs = 0
  }
  for (let at = 0; at < blocks.length; at++) {
    const { region } = blocks[at] as BlockDraft
    if (region.is_foreign) prose[at] = 0
    region.prose += prose[at] as number
    if ((prose[at] as number) > 0) region.paragraphs++
  }
  for (let at = regions.length - 1; at > 0; at--) {
    const { parent, prose: inside, paragraphs } = regions[at] as Region
    if (!parent) continue
    parent.prose += inside
    parent.paragraphs += paragraphs
  }
}
