/** Names that differ only in case, accents, white space or punctuation are one name. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a page calls an entity in all of its claims. */
export function refOf(kind: string, name: string): string {
  // A name of signs is a name all the same.
  return `${kind}:${foldName(name) || name.trim()}`
}
