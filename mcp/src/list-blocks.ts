import { fitBlocks } from './answer-text.ts'

// Lists that are longer than an answer: as many items as fit, and the cursor behind the last of them.

export interface ListedBlocks {
  blocks: string[]
  cursor: string | null
}

interface Page<Item> {
  items: readonly Item[]
  next_cursor: string | null
}

/** Items are described a few at a time: some need calls of their own, and no more are made than the answer has room for. */
const atOnce = 5

async function describeFitting<Item>(
  items: readonly Item[],
  room: number,
  describe: (item: Item) => string | Promise<string>,
): Promise<string[]> {
  const blocks: string[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    blocks.push(...(await Promise.all(items.slice(from, from + atOnce).map(describe))))
    const fitting = fitBlocks(blocks, room)
    if (fitting.length < blocks.length) return fitting
  }
  return fitBlocks(blocks, room)
}

/** A list of the service. Where only some items of its page fit, it is asked for the cursor behind those. */
export async function listPage<Item>(parts: {
  room: number
  limit: number
  ask(limit: number): Promise<Page<Item>>
  describe(item: Item): string | Promise<string>
}): Promise<ListedBlocks> {
  const page = await parts.ask(parts.limit)
  const blocks = await describeFitting(page.items, parts.room, parts.describe)
  if (blocks.length === page.items.length) return { blocks, cursor: page.next_cursor }
  return { blocks, cursor: (await parts.ask(blocks.length)).next_cursor }
}

/** A list that the service gives as a whole: the cursor is the number of items that were shown, `from` that of earlier answers. */
export async function listWhole<Item>(parts: {
  items: readonly Item[]
  from: number
  room: number
  describe(item: Item): string | Promise<string>
}): Promise<ListedBlocks & { left: number }> {
  const { from } = parts
  const blocks = await describeFitting(parts.items.slice(from), parts.room, parts.describe)
  const shown = from + blocks.length
  const left = Math.max(0, parts.items.length - shown)
  return { blocks, left, cursor: left > 0 ? String(shown) : null }
}

/** How to go on, where there is more. */
export function nextStep(tool: string, { cursor, left }: { cursor: string | null; left?: number }): string | undefined {
  if (cursor === null) return undefined
  return `${left === undefined ? 'More' : `${left} more`}: call ${tool} again with cursor ${JSON.stringify(cursor)}.`
}
