import { anyOf, readLines, readWords } from '../../language/word-lists.ts'

// Numbers in names, however they are written.

const numberWords = new Map([...readWords('number-words', 'cardinals')].map((word, n) => [word, `${n}`]))
const ordinalWords = new Map<string, string>()
for (const [n, line] of readLines('number-words', 'ordinals').entries()) {
  for (const word of line.split(' ')) ordinalWords.set(word, `${n + 1}`)
}
const roman = /^(?=[ivxl])(?:x{0,3}|xl|l)(?:ix|iv|v?i{0,3})$/

const digitsWithEnding = new RegExp(`^0*(\\d+)(?:${anyOf(readWords('number-words', 'endings'))})?$`)

/** The digits a token stands for, if it is a number. A lone `i`, `v`, `x` or `l` may be an initial. */
export function numberOf(token: string, isPerson: boolean): string | undefined {
  const digits = digitsWithEnding.exec(token)
  if (digits) return digits[1]
  const word = numberWords.get(token) ?? ordinalWords.get(token)
  if (word !== undefined) return isPerson ? undefined : word
  if (roman.test(token) && token.length > 1 && !(isPerson && token === 'xi') && token !== 'li') return fromRoman(token)
  return !isPerson && (token === 'i' || token === 'v' || token === 'x') ? fromRoman(token) : undefined
}

/** All numbers of a name, sorted. */
export function numbersOf(tokens: string[], isPerson: boolean): string[] {
  const numbers: string[] = []
  for (const [n, token] of tokens.entries()) {
    // Vi and Xi are given names, so the first word of a person's name is never a number.
    if (isPerson && n === 0) continue
    const number = numberOf(token, isPerson)
    if (number !== undefined) numbers.push(number)
    // `ahl1`, `3m`. In people's names such digits are typing errors.
    else if (!isPerson && /\d/.test(token)) numbers.push(token)
  }
  return numbers.sort()
}

const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }

function fromRoman(token: string): string {
  let sum = 0
  for (let at = 0; at < token.length; at++) {
    const value = romanValues[token[at] as string] as number
    sum += value < (romanValues[token[at + 1] ?? ''] ?? 0) ? -value : value
  }
  return `${sum}`
}
