import { pageBounds } from '../html/page-bounds.ts'
import { csvHtml } from './csv-html.ts'
import { jsonHtml } from './json-html.ts'
import { markdownHtml } from './markdown-html.ts'

// Documents that are no HTML, and have parts as pages do. They become HTML and are read as that: so a table is a table, whoever has
// written it how.

const markdownTypes = new Set(['text/markdown', 'text/x-markdown'])
const tableTypes = new Set(['text/csv', 'application/csv', 'text/tab-separated-values'])
const jsonTypes = new Set(['application/json', 'application/ld+json', 'text/json'])

/** Undefined for a text without such parts. The ending tells what a server sends as plain text. */
export function documentHtml(text: string, type: string, url: string): string | undefined {
  const told = type === 'text/plain' ? typeByEnding(url) : type
  if (tableTypes.has(told)) return csvHtml(text, told)
  if (jsonTypes.has(told)) return jsonHtml(text, told)
  return markdownTypes.has(told) ? markdownHtml(text.slice(0, 2 * pageBounds.text_chars)) : undefined
}

const endings: Record<string, string> = {
  ...{ md: 'text/markdown', markdown: 'text/markdown' },
  ...{ csv: 'text/csv', tsv: 'text/tab-separated-values' },
  ...{ json: 'application/json', jsonld: 'application/ld+json' },
}

function typeByEnding(url: string): string {
  const ending = /\.([a-z]{2,8})$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(endings, ending) ? (endings[ending] as string) : 'text/plain'
}
