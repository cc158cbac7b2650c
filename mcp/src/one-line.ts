// Text of web pages, made fit for one line of an answer.

/**
 * Characters that a person does not see, and a model reads: controls, and whatever Unicode lets a font leave out, such as
 * marks that turn the direction of text, fillers, variation selectors and the tag block, in which whole sentences can be
 * hidden. Joiners and the selector of pictures stay, since languages and pictures need them, but not in long rows.
 */
const unseen = /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{DI}\ufff9-\ufffb]|(?:\u200c|\u200d|\ufe0f){3,}/gu

/** A text on one line, without what nobody sees, cut to a length. */
export function oneLine(text: string, longest: number): string {
  // A page may have megabytes; what is far behind the cut is not looked at.
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The name of a field or of a type of relationship: pages choose some of them. */
export const wordText = (word: string) => oneLine(word, 100)
export const nameText = (name: string) => oneLine(name, 200)
export const valueText = (value: string) => oneLine(value, 300)
export const summaryText = (summary: string) => oneLine(summary, 600)
export const addressText = (url: string) => oneLine(url, 2000)

/** A quote of a page, with its address. */
export const quoteText = ({ quote, url }: { quote: string; url: string }) =>
  `"${oneLine(quote, 400)}" (${addressText(url)})`
