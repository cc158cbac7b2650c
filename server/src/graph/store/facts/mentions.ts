import { hash } from 'node:crypto'
import { type PageClaims, toStored } from '../../../claims/claims.ts'
import type { StoredClaim } from '../../../claims/stored-claim.ts'
import { type Certainty, certaintyOf, type EntityClaim, type EntityRef, entityClaim } from '../../../facts/claim.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { foldName } from '../../../language/fold-name.ts'
import { nameKey } from '../../../resolution/names/name-key.ts'

// All mentions with one name and one anchor (what distinguishes them from others of that name) are one subject. The key
// of a subject depends only on what one page says about it, so the order of pages makes no difference. Which subjects
// are the same thing is decided later, from all facts about them. People whom nothing else distinguishes are anchored to
// the site that names them: whoever two sites call by one name may be two.

export type EntityFact = Omit<EntityClaim, 'type' | 'quote'>
export type RelationshipFact = {
  from: EntityRef
  to: EntityRef
  relation: string
  said_as?: string
  role?: string
  since: string | null
  until: string | null
  confidence?: number
  certainty?: Exclude<Certainty, 'said'>
}

export interface Subject {
  key: string
  kind: string
  name: string
}

export interface MentionedPage {
  page: PageClaims
  /** Keyed by the `ref` of the page's claims. */
  subjects: Map<string, Subject>
}

/** Returns each `ref` of the page with its subject. Each subject has at least one entity claim. */
export function findMentions(page: PageClaims): MentionedPage {
  const claims = withoutSharedRows([...page.claims, ...claimsOfBareEnds(page.claims)])
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

/** Entity claims for the ends that only relationships name, with the quote of the relationship. */
function claimsOfBareEnds(claims: StoredClaim[]): StoredClaim[] {
  const named = new Set(claims.flatMap(({ fact }) => ('ref' in fact ? [fact.ref] : [])))
  // Whoever is an end of something that is said plainly is named plainly.
  const plainFirst = claims.toSorted((a, b) => Number(!isPlain(a.fact)) - Number(!isPlain(b.fact)))
  return plainFirst.flatMap((claim) => {
    if (!('relation' in claim.fact)) return []
    return [claim.fact.from, claim.fact.to].flatMap(({ ref, kind, name }) => {
      if (named.has(ref)) return []
      named.add(ref)
      const quote = { text: claim.quote, start: claim.quote_start, end: claim.quote_end }
      const { block_hash, list, origin, mode, model } = claim
      const { confidence, certainty } = claim.fact
      const how = { ...(confidence !== undefined && { confidence }), ...(certainty && { certainty }) }
      return [toStored(entityClaim({ ref, kind, name, quote, ...how }), { block_hash, list, origin, mode, model })]
    })
  })
}

/**
 * A row that names several of a kind, such as the authors of a paper, is about none of them: another row may well name
 * one of them in another way.
 */
function withoutSharedRows(claims: StoredClaim[]): StoredClaim[] {
  const named = new Map<string, string>()
  const shared = new Set<string>()
  const note = (block: string, { kind, ref }: Omit<EntityRef, 'name'>) => {
    const row = `${block} ${kind}`
    const known = named.get(row)
    if (known !== undefined && known !== ref) shared.add(row)
    named.set(row, ref)
  }
  for (const { fact, list, block_hash } of claims) {
    if (list === null || block_hash === null) continue
    for (const one of 'relation' in fact ? [fact.from, fact.to] : [fact]) note(block_hash, one)
  }
  return claims.map((claim) => {
    if (claim.list === null) return claim
    const isAlone = 'kind' in claim.fact && !shared.has(`${claim.block_hash} ${claim.fact.kind}`)
    return isAlone ? claim : { ...claim, list: null }
  })
}

const isPlain = (fact: { certainty?: Certainty }) => certaintyOf(fact) === 'said'

/** What is only reported or denied of something does not tell it from others of its name. */
function subjectOf(facts: EntityFact[], host: string): Subject {
  const plain = facts.filter(isPlain)
  const [{ kind }] = (plain.length > 0 ? plain : facts) as [EntityFact]
  const name = commonest((plain.length > 0 ? plain : facts).map(({ name }) => name))
  const folded = nameKey(baseOfKind(kind) ?? kind, name)
  return { key: shortKey(`${kind}|${folded}|${anchorOf(kind, plain, host)}`), kind, name }
}

/** Kind and name of a mention, without what distinguishes it from others of that name. */
export function mentionKey({ kind, name }: Pick<Subject, 'kind' | 'name'>): string {
  return shortKey(`${kind}|${nameKey(baseOfKind(kind) ?? kind, name)}`)
}

/** What distinguishes the subject from others of its name, as far as the page states it. */
function anchorOf(kind: string, facts: EntityFact[], host: string): string {
  const ids = facts.flatMap(({ external_ids }) =>
    Object.entries(external_ids).map(([register, id]) => `id:${register}:${id}`),
  )
  const [id] = ids.sort()
  if (id !== undefined) return id
  switch (baseOfKind(kind)) {
    case 'person': {
      const [born] = attributeOf(facts, 'birth_date')
      if (born !== undefined) return `born:${born}`
      const [died] = attributeOf(facts, 'death_date')
      if (died !== undefined) return `died:${died}`
      const [life] = facts.flatMap(({ when }) => (when?.edtf.includes('/') ? [when.edtf] : [])).sort()
      if (life !== undefined) return `life:${life}`
      return `${onSite}${siteOf(host)}`
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

const onSite = 'on:'

const siteOf = (host: string) => host.replace(/^www\./, '')

/** The key that the subjects of one name on several sites share; undefined where something else tells them apart. */
export function namesakeKey(key: string): string | undefined {
  const at = key.lastIndexOf('|') + 1
  return key.startsWith(onSite, at) ? key.slice(0, at) : undefined
}

/** A key without the site: another site may name the same neighbour. */
export const keyOnAnySite = (key: string): string => namesakeKey(key) ?? key

const attributeOf = (facts: EntityFact[], key: string) =>
  facts.flatMap(({ attributes }) => (Object.hasOwn(attributes, key) ? [attributes[key] as string] : [])).sort()

/** The location, if the page states it. A place that we found by its name alone is our own guess and does not count. */
function placeOf(facts: EntityFact[], partOf: (where: NonNullable<EntityFact['where']>) => string | undefined): string {
  const [place] = facts
    .flatMap(({ where }) =>
      where && isStated(where) ? [`in:${where.country ?? ''}:${foldName(partOf(where) ?? '')}`] : [],
    )
    .sort()
  return place ?? ''
}

const isStated = (where: NonNullable<EntityFact['where']>) =>
  where.region !== undefined || where.locality !== undefined || where.street !== undefined

function commonest(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [[name]] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)) as [[string, number]]
  return name
}

const keyChars = 200

/** Keys longer than `keyChars` end in a hash: an index entry has a size limit. */
export function shortKey(raw: string): string {
  // The same replacements as on storing.
  const key = raw.replaceAll('\0', '\ufffd').toWellFormed()
  if (key.length <= keyChars) return key
  return `${key.slice(0, keyChars - 24).toWellFormed()}#${hash('sha256', key, 'base64url').slice(0, 22)}`
}
