// Values that share their block with a label: `Born: 5 May 1950 Role: treasurer`, `Role Treasurer`,
// `Role: treasurer · Joined: 2011`. The label is whatever the pages of a template have before the value, and the value
// ends where the line ends or another label begins.

export interface InlineLabel {
  label: string
  /** What follows the value in its line: other labels, or signs. */
  ends: string[]
  /** On some pages the value is the last of its line. */
  is_last: boolean
}

const valueMax = 200
/** Signs between a label, a value and what follows. */
const signsBefore = /^[\s:：=|·•–—-]+/u
const signsAfter = /[\s,;|·•–—/(-]+$/u
/** A label that we do not know has come before the end. */
const unknownLabel = /\p{L}[:：]\s/u

/** The value behind the label, or undefined where its end is not sure. */
export function inlineValue<Value extends { text: string; start: number }>(
  value: Value,
  inline: InlineLabel,
): Value | undefined {
  const at = labelIn(value.text, inline.label)
  if (at === undefined) return undefined
  const behind = at + inline.label.length
  const lineEnd = value.text.indexOf('\n', behind)
  const line = value.text.slice(behind, lineEnd < 0 ? undefined : lineEnd)
  const signs = signsBefore.exec(line)?.[0].length ?? 0
  const ends = inline.ends.map((end) => endIn(line, end, signs)).filter((end) => end !== undefined)
  if (ends.length === 0 && !inline.is_last) return undefined
  const text = line.slice(signs, ends.length > 0 ? Math.min(...ends) : undefined).replace(signsAfter, '')
  if (text === '' || text.length > valueMax || unknownLabel.test(`${text} `)) return undefined
  return { ...value, text, start: value.start + behind + signs }
}

/** A label that comes twice is none. */
function labelIn(text: string, label: string): number | undefined {
  const found: number[] = []
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    if (isBorder(text, at) && isBorder(text, at + label.length)) found.push(at)
  }
  return found.length === 1 ? found[0] : undefined
}

function endIn(line: string, end: string, from: number): number | undefined {
  for (let at = line.indexOf(end, from); at >= 0; at = line.indexOf(end, at + 1)) {
    if (isBorder(line, at) && isBorder(line, at + end.length)) return at
  }
  return undefined
}

export const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
export const isBorder = (text: string, at: number) => !(isLetter(text[at - 1]) && isLetter(text[at]))
