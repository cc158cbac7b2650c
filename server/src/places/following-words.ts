const wordsMax = 3

/** The capitalised words behind a name and a comma, also cut at full stops inside, longest first. */
export function followingWords(name: string, sentence: string): string[] {
  for (let at = sentence.indexOf(name); at !== -1; at = sentence.indexOf(name, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}-]$/u.test(sentence.slice(0, at))) continue
    const behind = /^,\s{1,3}(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*)*)/u.exec(
      sentence.slice(at + name.length, at + name.length + 100),
    )?.[1]
    const words = behind?.split(' ') ?? []
    // `Vienna, Virginia Woolf` is not in Virginia; `Springfield, Ill. The` may be in Illinois.
    const ends = words.map((word, at) => at === words.length - 1 || word.endsWith('.'))
    const runs = words.flatMap((_, at) => (ends[at] && at < wordsMax ? [words.slice(0, at + 1).join(' ')] : []))
    if (words.length > 0) return runs.reverse().map((run) => run.replace(/\.$/, ''))
  }
  return []
}
