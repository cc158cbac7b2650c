import type { Span } from '../../../facts/find-quote.ts'
import { blockAt } from '../../../reader/blocks/block-at.ts'
import { type ChosenRows, chooseRows } from '../../../recipes/choose-rows.ts'
import type { ListRow, RecipeBlock, RecipeList } from '../../../recipes/recipe.ts'

/** A long list of which a model reads some rows. */
export interface CutList extends ChosenRows {
  list: RecipeList
}

/** Rows between which other text stands may be parts of something else, such as the texts below headings. */
const runLeast = 3

interface HashedSpan extends Span {
  hash: string
}

/** Cuts the long lists among the blocks that a model would read, which have to be in order. */
export function cutLists(
  { lists = [], blocks, frame }: { lists?: RecipeList[]; blocks: HashedSpan[]; frame?: ReadonlySet<string> },
  reads: Span[],
): CutList[] {
  const isFrame = ({ start }: RecipeBlock) => frame?.has(blockAt(blocks, start)?.hash ?? '') === true
  const isRead = ({ start }: RecipeBlock) => blockAt(reads, start) !== undefined
  return lists.flatMap((list) => {
    const rows = list.rows
      .map((row): ListRow => ({ ...row, fields: row.fields.filter((field) => !isFrame(field)) }))
      .filter(({ fields }) => fields.length > 0 && fields.every(isRead))
    const chosen = chooseRows(runsOf(rows, reads).flatMap((run) => (run.length >= runLeast ? run : [])))
    return chosen ? [{ list, ...chosen }] : []
  })
}

/** Rows that follow each other without other text between them. */
function runsOf(rows: ListRow[], reads: Span[]): ListRow[][] {
  const runs: ListRow[][] = []
  let next = 0
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows.toSorted((a, b) => a.start - b.start)) {
    while (next < reads.length && (reads[next] as Span).start < end) next++
    const last = runs.at(-1)
    const block = blockAt(reads, row.start)
    const isLine = block === blockAt(reads, last?.at(-1)?.start ?? -1)
    const isNear = last !== undefined && (isLine || reads[next] === block)
    if (isNear) last.push(row)
    else runs.push([row])
    end = row.end
  }
  return runs
}
