import { decisionOf, reversed } from '../graph/store/decide/decide.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { type Audited, type Curator, commit } from './curator.ts'
import { type AuditFilter, selectAudit, selectAuditEntry, selectDecisions, selectLater } from './queries.ts'

export async function listAudit(db: Queryable, domainId: string, query: ListQuery & AuditFilter) {
  const [before] = readCursor(query.cursor, ['number']) ?? []
  const { rows, is_cut } = await selectAudit(db, domainId, query, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, ({ seq }) => [String(seq)], is_cut)
  return { audit: page.map(({ seq: _, ...entry }) => entry), next_cursor }
}

/** Sets all that the entry decided to what it was before. An undo can be undone like any other entry. */
export async function undoAudit(curator: Curator, id: string): Promise<{ id: string } & Audited> {
  const { tx, moment } = curator
  const entry = await selectAuditEntry(tx, moment.domain_id, id)
  if (!entry) throw fail('audit_not_found')
  if (entry.undone_by) throw fail('already_undone', { text: `entry is undone already: ${entry.undone_by}` })
  const later = overtakingOf(await selectLater(tx, moment.domain_id, entry.seq))
  if (later) throw fail('overtaken', { text: `a later change builds on it: ${later}` })
  const decisions = await selectDecisions(tx, moment.domain_id, entry.seq)
  const changes = decisions.map(({ key, before, after }) => reversed(decisionOf(key, before, after)))
  const audited = await commit(curator, changes, {
    ...{ action: 'undo', target: { type: 'audit', id, name: entry.target.name }, entity_ids: entry.entity_ids },
    ...{ before: entry.after, after: entry.before, undoes: id },
  })
  return { id: audited.audit_id, ...audited }
}

/** The latest entry that still holds: one that was undone, and the entry that undid it, change nothing together. */
function overtakingOf(later: { id: string; undoes: string | null }[]): string | undefined {
  const undone = new Set<string>()
  for (const { id, undoes } of later) {
    if (undone.has(id)) continue
    if (undoes === null || !later.some((one) => one.id === undoes)) return id
    undone.add(undoes)
  }
  return undefined
}
