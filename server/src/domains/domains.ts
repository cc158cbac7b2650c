import { isDeepStrictEqual } from 'node:util'
import { monthSpends } from '../budget/budget.ts'
import { createGate, publishedNumber } from '../gate/gate.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { DomainLock } from '../platform/http/handlers.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { announceStop } from '../projects/stops.ts'
import { openWork } from '../waiting/waiting-work.ts'
import { announceDomainChange } from './domain-change.ts'
import type { Attribute, DomainSettings } from './domain-settings.ts'
import {
  type CrawlStateChange,
  insertDomain,
  lockCrawlSettings,
  lockDomain,
  lockDueDomain,
  selectActiveRunId,
  selectAssignment,
  selectCrawlBounds,
  selectDomain,
  selectDomainIds,
  selectDomains,
  selectEntityCounts,
  selectLoadedDomain,
  selectScheduled,
  selectWithoutModel,
  updateCrawlState,
  updateCurated,
  updateDomain,
  updateDomainArchived,
  updateGraphSeq,
  updateHistoryForgotten,
  updateNextRecrawl,
} from './queries.ts'
import { type DueRecrawl, nextRecrawl } from './recrawl-times.ts'

type AttributeInput = Pick<Attribute, 'key'> & { [Field in keyof Attribute]?: Attribute[Field] | undefined }

type DomainChange = {
  [Field in Exclude<keyof DomainSettings, 'attributes'>]?: DomainSettings[Field] | undefined
} & { attributes?: AttributeInput[] | undefined }

const done = { ok: true as const }

/** The domain that the path of a request names. */
export function loadDomain(db: Queryable, projectId: string, domainId: string, options: { lock: DomainLock | false }) {
  return selectLoadedDomain(db, projectId, domainId, options)
}

/** What a reader of pages looks for. */
export function assignmentOf(db: Queryable, domainId: string) {
  return selectAssignment(db, domainId)
}

/** The bounds of a domain's crawl, and how many pages it has. */
export function crawlBounds(db: Queryable, domainId: string) {
  return selectCrawlBounds(db, domainId)
}

/** The crawl settings of a domain; locks the domain until the transaction ends. */
export function holdForCrawl(tx: Transaction, domainId: string) {
  return lockCrawlSettings(tx, domainId)
}

/** Those of the domains whose schedules may begin runs: they are neither stopped nor deleted. */
export const scheduledOf = (db: Queryable, domainIds: string[]) => selectScheduled(db, domainIds)

/** A domain whose schedule is due, held until the transaction ends. Its next time is written: no other process finds it due. */
export async function takeDueDomain(tx: Transaction, domainId: string): Promise<DueRecrawl | undefined> {
  const due = await lockDueDomain(tx, domainId)
  if (due) await updateNextRecrawl(tx, due.domain_id, nextRecrawl(new Date(due.due_at), due.every, tx.now))
  return due
}

/** How many domains are paused because the model cannot be used, of all projects. */
export function countWithoutModel(db: Queryable): Promise<number> {
  return selectWithoutModel(db)
}

export function changeCrawlState(tx: Transaction, domainId: string, change: CrawlStateChange): Promise<void> {
  return updateCrawlState(tx, domainId, change)
}

/** Returns the number of the last change of the graph, after adding these. The caller holds the domain. */
export function advanceGraph(tx: Transaction, domainId: string, added: { changes: number; entities: number }) {
  return updateGraphSeq(tx, domainId, added)
}

/** Counts what people write against their quota; the number of the correction. The caller holds the domain. */
export function countCurated(tx: Transaction, domainId: string, bytes: number): Promise<number> {
  return updateCurated(tx, domainId, bytes)
}

/** Records that history before a time, and changes up to a number, are no longer complete. The caller holds the domain. */
export async function noteForgotten(tx: Transaction, domainId: string, forgotten: { before: Date; seq: number }) {
  await updateHistoryForgotten(tx, domainId, forgotten)
  await announceDomainChange(tx, domainId)
}

const domainsAtOnce = 100

