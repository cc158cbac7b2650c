import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { requireMatch } from '../platform/http/etags.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import type { GateRules } from './judge.ts'
import {
  deleteVersion,
  type GateVersion,
  insertGate,
  insertVersion,
  lockGate,
  selectAbout,
  selectLeastConfidence,
  selectNewestDraft,
  selectOne,
  selectPublished,
  selectPublishedNumber,
  selectVersions,
  updateLastVersion,
  updatePublished,
  updateVersion,
} from './queries.ts'

// A version is a draft until it is published for the first time. From then on it never changes: pages name the version
// that judged them. Publishing another version supersedes it; publishing it again is a rollback.

/** Gives a new domain the published version that the database demands, with empty rules. */
export async function createGate(tx: Transaction, domainId: string, createdBy: string): Promise<void> {
  await insertVersion(tx, domainId, { version: 1, rules: {}, note: '', created_by: createdBy, published_at: tx.now })
  await insertGate(tx, domainId, 1)
}

export async function getGate(db: Queryable, domainId: string) {
  const published = await publishedVersion(db, domainId)
  return { published, draft: (await selectNewestDraft(db, domainId)) ?? null }
}

export async function publishedVersion(db: Queryable, domainId: string): Promise<GateVersion> {
  const published = await selectPublished(db, domainId)
  if (!published) throw fail('domain_not_found')
  return published
}

/** Facts below this confidence are hidden. */
export async function leastConfidenceOf(db: Queryable, domainId: string): Promise<number> {
  return (await selectLeastConfidence(db, domainId)) ?? 0
}

/** Undefined when the domain was deleted. */
export function publishedNumber(db: Queryable, domainId: string): Promise<number | undefined> {
  return selectPublishedNumber(db, domainId)
}

/** The plain words of a version about what is relevant; empty when it has none. */
export async function aboutOf(db: Queryable, domainId: string, version: number): Promise<string> {
  return (await selectAbout(db, domainId, version)) ?? ''
}

/** Rules on one page of the list, and those of one version more. */
const listBytes = 1024 * 1024

export async function listVersions(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['number']) ?? []
  const { versions, is_cut } = await selectVersions(db, domainId, {
    before: before === undefined ? undefined : Number(before),
    limit: query.limit + 1,
    bytes: listBytes,
  })
  const { page, next_cursor } = cutPage(versions, query.limit, (row) => [String(row.version)], is_cut)
  return { versions: page, next_cursor }
}

export async function getVersion(db: Queryable, domainId: string, version: number): Promise<GateVersion> {
  const found = await selectOne(db, domainId, version)
  if (!found) throw fail('gate_version_not_found')
  return found
}

export async function createVersion(
  tx: Transaction,
  domainId: string,
  createdBy: string,
  draft: { rules: GateRules; note: string },
): Promise<GateVersion> {
  const version = await updateLastVersion(tx, domainId)
  await insertVersion(tx, domainId, { ...draft, version, created_by: createdBy, published_at: null })
  return getVersion(tx, domainId, version)
}

export async function changeVersion(
  tx: Transaction,
  domainId: string,
  version: number,
  change: { rules?: GateRules | undefined; note?: string | undefined },
  precondition: { if_match: string | undefined },
): Promise<GateVersion> {
  const draft = await lockDraft(tx, domainId, version)
  requireMatch(precondition, draft)
  if (change.rules === undefined && change.note === undefined) throw fail('nothing_to_update')
  const next = { rules: change.rules ?? draft.rules, note: change.note ?? draft.note }
  await updateVersion(tx, domainId, version, next)
  return { ...draft, ...next }
}

export async function removeVersion(tx: Transaction, domainId: string, version: number) {
  await lockDraft(tx, domainId, version)
  await deleteVersion(tx, domainId, version)
  return { ok: true as const }
}

/** What publishing needs of the crawl of a domain. */
export interface JudgedCrawl {
  /** Waits until pages that are being settled are written; no others are until the transaction ends. */
  hold(tx: Transaction, domainId: string): Promise<void>
  /** Enqueues a job that judges the stored pages again; those under way begin again. */
  judgeAnew(tx: Transaction, domainId: string): Promise<void>
}

export async function publishVersion(
  tx: Transaction,
  domainId: string,
  version: number,
  crawl: JudgedCrawl,
): Promise<GateVersion> {
  // The domain comes before the gate in the order of locks.
  await crawl.hold(tx, domainId)
  await lockGate(tx, domainId)
  const found = await getVersion(tx, domainId, version)
  // A repeated call is no rollback.
  if (found.status === 'published') return found
  await updatePublished(tx, domainId, version)
  await crawl.judgeAnew(tx, domainId)
  return getVersion(tx, domainId, version)
}

async function lockDraft(tx: Transaction, domainId: string, version: number): Promise<GateVersion> {
  await lockGate(tx, domainId)
  const found = await getVersion(tx, domainId, version)
  if (found.status !== 'draft') throw fail('gate_version_published')
  return found
}
