import type { Claim, EntityRef } from '../facts/claim.ts'
import { foldName } from '../language/fold-name.ts'

// Whether two readings of a page say the same. Names of facts are compared, not quotes and not summaries: those are
// everyone's own.

export function factsOf(claims: Claim[]): Set<string> {
  const facts = new Set<string>()
  for (const claim of claims) {
    if (claim.type === 'relationship') {
      facts.add(['relation', nameOf(claim.from), claim.relation, nameOf(claim.to)].join('|'))
      continue
    }
    const entity = nameOf(claim)
    facts.add(`entity|${entity}`)
    for (const [key, value] of Object.entries(claim.attributes)) {
      facts.add(`attribute|${entity}|${key}|${foldName(value)}`)
    }
    if (claim.when) facts.add(`when|${entity}|${claim.when.edtf}`)
    const place = foldName(claim.where?.name ?? '')
    // That a place is where it is says nothing.
    if (place !== '' && place !== foldName(claim.name)) facts.add(`where|${entity}|${place}`)
  }
  return facts
}

const nameOf = ({ kind, name }: EntityRef) => `${kind}|${foldName(name)}`

export interface Agreement {
  /** Of what the recipe says, what the model says too; and the other way round. */
  precision: number
  recall: number
}

export function compareFacts(said: Set<string>, wanted: Set<string>): Agreement {
  let both = 0
  for (const fact of said) if (wanted.has(fact)) both++
  return {
    precision: said.size === 0 ? 0 : both / said.size,
    recall: wanted.size === 0 ? 0 : both / wanted.size,
  }
}

/** A wrong fact costs more than one that is missing. */
export function isAgreed({ precision, recall }: Agreement): boolean {
  return precision >= 0.95 && recall >= 0.8
}
