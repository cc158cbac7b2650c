// White space as a reader sees it.

/** White space, no-break spaces, and characters that show nothing. Joiners stay: some scripts are written with them. */
const unfolded = /[\p{Cc}\p{Z}\u00ad\u200b\u2060\ufeff]+/gu
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Nothing to do for most texts, which have single spaces only. */
const untidy = /[^\x20-\x7e\xa1-\xac\xae-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe]|\u1680| {2}/

export function foldSpace(text: string): string {
  const trimmed = text.trim()
  return untidy.test(trimmed) ? trimmed.replace(invisible, '').replace(unfolded, ' ').trim() : trimmed
}

/** Most texts begin with something else, and are not looked at any further. */
export function isOnlySpace(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x80) && text.trim() === ''
}

/** Stands for a line break of the author's until the text is folded. */
export const lineBreak = '\u0001'

/** Folds what is between line breaks, and drops empty lines. */
export function foldLines(text: string): string {
  if (!text.includes(lineBreak)) return foldSpace(text)
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const folded = foldSpace(line)
    if (folded !== '') lines.push(folded)
  }
  return lines.join('\n')
}

/** Lines of `pre`: what is in front of a line and within it means something there, and one empty line in a row. */
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
