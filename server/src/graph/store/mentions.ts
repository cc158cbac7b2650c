import { hash } from 'node:crypto'
import { type PageClaims, toStored } from '../../claims/claims.ts'
import type { StoredClaim } from '../../claims/stored-claim.ts'
import { type EntityClaim, type EntityRef, entityClaim } from '../../facts/claim.ts'
import { baseOfKind } from '../../facts/kinds.ts'
import { foldName } from '../../language/fold-name.ts'
import { nameKey } from '../../resolution/name-key.ts'

// What pages call by one name, and what sets it apart from others of that name, is one subject. The key of a subject
// depends on nothing but what one page says of it, so it does not matter in which order pages come. Which subjects are
// the same thing is decided later, by all that is known of them.

export type EntityFact = Omit<EntityClaim, 'type' | 'quote'>
export type RelationshipFact = {
  from: EntityRef
  to: EntityRef
  relation: string
  since: string | null
  until: string | null
}

export interface Subject {
  key: string
  kind: string
  name: string
}

export interface MentionedPage {
  page: PageClaims
  /** By the `ref` of the page's claims. */
  subjects: Map<string, Subject>
}

/** Every `ref` of the page with its subject; each is spoken of by at least one claim about it alone. */
export function findMentions(page: PageClaims): MentionedPage {
  const claims = [...page.claims, ...claimsOfBareEnds(page.claims)]
  const byRef = new Map<string, EntityFact[]>()
  for (const { type, fact } of claims) {
    if (type !== 'entity') continue
    const entity = fact as EntityFact
    const known = byRef.get(entity.ref)
    if (known) known.push(entity)
    else byRef.set(entity.ref, [entity])
  }
  const subjects = new Map<string, Subject>()
  for (const [ref, facts] of byRef) subjects.set(ref, subjectOf(facts, page.host))
  return { page: { ...page, claims }, subjects }
}

/** Who is named by a relationship alone is there by the same quote. */
function claimsOfBareEnds(claims: StoredClaim[]): StoredClaim[] {
  const named = new Set(claims.flatMap(({ fact }) => ('ref' in fact ? [fact.ref] : [])))
  return claims.flatMap((claim) => {
    if (!('relation' in claim.fact)) return []
    return [claim.fact.from, claim.fact.to].flatMap(({ ref, kind, name }) => {
      if (named.has(ref)) return []
      named.add(ref)
      const quote = { text: claim.quote, start: claim.quote_start, end: claim.quote_end }
      const { block_hash, origin, mode, model } = claim
      return [toStored(entityClaim({ ref, kind, name, quote }), { block_hash, origin, mode, model })]
    })
  })
}

function subjectOf(facts: EntityFact[], host: string): Subject {
  const [{ kind }] = facts as [EntityFact]
  const name = commonest(facts.map(({ name }) => name))
  const folded = nameKey(baseOfKind(kind) ?? kind, name)
  return { key: shortKey(`${kind}|${folded}|${anchorOf(facts, folded, host)}`), kind, name }
}

/** What sets it apart from others of its name, as far as the page says so. */
function anchorOf(facts: EntityFact[], folded: string, host: string): string {
  const ids = facts.flatMap(({ external_ids }) =>
    Object.entries(external_ids).map(([register, id]) => `id:${register}:${id}`),
  )
  const [id] = ids.sort()
  if (id !== undefined) return id
  switch (baseOfKind((facts[0] as EntityFact).kind)) {
    case 'person': {
      const [born] = attributeOf(facts, 'birth_date')
      if (born !== undefined) return `born:${born}`
      const [died] = attributeOf(facts, 'death_date')
      if (died !== undefined) return `died:${died}`
      const [life] = facts.flatMap(({ when }) => (when?.edtf.includes('/') ? [when.edtf] : [])).sort()
      if (life !== undefined) return `life:${life}`
      // One word names too many people.
      return folded.includes(' ') ? '' : `on:${host}`
    }
    case 'event': {
      const [start] = facts.flatMap(({ when }) => when?.start ?? []).sort()
      return start === undefined ? '' : `at:${start}`
    }
    case 'location':
      return placeOf(facts, ({ region = '' }) => region)
    case 'object':
      return placeOf(facts, ({ locality = '' }) => locality)
    default:
      return ''
  }
}

const attributeOf = (facts: EntityFact[], key: string) =>
  facts.flatMap(({ attributes }) => (Object.hasOwn(attributes, key) ? [attributes[key] as string] : [])).sort()

/** Where it is, if the page says so: a place that we found by its name alone is our own guess. */
function placeOf(facts: EntityFact[], partOf: (where: NonNullable<EntityFact['where']>) => string | undefined): string {
  const [place] = facts
    .flatMap(({ where }) =>
      where && isSaid(where) ? [`in:${where.country ?? ''}:${foldName(partOf(where) ?? '')}`] : [],
    )
    .sort()
  return place ?? ''
}

const isSaid = (where: NonNullable<EntityFact['where']>) =>
  where.region !== undefined || where.locality !== undefined || where.street !== undefined

function commonest(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [[name]] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)) as [[string, number]]
  return name
}

const keyChars = 200

/** Long keys end in a hash: an index takes no more. */
export function shortKey(raw: string): string {
  // As it will be stored.
  const key = raw.replaceAll('\0', '\ufffd').toWellFormed()
  if (key.length <= keyChars) return key
  return `${key.slice(0, keyChars - 24).toWellFormed()}#${hash('sha256', key, 'base64url').slice(0, 22)}`
}
