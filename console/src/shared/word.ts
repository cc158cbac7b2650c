/** The rule for the names of kinds, attributes and relationships. */
export const wordRule = 'Lower-case letters, digits and underscores, at most 40, beginning with a letter.'

export const isWord = (text: string) => /^[a-z][a-z0-9_]{0,39}$/.test(text)

/** What was typed as such a name: `Works for` as `works_for`. */
export const toWord = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
