import { latinTokens } from '../../../language/latin-name.ts'

// A name in its searchable form: words of lower-case Latin letters and digits, whatever script the name is in.

const charsRead = 400
export const labelMax = 200

/** A name without letters and digits becomes the signs themselves. */
export function labelOf(name: string): string {
  const read = name.slice(0, charsRead)
  const tokens = latinTokens(read)
  const words = tokens.length > 0 ? tokens : [...read.replace(/\s+/g, '')].map(codeOf)
  return words.join(' ').slice(0, labelMax).trimEnd()
}

const codeOf = (sign: string) => `u${sign.codePointAt(0)?.toString(16)}`

const base = 37

function codeAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return 0
  const code = text.charCodeAt(at)
  if (code >= 97) return code - 96
  return code >= 48 ? code - 48 + 27 : 0
}

/** The round in which each trigram was met last: two hundred labels are compared for one question. */
const metIn = new Int32Array(base ** 3)
let round = 0

/** The distinct trigrams of the label's words, each word with two blanks before it and one behind. */
export function trigramsOf(label: string): number[] {
  if (++round === 2 ** 31 - 1) {
    metIn.fill(0)
    round = 1
  }
  const found: number[] = []
  let [first, second] = [0, 0]
  for (let at = 0; at <= label.length; at++) {
    const third = codeAt(label, at)
    const trigram = (first * base + second) * base + third
    if (trigram !== 0 && metIn[trigram] !== round) {
      metIn[trigram] = round
      found.push(trigram)
    }
    first = third === 0 ? 0 : second
    second = third
  }
  return found
}
