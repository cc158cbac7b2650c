import { readFileSync } from 'node:fs'
import type { Claim, EntityRef, RelationshipClaim } from '../../../facts/claim.ts'
import type { Span } from '../../../facts/find-quote.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { joins, relationNamed } from '../../../facts/relations.ts'
import { foldName } from '../../../language/fold-name.ts'
import { blockAt } from '../../../reader/blocks/block-at.ts'
import { inSteps, likelihood, type Sign } from '../../../reader/names/name-confidence.ts'

// How likely a claim of a model is right, of those that stand on the page. A few signs tell, weighed by answers about marked
// pages with each page left out in turn; `npm run eval -- model` shows how well that holds.

export interface RatedPage {
  blocks: (Span & { is_main: boolean })[]
  /** What is read on the page without a model. */
  by_rules: Iterable<RuleFact>
}

/** A claim, or the fact of a stored one. */
type RuleFact = EntityRef | Pick<RelationshipClaim, 'from' | 'to' | 'relation'>

export interface ClaimWeights {
  weights: Readonly<Record<string, number>>
  /** The highest confidence that held: one page gives none of its claims more. */
  most: Record<Claim['type'], number>
}

const file = new URL('../../../../data/model-confidence.json', import.meta.url)
const shipped = JSON.parse(readFileSync(file, 'utf8')) as ClaimWeights

/** The claims of a model with the confidence of each. */
export function rateClaims(claims: Claim[], page: RatedPage): Claim[] {
  const signs = new ClaimSigns(claims, page)
  const { weights, most } = shipped
  return claims.map((claim) => {
    const confidence = Math.min(most[claim.type], inSteps(likelihood(signs.of(claim), weights)))
    return { ...claim, confidence }
  })
}

export class ClaimSigns {
  readonly #page: RatedPage
  /** By `ref`, folded. */
  readonly #names = new Map<string, Set<string>>()
  /** The kinds that rules give a name. */
  readonly #kinds = new Map<string, Set<string>>()
  readonly #stated = new Set<string>()

  constructor(claims: Claim[], page: RatedPage) {
    this.#page = page
    for (const claim of claims) {
      for (const { ref, name } of claim.type === 'entity' ? [claim] : [claim.from, claim.to]) {
        const known = this.#names.get(ref) ?? new Set()
        this.#names.set(ref, known.add(foldName(name)))
      }
      if (claim.type === 'entity') for (const alias of claim.aliases) this.#names.get(claim.ref)?.add(foldName(alias))
    }
    for (const fact of page.by_rules) {
      if ('relation' in fact) this.#stated.add(stateOf(fact.from.name, fact.relation, fact.to.name))
      else {
        const known = this.#kinds.get(foldName(fact.name)) ?? new Set()
        this.#kinds.set(foldName(fact.name), known.add(baseOfKind(fact.kind) ?? fact.kind))
      }
    }
  }

  of(claim: Claim): Sign[] {
    const signs: Sign[] = claim.type === 'entity' ? this.#ofEntity(claim) : this.#ofRelationship(claim)
    const block = blockAt(this.#page.blocks, claim.quote.start)
    if (block?.is_main !== true) signs.push([`${claim.type} beside the main text`, 1])
    return signs
  }

  #ofEntity(claim: EntityRef & { quote: { text: string } }): Sign[] {
    const signs: Sign[] = [['entity', 1]]
    const agreement = this.#agreement(claim)
    if (agreement !== undefined) signs.push([agreement ? 'same kind by rules' : 'other kind by rules', 1])
    if (baseOfKind(claim.kind) === 'object') signs.push(['organization', 1])
    if (!this.#isNamedIn(claim.quote.text, claim)) signs.push(['name not in quote', 1])
    return signs
  }

  #ofRelationship({ from, to, relation, role }: RelationshipClaim): Sign[] {
    const signs: Sign[] = [['relationship', 1]]
    const known = relationNamed(relation)
    if (known?.is_listed !== true) signs.push(['unlisted type', 1])
    const [fromBase, toBase] = [baseOfKind(from.kind), baseOfKind(to.kind)]
    if (known && fromBase && toBase && !joins(known.ends, fromBase, toBase)) signs.push(['kinds do not fit', 1])
    if (role !== undefined) signs.push(['role', 1])
    if (this.#isStated(from, relation, to)) signs.push(['said by rules', 1])
    return signs
  }

  /** Whether the rules read the name with the same kind; undefined where they do not read it. */
  #agreement({ ref, kind }: EntityRef): boolean | undefined {
    const kinds = [...(this.#names.get(ref) ?? [])].flatMap((name) => [...(this.#kinds.get(name) ?? [])])
    return kinds.length === 0 ? undefined : kinds.includes(baseOfKind(kind) ?? kind)
  }

  #isStated(from: EntityRef, relation: string, to: EntityRef): boolean {
    const [starts, ends] = [from, to].map(({ ref }) => [...(this.#names.get(ref) ?? [])]) as [string[], string[]]
    return starts.some((one) => ends.some((other) => this.#stated.has(stateOf(one, relation, other))))
  }

  /** Whether a quote has a whole name of it. */
  #isNamedIn(quote: string, { ref }: EntityRef): boolean {
    const text = ` ${foldName(quote)} `
    return [...(this.#names.get(ref) ?? [])].some((name) => text.includes(` ${name} `))
  }
}

const stateOf = (from: string, relation: string, to: string) => `${foldName(from)}|${relation}|${foldName(to)}`
