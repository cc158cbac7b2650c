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
