// Text as rules compare it: without case, accents, ways of writing a letter, and kinds of white space.
// The page and the terms go through the same fold, so it may be coarse; it must only keep apart what a
// reader keeps apart.

/** Numbers of footnotes, and signs that are written onto the end of a name. */
const raised = /[²³¹⁰⁴-⁹™℠]/g

/**
 * Marks that a reader can do without: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of
 * Arabic. Not the vowel signs of Devanagari or Thai, nor the marks of kana: without them words collapse.
 */
const accents = /[\p{Mn}&&[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}]]/gv

/** What is not seen: soft hyphens, joiners, marks of direction. And the stroke that stretches Arabic words. */
const unseen = /[\p{Cf}\u0640]/gu

/** Letters that are others with a stroke, or two in one, and that Unicode does not take apart. */
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ', '’': "'", ʼ: "'" },
}
const oddLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** White space, hyphens and dashes all part words, and do it alike. */
const gaps = /[\s\p{Pd}\p{Pc}]+/gu

/**
 * Marks beyond the thirtieth in a row. Normalising sorts each row, in time that grows with the square of its
 * length, and no writing needs as many (Unicode bounds its "stream-safe text" alike). The voicing marks of
 * half-width kana are letters until they are normalised.
 */
const marksBeyond = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

export function foldText(text: string): string {
  // What is not seen goes twice: rows of marks must not join up behind the bound, and normalising sets some free.
  return text
    .replace(raised, ' $&')
    .replace(unseen, '')
    .replace(marksBeyond, '$1')
    .normalize('NFKD')
    .replace(accents, '')
    .replace(unseen, '')
    .toLowerCase()
    .replace(oddLetters, (letter) => letters[letter] as string)
    .replace(marksBeyond, '$1')
    .normalize('NFC')
    .replace(gaps, ' ')
    .trim()
}

/** How a character stands in a word. Numbers, because they are looked up for every character of a page. */
export const place = {
  /** It parts words. */
  none: 0,
  /** The word goes on. */
  spaced: 1,
  /** The word goes on, and particles are written onto its end. */
  hangul: 2,
  /** The script puts no space between words, and they are short. */
  dense: 3,
  /** The same, and they are long. */
  long: 4,
} as const

const scripts: [number, RegExp][] = [
  [place.none, /[^\p{L}\p{M}\p{N}]/u],
  [place.dense, /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u],
  [place.long, /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u],
  [place.hangul, /\p{scx=Hang}/u],
]

const unknown = 255
const places = new Uint8Array(0x110000).fill(unknown)

export function placeOf(codePoint: number): number {
  const known = places[codePoint] as number
  if (known !== unknown) return known
  const character = String.fromCodePoint(codePoint)
  const found = scripts.find(([, pattern]) => pattern.test(character))?.[0] ?? place.spaced
  places[codePoint] = found
  return found
}

/** How many characters of scripts without spaces make a word, about. */
const charactersPerWord = { dense: 2, long: 5 }

/** The words of a folded text; estimated by length where the script does not part them. */
export function countWords(folded: string): number {
  let words = 0
  let dense = 0
  let long = 0
  let before: number = place.none
  for (let at = 0; at < folded.length; at++) {
    const codePoint = folded.codePointAt(at) as number
    if (codePoint > 0xffff) at++
    // An apostrophe neither begins nor ends a word.
    if (codePoint === 0x27) continue
    const here = placeOf(codePoint)
    if (here === place.dense) dense++
    else if (here === place.long) long++
    else if (here !== place.none && here !== before) words++
    before = here
  }
  return words + Math.ceil(dense / charactersPerWord.dense + long / charactersPerWord.long)
}
