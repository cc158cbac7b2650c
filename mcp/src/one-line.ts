// Text of web pages, made fit for one line of an answer.

/**
 * Characters that a person does not see, and a model reads: controls, marks that turn the direction of text, the tag block
 * and the supplementary variation selectors, in which whole sentences can be hidden.
 */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

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
