import { nothing } from '@polegraph/contract/fields.ts'
import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, idText, sizeField } from '../tool-input.ts'

const page = idText('Id of the page, as search and list_evidence name it.')

const offsetRule = '{field} must be a whole number, as an earlier answer names it'
const offset = z
  .int({ error: offsetRule })
  .min(0, { error: offsetRule })
  .default(0)
  .describe('To read on where the previous answer ended: the offset that it names.')

export const readPageTool = readingTool({
  name: 'read_page',
  title: 'Read the stored text of a page',
  description:
    'The text of one page as it was when the crawl last read it, in parts: headings begin with #, items of lists with -, all other lines with |. Use it to see what stands around a quote. search and list_evidence name the ids of pages.',
  args: z.object({ domain: domainField, page, offset, max_characters: sizeField }),
  fields: nothing,
  async read({ client, args, domain, room, options }) {
    const { text, blocks } = await client.pages.getText(domain, args.page, options)
    const part = linesFrom(text, blocks, args.offset, room)
    if (part.lines.length === 0) return { about: `The text of the page ends at ${text.length}.`, blocks: [] }
    return {
      about: `The text of the page from ${args.offset} to ${part.end} of ${text.length}:`,
      blocks: part.lines,
      next: part.isCut ? `More: call read_page again with offset ${part.end}.` : undefined,
    }
  },
})

interface PageBlock {
  start: number
  end: number
  kind: string
}

/** Every line begins with a mark of ours, so that no page begins one with `system:`. */
const marks: Record<string, string> = { heading: '# ', list_item: '- ' }
const otherMark = '| '

/** Whole blocks, as many as there is room for; of a block that is longer than all the room, a part. */
function linesFrom(text: string, blocks: readonly PageBlock[], offset: number, room: number) {
  const lines: string[] = []
  let left = room
  let end = offset
  for (const block of blocks) {
    const rest = text.slice(Math.max(block.start, offset), block.end)
    if (block.end <= offset || rest === '') continue
    const mark = marks[block.kind] ?? otherMark
    const longest = left - mark.length - 1
    if (rest.length > longest && lines.length > 0) return { lines, end, isCut: true }
    const piece = rest.length > longest ? cutAtWord(rest, longest) : rest
    lines.push(mark + oneLine(piece, piece.length))
    left -= mark.length + piece.length + 1
    end = block.end - rest.length + piece.length
    if (piece.length < rest.length) return { lines, end, isCut: true }
  }
  return { lines, end, isCut: false }
}

/** Behind a word where there is one, and never between the halves of a character. */
function cutAtWord(text: string, longest: number): string {
  const piece = text.slice(0, longest)
  const word = piece.replace(/\S*$/, '')
  return word.length > longest / 2 ? word : piece.replace(/[\ud800-\udbff]$/, '')
}
