import type { Claim, EntityRef } from '../facts/claim.ts'
import { foldName } from '../language/fold-name.ts'

// Compares two readings of a page by their facts. Quotes and summaries are not compared: every reader words them
// differently.

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
    // A location that has its own name as its place says nothing.
    if (place !== '' && place !== foldName(claim.name)) facts.add(`where|${entity}|${place}`)
  }
  return facts
}

const nameOf = ({ kind, name }: EntityRef) => `${kind}|${foldName(name)}`

export interface Agreement {
  /** Share of the recipe's facts that the model has too; and the other way round. */
  precision: number
  recall: number
}

export function compareFacts(facts: Set<string>, wanted: Set<string>): Agreement {
  let both = 0
  for (const fact of facts) if (wanted.has(fact)) both++
  return {
    precision: facts.size === 0 ? 0 : both / facts.size,
    recall: wanted.size === 0 ? 0 : both / wanted.size,
  }
}

/** A wrong fact costs more than a missing one. */
export function isAgreed({ precision, recall }: Agreement): boolean {
  return precision >= 0.95 && recall >= 0.8
}
