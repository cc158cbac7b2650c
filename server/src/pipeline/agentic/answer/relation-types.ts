import { baseOfKind } from '../../../facts/kinds.ts'
import { isKnownRelation, relationSaidAs } from '../../../facts/relations.ts'
import { foldName } from '../../../language/fold-name.ts'
import { allWords, anyOf } from '../../../language/word-lists.ts'
import { leadsByRole } from '../../../reader/statements/roles-in-sentence.ts'
import { hasRole } from '../../../reader/vocabulary/roles.ts'

// What a model calls a relationship, by the names of the table of relations; and whether a quote bears a type. The types of
// the table are the model's own words for what pages say in many ways; whatever says more than that must stand in the quote.

export interface RelationType {
  relation: string
  /** The relation leads from `to` to `from`. */
  is_inverse: boolean
  /** The model's words, where they are another name. */
  said_as?: string
  /** `ceo`, of `ceo_of`. */
  role?: string
}

/** The relation of the table that a type in snake case names, or else the type as it is. */
export function relationTypeOf(type: string, fromKind: string, toKind: string): RelationType {
  const [from, to] = [baseOfKind(fromKind), baseOfKind(toKind)]
  const forms = [type, type.replace(auxiliary, '')]
  for (const form of forms) {
    const stated = relationSaidAs(form, from, to)
    if (stated) return named(type, stated.relation.name, stated.is_inverse)
  }
  // Another word than the table's, which may be used as freely.
  if (forms.some(isKnownRelation) && !forms.some((form) => relationSaidAs(form, undefined, undefined))) {
    return { relation: type, is_inverse: false }
  }
  const role = /^(.+)_(?:of|at|for)$/.exec(forms[1] as string)?.[1]?.replaceAll('_', ' ')
  if (from === 'person' && to === 'object' && role !== undefined && hasRole(role)) {
    return { ...named(type, leadsByRole(role) ? 'leads' : 'works_for', false), role }
  }
  // A model that takes the two ends for one another means the only way in which they fit.
  for (const form of forms) {
    const turned = relationSaidAs(form, to, from)
    if (turned && !turned.relation.is_mutual) return named(type, turned.relation.name, !turned.is_inverse)
  }
  return { relation: type, is_inverse: false }
}

const auxiliary = new RegExp(`^(?:(?:${anyOf(allWords('words-before-types'))})_)+`)

function named(type: string, relation: string, is_inverse: boolean): RelationType {
  return type === relation ? { relation, is_inverse } : { relation, is_inverse, said_as: type }
}

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
