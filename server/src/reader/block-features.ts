import type { BlockDraft } from './block-collector.ts'
import { hints, type Region } from './region.ts'

// What a block looks like to someone who cannot read: its shape, its place on the page, what stands around it, and what
// the author called the parts it is in. Numbers only; which of them mean what was learned (main-text-model.ts).

export interface PageShape {
  regions: Region[]
  title: string | undefined
}

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

/** Of these, what reads like running text is not the page's own. */
const foreignTags = hints.nav | hints.footer | hints.aside | hints.banner
const foreignWords =
  hints.nav | hints.footer | hints.aside | hints.comment | hints.share | hints.related | hints.ad | hints.banner

const bits = Object.values(hints)
const places = [
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

/** Columns behind the others, which `main-text.ts` fills once it has a first opinion. */
export const contextCount = 14

/** Of what reads like running text, whose share says where the main text is. */
export function proseOf({ text, link_chars, measure, kind }: BlockDraft): number {
  if (kind === 'heading' || link_chars > 0.35 * text.length || measure.words < 10) return 0
  return measure.sentence_ends + measure.commas > 0 ? text.length : 0
}

export interface FeatureTable {
  /** A row a block. */
  values: Float32Array
  width: number
}

export function describeBlocks(blocks: BlockDraft[], { regions, title }: PageShape): FeatureTable {
  const prose = blocks.map(proseOf)
  sumUp(blocks, regions, prose)
  leaveOutForeign(blocks, regions, prose)
  const page = describePage(blocks, regions, prose, title)
  const width = featureCount + contextCount
  const values = new Float32Array(blocks.length * width)
  for (let at = 0; at < blocks.length; at++) fill(values, at * width, { blocks, prose, page, at })
  return { values, width }
}

/** Gives every region what is inside it. Children come behind their parents in the list. */
function sumUp(blocks: BlockDraft[], regions: Region[], prose: number[]): void {
  for (const [at, { region, text, link_chars, kind }] of blocks.entries()) {
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
 * Comments can be nine tenths of a page, and they read like running text. Otherwise a region that holds most of what there
 * is is not what its name says: some call the whole page a menu.
 */
function leaveOutForeign(blocks: BlockDraft[], regions: Region[], prose: number[]): void {
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
    region.telling_tags = (parent?.telling_tags ?? 0) | tags
    region.telling_words = (parent?.telling_words ?? 0) | words
    region.prose = 0
    region.paragraphs = 0
  }
  for (const [at, { region }] of blocks.entries()) {
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

interface PageFacts {
  chars: number
  prose: number
  tags: number
  /** The smallest region with most of the running text. */
  core: Region | undefined
  /** The block that says the title. */
  titleAt: number
  firstProse: number
  lastProse: number
  charsBefore: Float64Array
  proseBefore: Float64Array
  seen: Map<string, number>
}

const coreShare = 0.6

function describePage(blocks: BlockDraft[], regions: Region[], prose: number[], title: string | undefined): PageFacts {
  const root = regions[0]
  const charsBefore = new Float64Array(blocks.length + 1)
  const proseBefore = new Float64Array(blocks.length + 1)
  const seen = new Map<string, number>()
  let firstProse = -1
  let lastProse = -1
  for (const [at, block] of blocks.entries()) {
    charsBefore[at + 1] = (charsBefore[at] as number) + block.text.length
    proseBefore[at + 1] = (proseBefore[at] as number) + (prose[at] as number)
    seen.set(block.measure.hash, (seen.get(block.measure.hash) ?? 0) + 1)
    if ((prose[at] as number) === 0) continue
    if (firstProse < 0) firstProse = at
    lastProse = at
  }
  let core: Region | undefined
  const allProse = proseBefore[blocks.length] as number
  for (const region of regions) if (region.prose >= coreShare * allProse && allProse > 0) core = deeper(core, region)
  for (let at = core?.parent; at; at = at.parent) at.holds_core = true
  return {
    chars: charsBefore[blocks.length] as number,
    prose: allProse,
    tags: Math.max(1, blocks.at(-1)?.at ?? 1),
    core: core ?? root,
    titleAt: findTitle(blocks, title),
    firstProse,
    lastProse,
    charsBefore,
    proseBefore,
    seen,
  }
}

function deeper(core: Region | undefined, region: Region): Region {
  return core === undefined || region.depth > core.depth ? region : core
}

/** Titles have the name of the site before or behind what the heading says. */
function findTitle(blocks: BlockDraft[], title: string | undefined): number {
  let found = -1
  let foundLength = 0
  const wanted = (title ?? '').toLowerCase()
  for (const [at, { kind, level, text }] of blocks.entries()) {
    if (kind !== 'heading') continue
    const isTitle = text.length > 3 && text.length < 300 && wanted.includes(text.toLowerCase())
    const length = isTitle ? text.length + (level === 1 ? 10 : 0) : level === 1 ? 2 : 0
    if (length > foundLength) {
      found = at
      foundLength = length
    }
  }
  return found
}

interface Place {
  blocks: BlockDraft[]
  prose: number[]
  page: PageFacts
  at: number
}

const featureCount = 138

function fill(values: Float32Array, offset: number, place: Place): void {
  let next = offset
  const put = (value: number) => {
    values[next++] = value
  }
  putText(put, place)
  putPosition(put, place)
  putRegions(put, place)
  putNeighbours(put, place)
  if (next - offset !== featureCount) throw new Error(`${next - offset} features`)
}

type Put = (value: number) => void

function putText(put: Put, { blocks, page, at }: Place): void {
  const block = blocks[at] as BlockDraft
  const { text, measure, link_chars, kind, level, links } = block
  const last = text.charCodeAt(text.length - 1)
  put(Math.log(text.length))
  put(measure.words)
  put(text.length / Math.max(1, measure.words))
  put(link_chars / text.length)
  put(links)
  put(measure.sentence_ends)
  put(measure.commas / Math.max(1, measure.words))
  put(measure.digits / text.length)
  put(measure.capitals / text.length)
  put(isStop(last) ? 1 : last === 0x3a ? 2 : 0)
  put(kinds.indexOf(kind))
  put(level)
  put(text.includes('©') ? 1 : 0)
  put(text.includes('|') || text.includes('»') || text.includes('›') || text.includes('→') ? 1 : 0)
  put(text.includes('\n') ? 1 : 0)
  put(page.seen.get(measure.hash) ?? 1)
  put(text.includes('@') || text.includes('://') || text.includes('www.') ? 1 : 0)
}

/** Full stops of some scripts, and quotes and brackets behind one. */
const stops = new Set([...'.!?"\')…”’»。！？।'].map((character) => character.charCodeAt(0)))

function isStop(code: number): boolean {
  return stops.has(code)
}

function putPosition(put: Put, { blocks, page, at }: Place): void {
  const block = blocks[at] as BlockDraft
  const share = (value: number, whole: number) => (whole > 0 ? value / whole : 0)
  put(at)
  put(share(at, blocks.length))
  put(share(block.at, page.tags))
  put(share(page.charsBefore[at] as number, page.chars))
  put(share(page.proseBefore[at] as number, page.prose))
  put(share(page.prose - (page.proseBefore[at + 1] as number), page.prose))
  put(page.titleAt < 0 ? 0 : Math.max(-50, Math.min(50, at - page.titleAt)))
  put(page.titleAt === at ? 1 : 0)
  put(page.firstProse < 0 ? 0 : Math.max(-30, Math.min(30, at - page.firstProse)))
  put(page.lastProse < 0 ? 0 : Math.max(-30, Math.min(30, at - page.lastProse)))
  put(Math.log1p(page.prose))
  put(share(page.prose, page.chars))
  put(blocks.length)
  put(share(block.text.length, page.chars))
}

function putRegions(put: Put, { blocks, page, at }: Place): void {
  const block = blocks[at] as BlockDraft
  const { region } = block
  const { core } = page
  let inCore = 0
  let tagHints = 0
  let wordHints = 0
  let nearContent = 20
  let nearAway = 20
  let distance = 0
  let below: Region | undefined
  let group: Region | undefined
  let alike = 1
  for (let at: Region | undefined = region; at; at = at.parent) {
    if (at === core) {
      inCore = 1
      break
    }
    if (at.holds_core) break
    tagHints |= at.tag_hints
    wordHints |= at.word_hints
    const all = at.tag_hints | at.word_hints
    if (all & contentHints && nearContent === 20) nearContent = distance
    if (all & awayHints && nearAway === 20) nearAway = distance
    if (!group && at.blocks > 1) group = at
    if (at.blocks > 1 && at.alike.count > alike) alike = at.alike.count
    below = at
    distance++
  }
  put(inCore)
  put(alike)
  put(region.alike.count)
  put(block.since_image > 99 ? 99 : block.since_image)
  put(places.indexOf(region.name))
  put(page.core && page.prose > 0 ? page.core.prose / page.prose : 0)
  put(distance)
  put(nearContent)
  put(nearAway)
  put(region.depth)
  put(core ? region.depth - core.depth : 0)
  for (const bit of bits) {
    const tag = tagHints & bit ? 2 : 0
    const word = wordHints & bit ? 1 : 0
    put(tag + word)
  }
  for (const bit of bits) put((region.telling_tags & bit ? 2 : 0) + (region.telling_words & bit ? 1 : 0))
  putRegion(put, below, page)
  putRegion(put, group, page)
  putRegion(put, region.parent, page)
  putRegion(put, region.parent?.parent, page)
}

function putRegion(put: Put, region: Region | undefined, page: PageFacts): void {
  put(region ? Math.log1p(region.chars) : 0)
  put(region && region.chars > 0 ? region.link_chars / region.chars : 0)
  put(region && region.chars > 0 ? region.prose / region.chars : 0)
  put(region && page.prose > 0 ? region.prose / page.prose : 0)
  put(region?.blocks ?? 0)
  put(region?.inputs ?? 0)
  put(region?.images ?? 0)
}

function putNeighbours(put: Put, { blocks, prose, page, at }: Place): void {
  const block = blocks[at] as BlockDraft
  for (const step of [-2, -1, 1, 2]) {
    const other = blocks[at + step]
    put(other ? Math.log(other.text.length) : 0)
    put(other ? other.link_chars / other.text.length : -1)
    if (Math.abs(step) === 1) {
      put(other ? kinds.indexOf(other.kind) : -1)
      put(other ? (other.region === block.region ? 2 : other.region.parent === block.region.parent ? 1 : 0) : -1)
      put(other ? Math.abs(other.at - block.at) : 99)
      put(other && (prose[at + step] as number) > 0 ? 1 : 0)
    }
  }
  const around = (from: number, to: number, sums: Float64Array) =>
    (sums[Math.min(blocks.length, Math.max(0, to))] as number) -
    (sums[Math.min(blocks.length, Math.max(0, from))] as number)
  put(around(at - 4, at, page.proseBefore))
  put(around(at + 1, at + 5, page.proseBefore))
  put(around(at - 4, at, page.charsBefore))
  put(around(at + 1, at + 5, page.charsBefore))
}
