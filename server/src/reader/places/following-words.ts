const wordsMax = 3

/** What a sentence says behind a name and a comma, as long as it has capitals: the longest first. */
export function followingWords(name: string, sentence: string): string[] {
  for (let at = sentence.indexOf(name); at !== -1; at = sentence.indexOf(name, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}-]$/u.test(sentence.slice(0, at))) continue
    const behind = /^,\s{1,3}(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*)*)/u.exec(
      sentence.slice(at + name.length, at + name.length + 100),
    )?.[1]
    const words = behind?.split(' ').slice(0, wordsMax) ?? []
    if (words.length > 0)
      return words.map((_, n) =>
        words
          .slice(0, words.length - n)
          .join(' ')
          .replace(/\.$/, ''),
      )
  }
  return []
}