/** The ids of all domains that were created before a time, of all projects. */
export async function* domainsOlderThan(db: Queryable, before: Date): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const ids = await selectDomainIds(db, before, after, domainsAtOnce)
    yield* ids
    after = ids.at(-1)
    if (ids.length < domainsAtOnce) return
  }
}

export async function createDomain(
  tx: Transaction,
  projectId: string,
  createdBy: string,
  domain: Omit<DomainSettings, 'attributes'>,
) {
  const id = newId()
  await insertDomain(tx, projectId, id, { ...domain, attributes: [] })
  if (domain.recrawl_every) await openWork(tx, 'recrawl', id, tx.now)
  await createGate(tx, id, createdBy)
  return { id, name: domain.name, ontology: domain.ontology }
}

export async function listDomains(
  db: Queryable,
  projectId: string,
  query: ListQuery & { all?: boolean | undefined },
  now: Date,
) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectDomains(db, projectId, { archived: query.all ?? false, before, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  const ids = page.map(({ id }) => id)
  const spends = await monthSpends(db, ids, now)
  return { domains: page.map((row) => ({ ...row, spend_usd: spends.get(row.id) ?? 0 })), next_cursor }
}

export async function getDomain(db: Queryable, projectId: string, domainId: string) {
  const domain = await selectDomain(db, projectId, domainId)
  if (!domain) throw fail('domain_not_found')
  const version = await publishedNumber(db, domainId)
  if (version === undefined) throw fail('domain_not_found')
  return { ...domain, active_run: await selectActiveRunId(db, domainId), published_spec_version: version }
}

export async function changeDomain(tx: Transaction, projectId: string, domainId: string, change: DomainChange) {
  const domain = await lockDomain(tx, projectId, domainId, 'change')
  if (!domain) throw fail('domain_not_found')
  if (Object.keys(change).length === 0) throw fail('nothing_to_update')
  const { attributes, ...plain } = change
  const next = { ...domain, ...plain, ...(attributes && { attributes: attributes.map(completeAttribute) }) }
  checkAttributeKinds(next)
  await refuseToDropUsedKinds(tx, domainId, domain.ontology, next.ontology)
  if (isDeepStrictEqual(next, domain)) return done
  const known = new Set(domain.attributes.map(({ key }) => key))
  const attributesAdded = next.attributes.some(({ key }) => !known.has(key))
  await updateDomain(tx, projectId, domainId, next, { attributesAdded })
  if (next.recrawl_every !== domain.recrawl_every) await openWork(tx, 'recrawl', domainId, tx.now)
  if (next.readers_may_spend !== domain.readers_may_spend) await announceDomainChange(tx, domainId)
  return done
}

export async function archiveDomain(tx: Transaction, projectId: string, domainId: string) {
  await updateDomainArchived(tx, projectId, domainId, tx.now)
  await announceStop(tx, domainId)
  await announceDomainChange(tx, domainId)
  return done
}

export async function unarchiveDomain(tx: Transaction, projectId: string, domainId: string) {
  await updateDomainArchived(tx, projectId, domainId, null)
  await announceDomainChange(tx, domainId)
  return done
}

const completeAttribute = ({ key, label = key, kinds = [], description = '' }: AttributeInput): Attribute => ({
  key,
  label,
  kinds,
  description,
})

function checkAttributeKinds({ ontology, attributes }: DomainSettings): void {
  for (const [index, attribute] of attributes.entries()) {
    const unknown = attribute.kinds.find((kind) => !ontology.includes(kind))
    if (unknown === undefined) continue
    const path = `attributes.${index}.kinds`
    const message = `${path} must be kinds of the ontology; ${unknown} is not`
    throw fail('invalid_request', { text: message, details: [{ path, message }] })
  }
}

async function refuseToDropUsedKinds(tx: Transaction, domainId: string, before: string[], after: string[]) {
  const removed = before.filter((kind) => !after.includes(kind))
  if (removed.length === 0) return
  const used = await selectEntityCounts(tx, domainId, removed)
  if (used.length === 0) return
  const list = used.map(({ kind, count }) => `${kind} (${count})`).join(', ')
  throw fail('kind_has_entities', { text: `kind still has entities: ${list}` })
}
