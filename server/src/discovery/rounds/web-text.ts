// Text that a stranger wrote, made fit for one line: of a question to a model, or of an answer that people read.

/**
 * Characters that a person does not see, and a model reads: controls, and whatever a font leaves out, in which whole
 * sentences can be hidden. Joiners stay, since languages need them, but not in long rows.
 */
const unseen = /(?!\u200c|\u200d)[\p{Cc}\p{DI}\ufff9-\ufffb]|(?:\u200c|\u200d){3,}/gu

/** On one line, without what nobody sees, cut to a length. */
export function webText(text: string, longest: number): string {
  // What is far behind the cut is not looked at.
  const line = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
