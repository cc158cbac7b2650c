import { escapeHtml } from '../../language/escape-html.ts'

const slug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The little Markdown that descriptions of the contract use: code, bold words and links. */
export function inlineHtml(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => {
      if (part.startsWith('`') && part.length > 2) return `<code>${escapeHtml(part.slice(1, -1))}</code>`
      return escapeHtml(part)
        .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
        .replaceAll(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2">$1</a>')
    })
    .join('')
}

/** Headings, blocks of code and paragraphs. */
export function blocksHtml(text: string): string {
  const parts = text.split(/^```\w*\n([\s\S]*?)^```$/m)
  return parts
    .map((part, at) => (at % 2 === 1 ? `<pre><code>${escapeHtml(part)}</code></pre>` : paragraphsHtml(part)))
    .join('\n')
}

const paragraphsHtml = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const title = /^## (.+)$/.exec(paragraph)?.[1]
      return title ? `<h2 id="${slug(title)}">${inlineHtml(title)}</h2>` : `<p>${inlineHtml(paragraph)}</p>`
    })
    .join('\n')
