// Text as rules compare it: without case, accents, ways of writing a letter, and kinds of white space.
// The page and the terms go through the same fold, so it may be coarse; it must only keep apart what a
// reader keeps apart.

/** Numbers of footnotes, and signs that are written onto the end of a name. */
const raised = /[²³¹⁰⁴-⁹™℠]/g

/**
 * Marks that a reader can do without: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of
 * Arabic. Not the vowel signs of Devanagari or Thai, nor the marks of kana: without them words collapse.
 */
const accents =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

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

export function foldText(text: string): string {
  return text
    .replace(raised, ' $&')
    .normalize('NFKD')
    .replace(accents, '')
    .replace(unseen, '')
    .toLowerCase()
    .replace(oddLetters, (letter) => letters[letter] as string)
    .normalize('NFC')
    .replace(gaps, ' ')
    .trim()
}

const ofWord = /[\p{L}\p{M}\p{N}]/u
/** Scripts that put no space between words, with short words and with long ones. */
const dense = /[\p{L}\p{M}\p{N}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]]/v
