import { type Claim, type EntityRef, entityClaim, relationshipClaim } from '../../facts/claim.ts'
import type { Draft } from './entities/entity-draft.ts'
import type { MappedPage } from './entities/map-items.ts'
import type { RelationDraft } from './entities/relation-draft.ts'
import type { StructuredQuotes } from './structured-quotes.ts'
import { itemBounds, type TextValue } from './syntaxes/item.ts'

// Builds claims from drafts, each with its quote; a fact that the page states several times becomes one claim.

const listMax = 20

export function buildClaims({ drafts, relations }: MappedPage, quotes: StructuredQuotes): Claim[] {
  const claims = new ClaimList()
  const known = new Set<Draft>()
  for (const draft of drafts) if (addEntity(draft, claims, quotes)) known.add(draft)
  for (const relation of relations) {
    if (known.has(relation.from) && known.has(relation.to)) addRelation(relation, claims, quotes)
  }
  return claims.claims
}

class ClaimList {
  readonly claims: Claim[] = []
  readonly #seen = new Set<string>()

  get isFull(): boolean {
    return this.claims.length >= itemBounds.claims
  }

  /** Whether no claim has this fact yet. */
  isNew(fact: unknown): boolean {
    const key = JSON.stringify(fact)
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

function addEntity(draft: Draft, list: ClaimList, quotes: StructuredQuotes): boolean {
  if (list.isFull) return false
  const { external_ids, value, facts } = draft
  const quote = quotes.quote(value)
  if (!quote) return false
  keepScript(value, quotes)
  const entity = refOf(draft)
  const aliases = unique(draft.aliases).filter((alias) => alias !== draft.name)
  list.claims.push(
    entityClaim({
      ...entity,
      quote,
      aliases: aliases.slice(0, listMax),
      urls: unique(draft.urls).slice(0, listMax),
      external_ids,
    }),
  )
  for (const { value: factValue, claim, visible_text } of facts) {
    if (list.isFull || !list.isNew([entity.ref, claim])) continue
    const factQuote = quotes.quote(factValue, visible_text)
    if (!factQuote) continue
    keepScript(factValue, quotes)
    list.claims.push(entityClaim({ ...entity, ...claim, quote: factQuote }))
  }
  return true
}

function addRelation(draft: RelationDraft, list: ClaimList, quotes: StructuredQuotes): void {
  const from = refOf(draft.from)
  const to = refOf(draft.to)
  const { type: relation, since, until, spot, target } = draft
  if (list.isFull || !list.isNew([from.ref, relation, to.ref, since, until])) return
  const name = quotes.fromKey(spot, target.spot) ?? quotes.quote(target)
  if (!name) return
  const other = target.text === draft.to.name ? draft.from.name : draft.to.name
  const quote = spot.at === 'script' ? name : (quotes.around(name, other) ?? name)
  list.claims.push(relationshipClaim({ from, to, relation, since, until, quote }))
}

function keepScript({ spot }: TextValue, quotes: StructuredQuotes): void {
  if (spot.at === 'script') quotes.keep(spot.script)
}

function refOf({ ref, kind, name }: Draft): EntityRef {
  return { ref, kind, name }
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
