// How many columns of a terminal a text takes. Letters of East Asia and pictures take two, marks upon letters none.

const segmenter = new Intl.Segmenter()
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const plainAscii = /^[\x20-\x7e]*$/

export function textWidth(text: string): number {
  if (plainAscii.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment)
  return width
}

function graphemeWidth(grapheme: string): number {
  if (wide.test(grapheme)) return 2
  return invisible.test(grapheme) ? 0 : 1
}

/** The text, cut to a width; what is cut ends with an ellipsis. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  if (width < 1) return ''
  return `${takeWidth(text, width - 1).trimEnd()}…`
}

/** Fills up with spaces. */
export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'left' ? text + spaces : spaces + text
}

/** Lines of at most a width, broken between words where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (textWidth(line) > width) {
      const head = takeWidth(line, width)
      lines.push(head)
      line = line.slice(head.length)
    }
  }
  return [...lines, line]
}

/** As much of the beginning as fits, and at least one character. */
function takeWidth(text: string, width: number): string {
  let taken = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += graphemeWidth(segment)
    if (used > width && taken !== '') break
    taken += segment
  }
  return taken
}
