// Addresses on pages of strangers are not to be trusted.

/** The address, when a browser may be sent there. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : undefined
}

/** An address without `https://` and a slash at the end, for people to read. */
export const readable = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

/**
 * The page at a quote: browsers look for the text and scroll there. A long one is named by how it begins and ends, and so is
 * the row of a table, whose cells a quote joins by bars that the page does not have.
 */
export function quoteAddress(url: string, quote: string): string {
  const address = webAddress(url)
  const cells = quote
    .split(' | ')
    .map((cell) => cell.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
  const [first, last] = [cells[0], cells.at(-1)]
  if (!address || !first || !last) return url
  const encode = (part: string[]) => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D')
  const isShort = cells.length === 1 && first.length <= 12
  const text = isShort ? encode(first) : `${encode(first.slice(0, 5))},${encode(last.slice(-5))}`
  const [plain = '', hash = ''] = address.split('#', 2)
  return `${plain}#${hash.split(':~:', 1)[0]}:~:text=${text}`
}
