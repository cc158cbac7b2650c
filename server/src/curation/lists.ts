import type { curationRoutes } from '@polegraph/contract/graph/curation.ts'
import type { mappedType } from '@polegraph/contract/graph/curation-fields.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { isKnownRelation } from '../facts/relations.ts'
import type { NamedEntity } from '../graph/read/entities/entity-rows.ts'
import { findContradictions } from '../graph/read/evidence/contradictions.ts'
import type { ListedMerge } from '../graph/read/history/history.ts'
import { findCalledDifferent } from '../graph/store/resolve/judged-groups.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { LoadedDomain } from '../platform/http/handlers.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import {
  type PairFilter,
  type PairStatus,
  selectContradicted,
  selectDuplicates,
  selectListedMerges,
  selectTombstones,
  selectTypeCounts,
  type TypeCount,
} from './list-queries.ts'

// Lists across a domain of what people decided, and of what waits for them.

type Tombstone = z.output<(typeof curationRoutes)['listTombstones']['answer']>['tombstones'][number]

export async function listTombstones(
  db: Queryable,
  domainId: string,
  query: ListQuery & { type?: string | undefined },
) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const { rows, is_cut } = await selectTombstones(db, domainId, query.type, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, ({ id }) => [id], is_cut)
  const tombstones = page.map(({ label, ...row }): Tombstone => {
    const { kind = null, name = null, from = null, to = null, relation = null, certainty = null } = label
    return { ...row, kind, name, from, to, relation, certainty }
  })
  return { tombstones, next_cursor }
}

export async function listMerges(
  db: Queryable,
  domainId: string,
  query: ListQuery & { by?: 'machine' | 'person' | undefined },
): Promise<{ merges: ListedMerge[]; next_cursor: string | null }> {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const { rows, is_cut } = await selectListedMerges(db, domainId, query.by, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, ({ row_id }) => [row_id], is_cut)
  return { merges: page.map(({ row_id: _, ...merge }) => merge), next_cursor }
}

export async function listDuplicates(
  db: Queryable,
  domainId: string,
  query: ListQuery & PairFilter & { status?: PairStatus | undefined },
) {
  const { status = 'pending' } = query
  const position = readCursor(query.cursor, [{ is: status }, 'real', 'id'])
  const after = position && { score: Number(position[1]), id: position[2] as string }
  const { rows, is_cut } = await selectDuplicates(db, domainId, status, query, after, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, ({ score, id }) => [status, String(score), id], is_cut)
  const waiting = status === 'pending' ? await withoutToldApart(db, domainId, page) : page
  const duplicates = waiting.map(({ a_id: _, b_id: __, a, b, ...row }) => ({
    ...row,
    status,
    entities: [a, b] as [NamedEntity, NamedEntity],
  }))
  return { duplicates, next_cursor }
}

/** Pairs of entities whose parts nobody has called different, parts without evidence included. */
export async function withoutToldApart<Pair extends { a_id: string; b_id: string }>(
  db: Queryable,
  domainId: string,
  pairs: Pair[],
): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const ids = new Set(pairs.flatMap(({ a_id, b_id }) => [a_id, b_id]))
  const areDifferent = await findCalledDifferent(db, domainId, [...ids])
  return pairs.filter(({ a_id, b_id }) => !areDifferent(a_id, b_id))
}

export async function listContradictions(db: Queryable, { id, graph_seq }: LoadedDomain, query: ListQuery) {
  const [after] = readCursor(query.cursor, ['id']) ?? []
  const moment = { domain_id: id, as_of: undefined, graph_seq }
  const rows = await selectContradicted(db, id, after, query.limit + 1)
  const contradictions = []
  let bytes = 0
  let last: NamedEntity | undefined
  for (const entity of rows.slice(0, query.limit)) {
    if (bytes >= limits.list_bytes) break
    last = entity
    // A relationship is listed once, with the entity that it leads from.
    const found = await findContradictions(db, moment, entity.id, ['from'])
    if (found.length === 0) continue
    contradictions.push({ entity, contradictions: found })
    bytes += Buffer.byteLength(JSON.stringify(found))
  }
  const read = last ? rows.indexOf(last) + 1 : 0
  const { next_cursor } = cutPage(rows.slice(0, read), query.limit, (row) => [row.id], read < rows.length)
  return { contradictions, next_cursor }
}

type MappedType = z.output<typeof mappedType>

export async function listRelationTypes(db: Queryable, domainId: string, query: ListQuery) {
  const [, after = ''] = readCursor(query.cursor, [{ is: 'type' }, 'text']) ?? []
  const { rows, is_cut } = await selectTypeCounts(db, domainId, { after, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, ({ type }) => ['type', type], is_cut)
  return { relation_types: page.map(toMappedType), next_cursor }
}

export const toMappedType = (row: TypeCount): MappedType => ({ ...row, is_own: !isKnownRelation(row.type) })
