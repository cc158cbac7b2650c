import { blockAt } from '../../reader/blocks/block-at.ts'
import { type ChosenRows, chooseRows } from '../../recipes/choose-rows.ts'
import type { RecipeBlock, RecipeList, RecipeRow } from '../../recipes/recipe.ts'
import type { Span } from './spans.ts'

/** A long list of which a model reads some rows. */
export interface CutList extends ChosenRows {
  list: RecipeList
}

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
      .map((row): RecipeRow => ({ ...row, fields: row.fields.filter((field) => !isFrame(field)) }))
      .filter(({ fields }) => fields.length > 0 && fields.every(isRead))
    const chosen = chooseRows(rows)
    return chosen ? [{ list, ...chosen }] : []
  })
}
