import type { Block, BlockKind } from './parsed-page.ts'

// Blocks as they are stored: a row of plain values each, and every heading path once.

type PackedBlock = [kind: BlockKind, level: number, path: number, start: number, end: number, hash: string, main: 0 | 1]

export interface StoredBlocks {
  paths: string[][]
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
  return {
    paths,
    blocks: blocks.map((block) => [
      ...([block.kind, block.level ?? 0, place(block.path), block.start, block.end] as const),
      ...([block.hash, block.is_main ? 1 : 0] as const),
    ]),
  }
}

export function unpackBlocks({ paths, blocks }: StoredBlocks): Omit<Block, 'link_share'>[] {
  return blocks.map(([kind, level, path, start, end, hash, main]) => ({
    ...{ kind, ...(level > 0 && { level }), path: paths[path] ?? [], start, end, hash, is_main: main === 1 },
  }))
}
