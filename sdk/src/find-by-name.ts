// Domains, keys and entities as people and models name them: by an id, or by a name in any case.

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => idShape.test(text)

/** Upper and lower case, and forms of the same letters, make no difference. */
export const foldWords = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Those of this name, as it is written if there are such; else those whose name begins with the words, else those that have
 * them in it, unless the whole name is needed.
 */
export function findByName<Thing extends { name: string }>(
  words: string,
  things: readonly Thing[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Thing[] {
  const wanted = foldWords(words)
  // An empty text would match every name.
  if (wanted === '') return []
  const whole = [(name: string) => name === words, (name: string) => foldWords(name) === wanted]
  const parts = [
    (name: string) => foldWords(name).startsWith(wanted),
    (name: string) => foldWords(name).includes(wanted),
  ]
  for (const test of isWhole ? whole : [...whole, ...parts]) {
    const found = things.filter(({ name }) => test(name))
    if (found.length > 0) return found
  }
  return []
}
