/** The role of a character in a word. Numbers, because they are looked up for every character of a page. */
export const letterKind = {
  /** The character separates words. */
  none: 0,
  /** The character continues a word. */
  spaced: 1,
  /** The character continues a word, and particles are attached to its end. */
  hangul: 2,
  /** The script has no spaces between words, and words are short. */
  dense: 3,
  /** The script has no spaces between words, and words are long. */
  long: 4,
} as const

const scripts: [number, RegExp][] = [
  [letterKind.none, /[^\p{L}\p{M}\p{N}]/u],
  [letterKind.dense, /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u],
  [letterKind.long, /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u],
  [letterKind.hangul, /\p{scx=Hang}/u],
]

const unknown = 255
const kinds = new Uint8Array(0x110000).fill(unknown)

export function letterKindOf(codePoint: number): number {
  const known = kinds[codePoint] as number
  if (known !== unknown) return known
  const character = String.fromCodePoint(codePoint)
  const found = scripts.find(([, pattern]) => pattern.test(character))?.[0] ?? letterKind.spaced
  kinds[codePoint] = found
  return found
}

/** Average characters per word in scripts without spaces. */
const charactersPerWord = { dense: 2, long: 5 }

/** The words of a folded text; estimated from its length in scripts without spaces. */
export function countWords(folded: string): number {
  let words = 0
  let dense = 0
  let long = 0
  let before: number = letterKind.none
  for (let at = 0; at < folded.length; at++) {
    const codePoint = folded.codePointAt(at) as number
    if (codePoint > 0xffff) at++
    // An apostrophe neither begins nor ends a word.
    if (codePoint === 0x27) continue
    const here = letterKindOf(codePoint)
    if (here === letterKind.dense) dense++
    else if (here === letterKind.long) long++
    else if (here !== letterKind.none && here !== before) words++
    before = here
  }
  return words + Math.ceil(dense / charactersPerWord.dense + long / charactersPerWord.long)
}
