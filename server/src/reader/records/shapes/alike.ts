import type { Picture } from '../../blocks/block-collector.ts'
import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { Region } from '../../html/region.ts'
import { pathWithin } from './record-columns.ts'

// Whether elements of one name and class are records: they look alike, and are no sections that hold the records.

export const recordsMin = 3

/** A text or a picture of the page. */
export interface Piece {
  /** The index of its block; a picture has the index of the block behind it. */
  block: number
  picture?: Picture
  region: Region
}

const sampleMax = 30

/** Whether most texts stand where half of the records have one: the parts of a layout are elements of one name too. */
export function haveOneShape(group: Region[], records: Piece[][]): boolean {
  const sample = records.slice(0, sampleMax)
  const counts = new Map<string, number>()
  let all = 0
  for (const [at, pieces] of sample.entries()) {
    const paths = new Set(pieces.map(({ region }) => pathWithin(group[at] as Region, region)))
    all += paths.size
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  let common = 0
  for (const count of counts.values()) if (count * 2 >= sample.length) common += count
  return common * 2 >= all
}

/** Whether the elements begin with a heading, and some of them hold several things below headings of their own. */
export function areHeadedSections(records: Piece[][], drafts: BlockDraft[]): boolean {
  const levelOf = ({ block, picture }: Piece) => (picture ? 0 : (drafts[block]?.level ?? 0))
  const headed = records.filter((pieces) => levelOf(pieces[0] as Piece) > 0)
  if (headed.length * 2 <= records.length) return false
  return headed.some((pieces) => {
    const first = levelOf(pieces[0] as Piece)
    const deeper = pieces.map(levelOf).filter((level) => level > first)
    return new Set(deeper).size < deeper.length
  })
}

/** Whether the elements are lists of their own, each below its heading: all they hold is items of one kind, more or fewer. */
export function areLists(group: Region[], records: Piece[][], isBelowHeading: (piece: Piece) => boolean): boolean {
  const parts = new Set<string>()
  const counts = records.map((pieces, at) => {
    const items = new Set<Region>()
    for (const { region } of pieces) {
      let item = region
      while (item.parent && item.parent !== group[at]) item = item.parent
      parts.add(item === group[at] || item.parent !== group[at] ? '' : item.part)
      items.add(item)
    }
    return items.size
  })
  const below = records.filter(([first]) => first && isBelowHeading(first)).length
  const hasTexts = records.some((pieces) => pieces.some(({ picture }) => !picture))
  return hasTexts && parts.size === 1 && !parts.has('') && new Set(counts).size > 1 && below === records.length
}

/** How often a part comes again in a section of cards. */
const cardsMin = 3

/** Whether most of the elements hold several cards of one class each: they are sections of a page, and the cards its records. */
export function areSections(group: Region[], records: Piece[][]): boolean {
  const sample = records.slice(0, sampleMax)
  const sections = sample.filter((pieces, at) => {
    const cards = new Map<string, Set<Region>>()
    for (const { region } of pieces) {
      let card: Region | undefined = region
      while (card?.parent && card.parent !== group[at]) card = card.parent
      if (!card || card === group[at] || card.parent !== group[at] || !card.part.includes('.')) continue
      cards.set(card.part, (cards.get(card.part) ?? new Set()).add(card))
    }
    return [...cards.values()].some(({ size }) => size >= cardsMin)
  })
  return sections.length * 2 > sample.length
}

/** The nearest element of this name around a region. */
export function ancestorNamed(region: Region, name: string): Region | undefined {
  let at: Region | undefined = region
  while (at && at.name !== name) at = at.parent
  return at
}
