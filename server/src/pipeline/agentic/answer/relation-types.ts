import { isKnownRelation } from '../../../facts/relations.ts'
import { foldName } from '../../../language/fold-name.ts'

// Whether a quote bears the type that a model gives to a relationship. The types of the table are the model's own words
// for what pages say in many ways; whatever says more than that must stand in the quote.

/** Words of a type that say nothing by themselves. */
const small = new Set(
  'a an and as at be been by did for from had has have in into is it of on or the to was were with'.split(' '),
)
const stemMin = 4

/** `relation` is in snake case. */
export function isBorne(relation: string, quote: string): boolean {
  if (isKnownRelation(relation)) return true
  const words = relation.split('_').filter((word) => word !== '' && !small.has(word))
  const said = foldName(quote).split(' ')
  return words.length > 0 && words.every((word) => said.some((other) => isSameStem(word, other)))
}

/** Forms of one word: they begin alike and end in a few other letters. */
function isSameStem(word: string, other: string): boolean {
  if (word === other) return true
  const least = Math.max(stemMin, Math.max(word.length, other.length) - 3)
  return word.length >= least && other.length >= least && word.slice(0, least) === other.slice(0, least)
}
