import { createHash } from 'node:crypto'
import type { EntityDoc } from '../graph/store/facts/documents.ts'

// The page of an entity that other programs show in a frame: what a share link shows of it, and no script.

const style =
  'body{font:14px/1.4 system-ui,sans-serif;margin:12px;color:#1a1a1a;overflow-wrap:anywhere}h1{font-size:16px;margin:0}p{margin:4px 0}dl{margin:8px 0;display:grid;grid-template-columns:auto 1fr;gap:2px 10px}dt{color:#666}dd{margin:0}'

const hash = createHash('sha256').update(style).digest('base64')

/** Any program may show it in a frame; it loads nothing, and runs nothing. */
export const previewPolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`

const valuesMax = 8
const textMax = 400

export function renderPreview({ kind, name, aliases, summary, when, where, attributes }: EntityDoc): string {
  const values = [
    ...(aliases.length > 0 ? [['also', aliases.slice(0, 5).join(', ')]] : []),
    ...(when ? [['when', when.edtf]] : []),
    ...(where?.country ? [['country', where.country]] : []),
    ...Object.entries(attributes).map(([key, value]) => [key.replaceAll('_', ' '), value]),
  ] as [string, string][]
  const rows = values
    .slice(0, valuesMax)
    .map(([key, value]) => `<dt>${escapeHtml(key)}</dt><dd>${escapeHtml(value)}</dd>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(name)}</h1><p>${escapeHtml(kind)}</p>${summary ? `<p>${escapeHtml(summary)}</p>` : ''}<dl>${rows.join('')}</dl></body></html>`
}

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) =>
  text
    .slice(0, textMax)
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => replacements[character] as string)
