import type { BlockDraft } from '../blocks/block-draft.ts'
import type { Region } from '../html/region.ts'

// Facts about the page as a whole: where its running text is, and which block holds its title.

export interface PageOutline {
  chars: number
  prose: number
  tags: number
  /** The smallest region with at least `coreShare` of the running text. */
  core: Region | undefined
  /** The index of the block with the title, or -1. */
  titleAt: number
  firstProse: number
  lastProse: number
  charsBefore: Float64Array
  proseBefore: Float64Array
  /** How many blocks have the same text, by the index of the first of them, and the index of that first one. */
  same_counts: Int32Array
  first_same: Int32Array
}

const coreShare = 0.6

export function describePage(
  blocks: BlockDraft[],
  regions: Region[],
  prose: Float64Array,
  title: string | undefined,
): PageOutline {
  const root = regions[0]
  const charsBefore = new Float64Array(blocks.length + 1)
  const proseBefore = new Float64Array(blocks.length + 1)
  const sameCounts = new Int32Array(blocks.length)
  const firstSame = new Int32Array(blocks.length)
  const seen = new Map<string, number>()
  let firstProse = -1
  let lastProse = -1
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as BlockDraft
    charsBefore[at + 1] = (charsBefore[at] as number) + block.text.length
    proseBefore[at + 1] = (proseBefore[at] as number) + (prose[at] as number)
    const first = seen.get(block.measure.hash) ?? at
    if (first === at) seen.set(block.measure.hash, at)
    firstSame[at] = first
    sameCounts[first] = (sameCounts[first] as number) + 1
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
    same_counts: sameCounts,
    first_same: firstSame,
  }
}

function deeper(core: Region | undefined, region: Region): Region {
  return core === undefined || region.depth > core.depth ? region : core
}

/** The heading that the title contains. Titles add the name of the site before or behind it. */
function findTitle(blocks: BlockDraft[], title: string | undefined): number {
  let found = -1
  let foundLength = 0
  const wanted = (title ?? '').toLowerCase()
  for (let at = 0; at < blocks.length; at++) {
    const { kind, level, text } = blocks[at] as BlockDraft
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
