import type { Claim, EntityRef } from '../../facts/claim.ts'
import { foldName } from '../../language/fold-name.ts'
import { factsOf } from '../compare-facts.ts'

/** The facts of claims, each with its sort: `attribute|person|role`. More than recipes are compared by: also other names and spans of time. */
export function statementsOf(claims: Claim[]): Map<string, string> {
  const statements = new Map<string, string>()
  for (const claim of claims) {
    const sort = sortOf(claim)
    for (const fact of factsOf([claim])) {
      const [what, , , key] = fact.split('|')
      statements.set(fact, what === 'attribute' ? `attribute|${sort}|${key}` : `${what}|${sort}`)
    }
    for (const [what, value] of detailsOf(claim))
      statements.set(`${what}|${subjectOf(claim)}|${value}`, `${what}|${sort}`)
  }
  return statements
}

const sortOf = (claim: Claim) =>
  claim.type === 'entity' ? claim.kind : `${claim.from.kind}|${claim.relation}|${claim.to.kind}`

const subjectOf = (claim: Claim) =>
  claim.type === 'entity' ? nameOf(claim) : `${nameOf(claim.from)}|${claim.relation}|${nameOf(claim.to)}`

const nameOf = ({ kind, name }: EntityRef) => `${kind}|${foldName(name)}`

function detailsOf(claim: Claim): [string, string][] {
  if (claim.type === 'entity') return claim.aliases.map((alias) => ['alias', foldName(alias)])
  const { since, until } = claim
  return [
    ...(since === null ? [] : [['since', since] as [string, string]]),
    ...(until === null ? [] : [['until', until] as [string, string]]),
  ]
}
