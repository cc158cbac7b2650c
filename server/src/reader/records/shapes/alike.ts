import type { Picture } from '../../blocks/block-collector.ts'
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
