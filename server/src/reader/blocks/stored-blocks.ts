import type { Block, BlockKind } from './parsed-page.ts'

// Blocks as they are stored: a row of plain values each, and every heading path and selector once.

type PackedBlock = [
  kind: BlockKind,
  level: number,
  path: number,
  start: number,
  end: number,
  hash: string,
  /** 1 for main, 2 for the page's own. */
  flags: number,
  selector: number,
]

export interface StoredBlocks {
  paths: string[][]
  selectors: string[]
  blocks: PackedBlock[]
}

export function packBlocks(blocks: Block[]): StoredBlocks {
  const paths: string[][] = []
  const places = new Map<string, number>()
  let last: string[] | undefined
  let lastPlace = 0
  // Blocks below one heading share its path.
  const place = (path: string[]) => {
    if (path !== last) {
      last = path
      lastPlace = find(path)
    }
    return lastPlace
  }
  const find = (path: string[]) => {
    const key = path.join('\n')
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, paths.length)
    return paths.push(path) - 1
  }
  const selectors = new Map<string, number>()
  const selectorPlace = (selector: string) => {
    const known = selectors.get(selector)
    if (known !== undefined) return known
    selectors.set(selector, selectors.size)
    return selectors.size - 1
  }
  const rows = blocks.map(
    (block): PackedBlock => [
      ...([block.kind, block.level ?? 0, place(block.path), block.start, block.end] as const),
      ...([block.hash, flagsOf(block), selectorPlace(block.selector)] as const),
    ],
  )
  return { paths, selectors: [...selectors.keys()], blocks: rows }
}

export function unpackBlocks({ paths, selectors, blocks }: StoredBlocks): Omit<Block, 'link_share'>[] {
  return blocks.map(([kind, level, path, start, end, hash, flags, selector]) => ({
    ...{ kind, ...(level > 0 && { level }), path: paths[path] ?? [], start, end, hash },
    ...{ is_main: (flags & 1) !== 0, is_own: flags !== 0 },
    selector: selectors[selector] ?? '',
  }))
}

export const flagsOf = ({ is_main, is_own }: Pick<Block, 'is_main' | 'is_own'>): number =>
  (is_main ? 1 : 0) | (is_own ? 2 : 0)
