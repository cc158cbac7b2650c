import { baseKinds } from '../facts/claim.ts'
import type { Block } from '../reader/blocks/parsed-page.ts'
import { recordBounds } from '../reader/blocks/record-list.ts'
import type { StoredList } from '../reader/blocks/stored-blocks.ts'
import type { ListRow, RecipeBlock, RecipeList, RecipePage } from './recipe.ts'

/** A stored or parsed page in the form that recipes need. */
export function recipePageOf(blocks: Omit<Block, 'link_share'>[], lists: StoredList[], text: string): RecipePage {
  return {
    text,
    blocks: blocks
      .filter(({ is_own }) => is_own)
      .map(({ kind, selector, path, start, end }) => ({
        selector,
        kind,
        term: kind === 'definition' ? (path.at(-1) ?? null) : null,
        text: text.slice(start, end),
        start,
      })),
    lists: lists.map((list) => listOf(list, text)),
  }
}

function listOf({ selector, heading, columns, rows }: StoredList, text: string): RecipeList {
  const nameOf = (column: number) => {
    const at = Math.floor(column / 10)
    const part = column % 10
    return `${columns[at] ?? at}${part === 0 ? '' : ` /${part}`}`
  }
  return { selector, heading, rows: rows.map((row) => rowOf(row, text, nameOf)) }
}

function rowOf(
  [start = 0, length = 0, ...values]: number[],
  text: string,
  nameOf: (column: number) => string,
): ListRow {
  const fields: RecipeBlock[] = []
  const end = start + length
  for (let at = 0; at + 3 < values.length; at += 4) {
    const [offset, size, column, kind] = values.slice(at, at + 4) as [number, number, number, number]
    const from = start + offset
    fields.push({
      ...{ selector: nameOf(column), kind: 'field', term: null, text: text.slice(from, from + size), start: from },
      ...(kind > 0 && { looks_like: baseKinds[kind - 1] }),
    })
  }
  return { start, end, fields, is_whole: fields.length < recordBounds.fields && isWhole(start, end, fields, text) }
}

function isWhole(start: number, end: number, fields: RecipeBlock[], text: string): boolean {
  let rest = ''
  let at = start
  for (const field of fields.toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(at, Math.max(at, field.start))
    at = Math.max(at, field.start + field.text.length)
  }
  return !/[\p{L}\p{N}]/u.test(rest + text.slice(at, end))
}
