import { limits } from '@polegraph/contract/limits.ts'
import type { EventLog } from '../../events/event-log.ts'
import { getVersion, publishedNumber, publishedVersion } from '../../gate/gate.ts'
import { compileGate, type Judge, nameRule } from '../../gate/judge.ts'
import { showConfident } from '../../graph/store/update/show-confident.ts'
import { writePages } from '../../graph/store/update/write-pages.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { ParseThreads } from '../../reader/read-page/parse-threads.ts'
import { DomainCrawl } from '../domain-crawl.ts'
import { updatePagesDropped, updatePagesForgotten, updatePagesKept } from './judge-queries.ts'
import { type StoredVerdict, StoredVerdicts } from './stored-verdicts.ts'

// Judges stored pages by a version of the gate: for a preview, and for real after publishing.

export interface JudgingParts {
  db: Database
  threads: ParseThreads
}

/** A preview says `truncated` when there are more. */
const previewBounds = { pages: 20_000, text_bytes: 64 * 1024 * 1024 }

export const previewBy =
  (parts: JudgingParts, bounds = previewBounds) =>
  (domainId: string, version: number, ended: AbortSignal) =>
    previewVersion(parts, bounds, { domain_id: domainId, version, ended })

async function previewVersion(
  { db, threads }: JudgingParts,
  bounds: typeof previewBounds,
  { domain_id, version, ended }: { domain_id: string; version: number; ended: AbortSignal },
) {
  const judge = compileGate((await getVersion(db, domain_id, version)).rules)
  const stored = new StoredVerdicts({ db, threads, domain_id, ended })
  const preview = { checked: 0, kept: 0, dropped: 0 }
  const newly_kept: { page_id: string; url: string; rule: string | null }[] = []
  const newly_dropped: typeof newly_kept = []
  let truncated = true
  let textBytes = 0
  for (let after: string | undefined; preview.checked < bounds.pages && textBytes < bounds.text_bytes; ) {
    ended.throwIfAborted()
    const { verdicts, bytes, is_last } = await stored.next(judge, after)
    for (const { page, keep, rule } of verdicts) {
      preview.checked++
      preview[keep ? 'kept' : 'dropped']++
      if (keep === (page.status === 'extracted')) continue
      const list = keep ? newly_kept : newly_dropped
      if (list.length < limits.list_max) list.push({ page_id: page.id, url: page.url, rule })
    }
    after = verdicts.at(-1)?.page.id
    textBytes += bytes
    truncated = !is_last
    if (is_last) break
  }
  return { ...preview, newly_kept, newly_dropped, truncated }
}

/** Judges all stored pages by the published version: in the background, a portion in each transaction. */
export async function judgeStoredPages(
  { db, threads, events }: JudgingParts & { events: EventLog },
  domain_id: string,
): Promise<void> {
  const stored = new StoredVerdicts({ db, threads, domain_id })
  let judged: { version: number; judge: Judge } | undefined
  for (let after: string | undefined; ; ) {
    const version = await publishedNumber(db, domain_id)
    if (version === undefined) return
    if (judged?.version !== version) {
      judged = { version, judge: compileGate((await publishedVersion(db, domain_id)).rules) }
    }
    const by = judged
    const { verdicts, is_last } = await stored.next(by.judge, after)
    const confirmed = await confirmedBy(stored, by, verdicts)
    // A transaction of its own: others would wait for the threads too.
    const isWritten = await db.transaction((tx) =>
      writeVerdicts(tx, events, domain_id, { version: by.version, verdicts, confirmed }),
    )
    if (!isWritten) continue
    if (is_last) break
    after = verdicts.at(-1)?.page.id
  }
  let left = true
  while (left) {
    left = await db.transaction(async (tx) => {
      const crawl = await DomainCrawl.hold(tx, domain_id)
      return crawl !== undefined && (await showConfident(tx, domain_id, shownAtOnce))
    })
  }
}

const shownAtOnce = 100

/**
 * Pages that stay and count as judged by the new version: those for which `about` is the same. The others are read
 * again.
 */
async function confirmedBy(
  stored: StoredVerdicts,
  { version, judge }: { version: number; judge: Judge },
  verdicts: StoredVerdict[],
): Promise<StoredVerdict[]> {
  const confirmed: StoredVerdict[] = []
  for (const verdict of verdicts) {
    const { status, gate_version } = verdict.page
    if (!verdict.keep || status !== 'extracted' || gate_version === version) continue
    if ((await stored.about(gate_version)) === judge.about) confirmed.push(verdict)
  }
  return confirmed
}

/** False when another version was published meanwhile. */
async function writeVerdicts(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  { version, verdicts, confirmed }: { version: number; verdicts: StoredVerdict[]; confirmed: StoredVerdict[] },
): Promise<boolean> {
  const crawl = await DomainCrawl.hold(tx, domainId)
  // The domain was deleted.
  if (!crawl) return true
  if ((await publishedNumber(tx, domainId)) !== version) return false
  const changed = verdicts.filter(({ page, keep }) => keep !== (page.status === 'extracted'))
  const [wanted, unwanted] = [changed.filter(({ keep }) => keep), changed.filter(({ keep }) => !keep)]
  if (unwanted.length > 0) {
    const rows = unwanted.map((verdict) => ({ ...rowOf(verdict), error: nameRule(version, verdict.rule) }))
    const dropped = await updatePagesDropped(tx, domainId, version, rows)
    for (const page of dropped) crawl.noteJudged(page)
    await writePages(
      tx,
      domainId,
      [],
      dropped.map(({ id }) => id),
    )
  }
  if (confirmed.length > 0) await updatePagesKept(tx, domainId, version, confirmed.map(rowOf))
  if (wanted.length > 0 && !crawl.archived) {
    // Their hashes belong to the text that was dropped: without them the pages are read in full.
    await crawl.requeue(await updatePagesForgotten(tx, domainId, wanted.map(rowOf)))
  }
  await crawl.commit(events)
  return true
}

const rowOf = ({ page: { id, fence }, rule }: StoredVerdict) => ({ id, fence, rule })
