import { limits } from '@polegraph/contract/limits.ts'
import type { EventLog } from '../events/event-log.ts'
import { getVersion, publishedVersion } from '../gate/gate.ts'
import { compileGate, describeDrop, type Judge } from '../gate/judge.ts'
import { storedVerdict } from '../gate/stored-verdict.ts'
import { showConfident } from '../graph/store/show-confident.ts'
import { writePages } from '../graph/store/write-pages.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { DomainCrawl } from './domain-crawl.ts'
import {
  type JudgedRow,
  selectJudgedPages,
  updatePagesDropped,
  updatePagesForgotten,
  updatePagesKept,
} from './judge-queries.ts'

// Judges stored pages by a version of the gate: for a preview, and for real after publishing. The text is stored, so
// nothing is fetched. Whether a page fits the gate's `about` is known only from a model's answer, which holds as long
// as `about` stays the same.

const batch = 100

type Outcome = { keep: boolean; rule: string | null }

export async function previewVersion(db: Queryable, domainId: string, version: number) {
  const judge = compileGate((await getVersion(db, domainId, version)).rules)
  const abouts = new Abouts(db, domainId)
  const preview = { checked: 0, kept: 0, dropped: 0 }
  const newly_kept: { page_id: string; url: string; rule: string | null }[] = []
  const newly_dropped: typeof newly_kept = []
  for await (const pages of storedPages(db, domainId)) {
    for (const page of pages) {
      const { keep, rule } = await judgeStored(judge, abouts, page)
      preview.checked++
      preview[keep ? 'kept' : 'dropped']++
      if (keep === (page.status === 'extracted')) continue
      const list = keep ? newly_kept : newly_dropped
      if (list.length < limits.list_max) list.push({ page_id: page.id, url: page.url, rule })
    }
  }
  return { ...preview, newly_kept, newly_dropped }
}

async function* storedPages(db: Queryable, domainId: string): AsyncGenerator<JudgedRow[]> {
  for (let after: string | undefined; ; ) {
    const pages = await selectJudgedPages(db, domainId, after, batch)
    if (pages.length > 0) yield pages
    after = pages.at(-1)?.id
    if (pages.length < batch) return
  }
}

/** Judges all stored pages by the published version: in the background, a batch in each transaction. */
export async function judgeStoredPages(db: Database, events: EventLog, domainId: string): Promise<void> {
  for (let after: string | undefined; ; ) {
    const last = await db.transaction((tx) => judgeSome(tx, events, domainId, after))
    if (last === undefined) break
    after = last
  }
  let left = true
  while (left) {
    left = await db.transaction(async (tx) => {
      const crawl = await DomainCrawl.hold(tx, domainId)
      return crawl !== undefined && (await showConfident(tx, domainId, batch))
    })
  }
}

/** Returns the last page of the batch; undefined at the end. */
async function judgeSome(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const crawl = await DomainCrawl.hold(tx, domainId)
  if (!crawl) return undefined
  const { version, rules } = await publishedVersion(tx, domainId)
  const judge = compileGate(rules)
  const abouts = new Abouts(tx, domainId)
  const pages = await selectJudgedPages(tx, domainId, after, batch)
  const dropped: { id: string; error: string; version: number }[] = []
  const wanted: string[] = []
  const kept: string[] = []
  for (const page of pages) {
    const verdict = await judgeStored(judge, abouts, page)
    if (verdict.keep && page.status === 'extracted') {
      // An extracted page counts as judged by the new version when `about` is the same; otherwise it is read again.
      if (page.gate_version !== version && (await abouts.of(page.gate_version)) === judge.about) kept.push(page.id)
      continue
    }
    if (!verdict.keep && page.status === 'irrelevant') continue
    if (verdict.keep) wanted.push(page.id)
    else dropped.push({ id: page.id, error: describeDrop(version, verdict), version })
  }
  if (dropped.length > 0) {
    for (const page of await updatePagesDropped(tx, domainId, dropped)) crawl.noteJudged(page)
    await writePages(
      tx,
      domainId,
      [],
      dropped.map(({ id }) => id),
    )
  }
  if (kept.length > 0) await updatePagesKept(tx, domainId, kept, version)
  if (wanted.length > 0 && !crawl.archived) {
    // Their hashes belong to the text that was dropped: without them the pages are read in full.
    await updatePagesForgotten(tx, domainId, wanted)
    await crawl.requeue(wanted)
  }
  await crawl.commit(events)
  return pages.length < batch ? undefined : pages.at(-1)?.id
}

async function judgeStored(judge: Judge, abouts: Abouts, page: JudgedRow): Promise<Outcome> {
  const verdict = storedVerdict(judge, page)
  if (!verdict.keep || page.status === 'extracted') return verdict
  if (page.error_code !== 'off_topic' || (await abouts.of(page.gate_version)) !== judge.about) return verdict
  return { keep: false, rule: 'about' }
}

/** The `about` of each version. */
class Abouts {
  readonly #db: Queryable
  readonly #domainId: string
  readonly #known = new Map<number, string>()

  constructor(db: Queryable, domainId: string) {
    this.#db = db
    this.#domainId = domainId
  }

  async of(version: number): Promise<string> {
    const about = this.#known.get(version) ?? (await getVersion(this.#db, this.#domainId, version)).rules.about ?? ''
    this.#known.set(version, about)
    return about
  }
}
