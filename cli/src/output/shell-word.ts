/** A word as a shell takes it, for commands that are printed to be copied. */
export function shellWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
