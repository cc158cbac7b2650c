// Folds a text for comparison with rules: case, accents, variants of letters and kinds of white space. The page and the
// terms go through the same fold, so it may be coarse; it must only keep apart what a reader keeps apart.

/** Footnote numbers, and signs at the end of a name. */
const raised = /[²³¹⁰⁴-⁹™℠]/g

/**
 * Marks that a reader can do without: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic. Not the
 * vowel signs of Devanagari or Thai, nor the marks of kana: without them different words become equal.
 */
const accents = /[\p{Mn}&&[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}]]/gv

/** Invisible characters: soft hyphens, joiners, direction marks; and the stroke that stretches Arabic words. */
const invisible = /[\p{Cf}\u0640]/gu

/** Letters with a stroke and ligatures, which Unicode does not decompose. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  ʼ: "'",
}
const oddLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** White space, hyphens and dashes all separate words. */
const gaps = /[\s\p{Pd}\p{Pc}]+/gu

/**
 * Marks beyond the thirtieth in a row. Normalising sorts each row in quadratic time, and no writing needs as many
 * (Unicode's "stream-safe text" has the same bound). The voicing marks of half-width kana are letters until they are
 * normalised.
 */
const marksBeyond = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Most links and many pages have nothing but letters without accents: nothing to normalise. */
const beyondAscii = /\P{ASCII}/u

export function foldText(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase().replace(gaps, ' ').trim()
  // Invisible characters are removed twice: they must not split rows of marks, and normalising produces new ones.
  return text
    .replace(raised, ' $&')
    .replace(invisible, '')
    .replace(marksBeyond, '$1')
    .normalize('NFKD')
    .replace(accents, '')
    .replace(invisible, '')
    .toLowerCase()
    .replace(oddLetters, (letter) => letters[letter] as string)
    .replace(marksBeyond, '$1')
    .normalize('NFC')
    .replace(gaps, ' ')
    .trim()
}
