import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { Markdown } from '../../../platform/http/handlers.ts'
import type { Block } from '../../../reader/blocks/parsed-page.ts'
import { unpackBlocks } from '../../../reader/blocks/stored-blocks.ts'
import { cellSeparator } from '../../../reader/blocks/table-rows.ts'
import { selectPageText } from './page-text.ts'

/** What readers see of a page, as Markdown: its words are escaped, so that only its blocks make structure. */
export async function getPageMarkdown(db: Queryable, domainId: string, pageId: string): Promise<Markdown> {
  const stored = await selectPageText(db, domainId, pageId)
  if (!stored) throw fail('page_not_found')
  const text = stored.text.slice(0, stored.shown_chars)
  return new Markdown(markdownOf(text, unpackBlocks(stored.blocks)))
}

type TextBlock = Pick<Block, 'kind' | 'level' | 'start' | 'end'>

export function markdownOf(text: string, blocks: TextBlock[]): string {
  const parts: string[] = []
  let before: TextBlock | undefined
  for (const block of blocks) {
    const isInside = before?.kind === block.kind && joined.has(block.kind)
    if (before) parts.push(isInside ? '\n' : '\n\n')
    const words = text.slice(block.start, block.end)
    parts.push(render(block, words))
    if (block.kind === 'table_row' && !isInside) parts.push(`\n${'| --- '.repeat(cellsOf(words).length)}|`)
    before = block
  }
  return parts.length === 0 ? '' : `${parts.join('')}\n`
}

/** Blocks between which no empty line stands. */
const joined: ReadonlySet<string> = new Set(['list_item', 'table_row'])

function render({ kind, level = 2 }: TextBlock, words: string): string {
  if (kind === 'heading') return `${'#'.repeat(level)} ${oneLine(words)}`
  if (kind === 'list_item') return `- ${oneLine(words)}`
  if (kind === 'table_row') return `| ${cellsOf(words).map(oneLine).join(' | ')} |`
  if (kind === 'code') return fenced(words)
  const lines = words.split('\n').map(escaped).join('  \n')
  return kind === 'quote' ? lines.replace(/^/gm, '> ') : lines
}

const cellsOf = (row: string) => row.split(cellSeparator)
const oneLine = (words: string) => escaped(words.replace(/\s+/g, ' ').trim())

/** A fence is longer than any that the code has. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code}\n${fence}`
}

/** Signs that Markdown reads anywhere, and those that it reads where a line begins. */
const escaped = (line: string) =>
  line.replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)/g, '\\$&').replace(/^(\s*)(?:([#+=-])|(\d{1,9})([.)]))/, '$1$3\\$2$4')
