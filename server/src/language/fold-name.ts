/** Folds case, accents, white space and punctuation, so that names that differ only in these are equal. */
export function foldName(name: string): string {
  // Most names: there is nothing to take apart, and the rest costs a fifth.
  if (plain.test(name))
    return name
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const plain = /^[ -~]*$/
