// Folds white space to what a reader sees.

/** White space, no-break spaces and invisible characters. Joiners stay, because some scripts need them. */
const unfolded = /[\p{Cc}\p{Z}\u00ad\u200b\u2060\ufeff]+/gu
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Most texts have single spaces only and need no folding. */
const untidy = /[^\x20-\x7e\xa1-\xac\xae-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe]|\u1680| {2}/

export function foldSpace(text: string): string {
  const trimmed = text.trim()
  return untidy.test(trimmed) ? trimmed.replace(invisible, '').replace(unfolded, ' ').trim() : trimmed
}

/** Checks the first character first, which settles most texts. */
export function isOnlySpace(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x80) && text.trim() === ''
}

/** Marks a line break of the page until the text is folded. */
export const lineBreak = '\u0001'

/** Folds each line and drops empty ones. */
export function foldLines(text: string): string {
  if (!text.includes(lineBreak)) return foldSpace(text)
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const folded = foldSpace(line)
    if (folded !== '') lines.push(folded)
  }
  return lines.join('\n')
}

/** Folds the lines of `pre`: keeps indentation and inner spaces, and at most one empty line in a row. */
export function foldPreformatted(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff]/gu, '')
  const lines: string[] = []
  for (const line of clean.split('\n')) {
    const trimmed = line.trimEnd()
    if (trimmed !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(trimmed)
  }
  if (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}
