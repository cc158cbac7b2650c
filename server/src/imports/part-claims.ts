import { toStored } from '../claims/claims.ts'
import type { StoredClaim } from '../claims/stored-claim.ts'
import { type Claim, type EntityRef, entityClaim, type Quote, relationshipClaim } from '../facts/claim.ts'
import { refOf } from '../facts/refs.ts'
import type { Locator } from '../pipeline/parts/locate.ts'
import { type ImportedEnd, type RowEntity, RowError, type RowFacts, type RowRelationship } from './facts/row-facts.ts'
import type { KnownRef, PartRow, RowFailure } from './queries.ts'

// The rows of a part as claims, each with its row as the quote.

export interface ReadRow {
  number: number
  start: number
  end: number
  facts: RowFacts
}

/** The rows of a part with what they say, and those that cannot be understood. */
export function readPart(
  { text, row_starts, row_numbers }: Pick<PartRow, 'text' | 'row_starts' | 'row_numbers'>,
  factsOf: (row: string) => RowFacts,
): { rows: ReadRow[]; failed: RowFailure[] } {
  const rows: ReadRow[] = []
  const failed: RowFailure[] = []
  for (const [at, start] of row_starts.entries()) {
    const number = row_numbers[at] as number
    // Each row but the last is followed by one line end.
    const end = (row_starts[at + 1] ?? text.length + 1) - 1
    try {
      rows.push({ number, start, end, facts: factsOf(text.slice(start, end)) })
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      failed.push({ row: number, error: error.message })
    }
  }
  return { rows, failed }
}

/** Ids of things that relationships of these rows name. */
export const idsNamed = (rows: ReadRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ facts }) =>
      facts.relationships.flatMap(({ from, to }) => [from.file_id ?? [], to.file_id ?? []].flat()),
    ),
  ),
]

/** What the entities of these rows are called in their file. */
export const refsOf = (rows: ReadRow[]): KnownRef[] =>
  rows.flatMap(({ facts }) =>
    facts.entities.flatMap(({ file_id, kind, name, external_ids }) =>
      file_id === undefined ? [] : [{ ref: file_id, kind, name, external_ids }],
    ),
  )

export interface Claimed {
  claims: StoredClaim[]
  failed: RowFailure[]
}

/** `known` are the things of the file by their ids. */
export async function claimsOfPart(
  { text, rows }: { text: string; rows: ReadRow[] },
  known: Map<string, KnownRef>,
  locator: Locator,
): Promise<Claimed> {
  const failed: RowFailure[] = []
  const claims: { claim: Claim; number: number }[] = []
  for (const row of rows) {
    const quoteOf = (value: string) => quoteIn(text, row, value)
    try {
      for (const claim of claimsOfRow(row, known, quoteOf)) claims.push({ claim, number: row.number })
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      failed.push({ row: row.number, error: error.message })
    }
  }
  const located = await locator.locate(
    claims.map(({ claim }) => claim),
    null,
  )
  const stored = located.map((claim, at) =>
    toStored(claim, {
      ...{ block_hash: `row ${claims[at]?.number}`, list: null, origin: 'structured', mode: 'import', model: null },
    }),
  )
  return { claims: stored, failed }
}

type QuoteOf = (value: string) => Quote

function claimsOfRow({ number, facts }: ReadRow, known: Map<string, KnownRef>, quoteOf: QuoteOf): Claim[] {
  const own = facts.entities.map((entity) => entityOf(entity, number, quoteOf(entity.name)))
  const refs = new Map(facts.entities.map((entity) => [entity, refOfEntity(entity, number)]))
  const relationships = facts.relationships.flatMap((one) => relationshipOf(one, { refs, known, quoteOf }))
  return [...own, ...relationships]
}

/** The same in all parts of the file, so that what they say of it comes together. */
const refOfEntity = ({ file_id, kind, name }: RowEntity, number: number): EntityRef => ({
  ref: file_id === undefined ? `row:${number}` : `id:${file_id}`,
  ...{ kind, name },
})

function entityOf(entity: RowEntity, number: number, quote: Quote): Claim {
  const { file_id: _, ...facts } = entity
  return entityClaim({ ...facts, ...refOfEntity(entity, number), quote })
}

interface Named {
  refs: Map<RowEntity, EntityRef>
  known: Map<string, KnownRef>
  quoteOf: QuoteOf
}

function relationshipOf({ from, to, type, ...rest }: RowRelationship, named: Named): Claim[] {
  const [one, other] = [endOf(from, named), endOf(to, named)]
  const quote = named.quoteOf(from.name ?? to.name ?? '')
  if (one.ref.ref === other.ref.ref) throw new RowError('both its ends are the same')
  return [
    ...one.claims,
    ...other.claims,
    relationshipClaim({ from: one.ref, to: other.ref, relation: type, quote, ...rest }),
  ]
}

/** An end, with what tells it from others of its name where another row is about it. */
function endOf(
  { file_id, kind, name }: ImportedEnd,
  { refs, known, quoteOf }: Named,
): { ref: EntityRef; claims: Claim[] } {
  const own = [...refs].find(([entity]) =>
    file_id === undefined ? entity.name === name && entity.kind === kind : entity.file_id === file_id,
  )
  if (own) return { ref: own[1], claims: [] }
  const thing = file_id === undefined ? undefined : known.get(file_id)
  if (thing) {
    const ref = { ref: `id:${thing.ref}`, kind: thing.kind, name: thing.name }
    return { ref, claims: [entityClaim({ ...ref, external_ids: thing.external_ids, quote: quoteOf(thing.name) })] }
  }
  if (name === undefined || kind === undefined) throw new RowError(`the file has nothing with the id ${file_id ?? ''}`)
  return { ref: { ref: refOf(kind, name), kind, name }, claims: [] }
}

const quoteMax = 300

/** The whole row; of a long one the part around the value. */
function quoteIn(text: string, { start, end }: ReadRow, value: string): Quote {
  const row = text.slice(start, end)
  if (row.length <= quoteMax) return { text: row, start, end }
  const found = Math.max(row.indexOf(value), 0)
  const wanted = Math.max(0, Math.min(found - 100, row.length - quoteMax))
  // No sign is cut in two.
  const from = isLowHalf(row, wanted) ? wanted + 1 : wanted
  const to = isLowHalf(row, from + quoteMax) ? from + quoteMax - 1 : from + quoteMax
  return { text: row.slice(from, to), start: start + from, end: start + Math.min(to, row.length) }
}

const isLowHalf = (text: string, at: number) => /^[\udc00-\udfff]$/.test(text.charAt(at))
