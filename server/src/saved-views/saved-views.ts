import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { actorOf, type ProjectCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteViewRow,
  deleteViewsOfNobody,
  insertView,
  selectView,
  selectViewCount,
  selectViews,
  updateView,
  type ViewRow,
} from './queries.ts'

interface NewView {
  name: string
  state: Record<string, unknown>
  shared?: boolean | undefined
}

/** The caller locks the domain, so that the limit holds. */
export async function createView(tx: Transaction, domainId: string, caller: ProjectCaller, body: NewView) {
  const created_by = actorOf(caller)
  if ((await selectViewCount(tx, domainId, created_by)) >= limits.views_max) throw fail('too_many_views')
  const id = newId()
  const { name, state, shared = false } = body
  await insertView(tx, domainId, { id, name, state, shared, created_by })
  return getView(tx, domainId, caller, id)
}

export async function listViews(db: Queryable, domainId: string, caller: ProjectCaller, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectViews(db, domainId, actorOf(caller), before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { views: page, next_cursor }
}

export async function getView(db: Queryable, domainId: string, caller: ProjectCaller, id: string): Promise<ViewRow> {
  const view = await selectView(db, domainId, actorOf(caller), id)
  if (!view) throw fail('view_not_found')
  return view
}

export async function changeView(
  tx: Transaction,
  domainId: string,
  caller: ProjectCaller,
  id: string,
  change: Partial<NewView>,
) {
  const { name, state, shared } = change
  const view = await requireMaker(tx, domainId, caller, id)
  if (name === undefined && state === undefined && shared === undefined) throw fail('nothing_to_update')
  await updateView(tx, domainId, id, {
    ...(name !== undefined && { name }),
    ...(state !== undefined && { state }),
    ...(shared !== undefined && { shared }),
  })
  // One of another that an owner has taken from the project is not theirs to read any more.
  return (await selectView(tx, domainId, actorOf(caller), id)) ?? { ...view, shared: false }
}

export async function deleteView(tx: Transaction, domainId: string, caller: ProjectCaller, id: string) {
  await requireMaker(tx, domainId, caller, id)
  await deleteViewRow(tx, domainId, id)
  return { ok: true as const }
}

/** Deletes the views that nobody can see any more. */
export function forgetViews(db: Queryable, domainId: string): Promise<void> {
  return deleteViewsOfNobody(db, domainId)
}

async function requireMaker(tx: Transaction, domainId: string, caller: ProjectCaller, id: string): Promise<ViewRow> {
  const view = await getView(tx, domainId, caller, id)
  if (!view.is_own && caller.role !== 'owner') throw fail('view_of_another')
  return view
}
