import type { Block, BlockKind } from './parsed-page.ts'

// Blocks as they are stored: each a row of plain values; every heading path and selector is stored once.

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
  const indexes = new Map<string, number>()
  let last: string[] | undefined
  let lastIndex = 0
  // Blocks below one heading share one array, so comparing it saves most lookups.
  const pathIndex = (path: string[]) => {
    if (path !== last) {
      last = path
      lastIndex = find(path)
    }
    return lastIndex
  }
  const find = (path: string[]) => {
    const key = path.join('\n')
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, paths.length)
    return paths.push(path) - 1
  }
  const selectors = new Map<string, number>()
  const selectorIndex = (selector: string) => {
    const known = selectors.get(selector)
    if (known !== undefined) return known
    selectors.set(selector, selectors.size)
    return selectors.size - 1
  }
  const rows = blocks.map(
    (block): PackedBlock => [
      block.kind,
      block.level ?? 0,
      pathIndex(block.path),
      block.start,
      block.end,
      block.hash,
      flagsOf(block),
      selectorIndex(block.selector),
    ],
  )
  return { paths, selectors: [...selectors.keys()], blocks: rows }
}

export function unpackBlocks({ paths, selectors, blocks }: StoredBlocks): Omit<Block, 'link_share'>[] {
  return blocks.map(([kind, level, path, start, end, hash, flags, selector]) => ({
    kind,
    ...(level > 0 && { level }),
    path: paths[path] ?? [],
    start,
    end,
    hash,
    is_main: (flags & 1) !== 0,
    is_own: flags !== 0,
    selector: selectors[selector] ?? '',
  }))
}

export const flagsOf = ({ is_main, is_own }: Pick<Block, 'is_main' | 'is_own'>): number =>
  (is_main ? 1 : 0) | (is_own ? 2 : 0)
