import { escapeHtml } from '../../language/escape-html.ts'
import { cellsMost, tableHtml } from './table-html.ts'

// Markdown as a page: what people write of CommonMark, and the tables of GitHub. Everything that is not understood is text.

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const fence = /^ {0,3}(`{3,}|~{3,})/
const item = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/
const quote = /^ {0,3}> ?/
const underline = /^ {0,3}(=+|-+)\s*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:_\s*){3,}|(?:-\s*){3,})$/
/** The line below the names of the columns. */
const tableRule = /^\s{0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

type Kind = 'p' | 'li' | 'blockquote'

export function markdownHtml(text: string): string {
  const { title, body } = frontMatter(text)
  const lines = body.split(/\r\n?|\n/)
  const out: string[] = title === undefined ? [] : [`<title>${escapeHtml(title)}</title>`]
  let open: { kind: Kind; lines: string[] } | undefined
  const close = () => {
    if (open) out.push(`<${open.kind}>${inline(open.lines.join(' '))}</${open.kind}>`)
    open = undefined
  }
  const take = (kind: Kind, line: string, isNew: boolean) => {
    if (isNew || !open) close()
    open ??= { kind, lines: [] }
    open.lines.push(line.trim())
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const next = lines[at + 1] ?? ''
    const [, marks, words = ''] = heading.exec(line) ?? []
    if (marks) {
      close()
      out.push(`<h${marks.length}>${inline(withoutEnd(words))}</h${marks.length}>`)
    } else if (fence.test(line)) {
      close()
      const end = endOfCode(lines, at)
      out.push(`<pre>${escapeHtml(lines.slice(at + 1, end).join('\n'))}</pre>`)
      at = end
    } else if (line.includes('|') && next.includes('-') && tableRule.test(next)) {
      close()
      const end = endOfTable(lines, at + 2)
      out.push(tableHtml(cellsOf(line), lines.slice(at + 2, end).map(cellsOf)))
      at = end - 1
    } else if (open?.kind === 'p' && underline.test(line)) {
      const level = line.includes('=') ? 1 : 2
      out.push(`<h${level}>${inline(open.lines.join(' '))}</h${level}>`)
      open = undefined
    } else if (line.trim() === '' || rule.test(line)) close()
    else if (item.test(line)) take('li', item.exec(line)?.[1] ?? '', true)
    else if (quote.test(line)) take('blockquote', line.replace(quote, ''), open?.kind !== 'blockquote')
    else take('p', line, false)
  }
  close()
  return out.join('\n')
}

/** The title of the lines between `---` at the beginning, and what follows them. */
function frontMatter(text: string): { title?: string; body: string } {
  const [whole, fields] = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined) return { body: text.replace(/^\ufeff/, '') }
  const title = /^title:[ \t]*["']?(.{1,500}?)["']?[ \t]*$/m.exec(fields ?? '')?.[1]
  return { ...(title && { title }), body: text.slice(whole.length) }
}

function endOfCode(lines: string[], from: number): number {
  const mark = (fence.exec(lines[from] as string)?.[1] ?? '').slice(0, 3)
  let end = from + 1
  while (end < lines.length && !(lines[end] as string).trimStart().startsWith(mark)) end++
  return end
}

/** Signs that close a heading are no part of it. */
function withoutEnd(words: string): string {
  let end = words.length
  while (end > 0 && ' \t#'.includes(words[end - 1] as string)) end--
  return words.slice(0, end)
}

function endOfTable(lines: string[], from: number): number {
  let end = from
  while (end < lines.length && (lines[end] as string).includes('|')) end++
  return end
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/, cellsMost)
    .map((cell) => plain(cell.trim().replaceAll('\\|', '|')))

/** Without marks: a cell of a table is text. A link in it is its address where it has no words. */
const plain = (text: string) =>
  text
    .replaceAll(
      /!?\[([^[\]\n]{0,1000})\]\(([^()[\]\s]{1,2000})(?:\s[^()\n]{0,500})?\)/g,
      (_, words, href) => words || href,
    )
    .replaceAll(/[*`]/g, '')

const tag = /<(?:\/?[a-z][\w-]{0,30}(?:\s[^<>\n]{0,2000})?\/?|!--[^>\n]{0,2000}--)>/gi

function inline(text: string): string {
  // Tags of HTML stay what they are, as Markdown has it; other signs are text.
  let html = ''
  let end = 0
  for (const found of text.matchAll(tag)) {
    html += marked(text.slice(end, found.index)) + found[0]
    end = found.index + found[0].length
  }
  return html + marked(text.slice(end))
}

const marked = (text: string) =>
  escapeHtml(text)
    .replaceAll(/!\[([^[\]\n]{0,1000})\]\(([^()[\]\s]{1,2000})(?:\s[^()\n]{0,500})?\)/g, '<img alt="$1" src="$2">')
    .replaceAll(/\[([^[\]\n]{1,1000})\]\(([^()[\]\s]{1,2000})(?:\s[^()\n]{0,500})?\)/g, '<a href="$2">$1</a>')
    .replaceAll(/&lt;(https?:[^\s&]{1,2000})&gt;/g, '<a href="$1">$1</a>')
    .replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,1000})\1/g, '<strong>$2</strong>')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]{1,1000})\*(?!\w)/g, '<em>$1</em>')
    .replaceAll(/(?<!\w)_(?=\S)([^_\n]{1,1000})_(?!\w)/g, '<em>$1</em>')
    .replaceAll(/`([^`\n]{1,1000})`/g, '<code>$1</code>')
