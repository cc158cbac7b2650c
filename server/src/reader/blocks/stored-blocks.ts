import { baseKinds } from '../../facts/claim.ts'
import type { Block, BlockKind } from './parsed-page.ts'
import type { RecordField, RecordList } from './record-list.ts'

// Blocks as they are stored: each a row of plain values; every heading path and selector is stored once. The lists of
// the page come with them, so that recipes can be learned from pages that were read earlier.

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

export interface StoredList {
  selector: string
  /** The heading above the list. */
  heading: string
  columns: string[]
  /**
   * Start and length of each record, then of each field its offset in the record, its length, column and kind; 0 for no
   * kind.
   */
  rows: number[][]
}

export interface StoredBlocks {
  paths: string[][]
  selectors: string[]
  blocks: PackedBlock[]
  lists: StoredList[]
}

const kindNumber = ({ kind }: RecordField) => (kind === undefined ? 0 : baseKinds.indexOf(kind) + 1)

/** Names of pictures lie behind the visible text, which is `length` long: only readers of names look at them. */
function packLists(records: RecordList[], length: number): StoredList[] {
  return records
    .filter(({ is_own, selector }) => is_own && selector !== '')
    .map(({ selector, path, columns, records }) => ({
      selector,
      heading: path.at(-1) ?? '',
      columns,
      rows: records
        .filter(({ end }) => end <= length)
        .map(({ start, end, fields }) => [
          start,
          end - start,
          ...fields
            .filter((field) => field.end <= length)
            .flatMap((field) => [field.start - start, field.end - field.start, field.column, kindNumber(field)]),
        ]),
    }))
}

export function packBlocks(blocks: Block[], records: RecordList[]): StoredBlocks {
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
  const lists = packLists(records, blocks.at(-1)?.end ?? 0)
  return { paths, selectors: [...selectors.keys()], blocks: rows, lists }
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
