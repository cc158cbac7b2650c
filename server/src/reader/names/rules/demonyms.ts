import { readWords } from '../../../language/word-lists.ts'

// Demonyms and adjectives of places: they look like names of places and are not.

const forms = new Set<string>()
for (const name of readWords('demonyms', 'names')) {
  forms.add(name.toLowerCase())
  forms.add(`${name.toLowerCase()}s`)
}
/** German adjectives with their endings: `österreichischen`. */
const germanStems = new RegExp(`^(?:${[...readWords('demonyms', 'german-stems')].join('|')})(?:e[nmrs]?)?$`)

/** `Australian`, `Germans`, `österreichischen`. */
export function isDemonym(word: string): boolean {
  const lower = word.toLowerCase()
  return forms.has(lower) || (lower.includes('isch') && germanStems.test(lower))
}

export function listDemonyms(): Iterable<string> {
  return forms
}
