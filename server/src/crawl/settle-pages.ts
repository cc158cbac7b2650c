import { limits } from '@polegraph/contract/limits.ts'
import type { PageClaims } from '../claims/claims.ts'
import { appendActivity, type EventLog } from '../events/event-log.ts'
import { addLinks, type LinkingPage } from '../frontier/links/add-links.ts'
import { takeLinks, takeWaiting } from '../frontier/links/follow-links.ts'
import { noLinks } from '../frontier/links/found-link.ts'
import { followLinksTo, noteCrawled } from '../frontier/links/frontier.ts'
import { groupOf, sketchKey } from '../frontier/traps/address-groups.ts'
import { type KnownContents, knownContents, noveltyOf } from '../frontier/traps/page-novelty.ts'
import { SiteGroups } from '../frontier/traps/site-groups.ts'
import type { Novelty } from '../frontier/traps/trap-score.ts'
import { publishedNumber } from '../gate/gate.ts'
import type { GraphWritten } from '../graph/store/update/update-graph.ts'
import { writePages } from '../graph/store/update/write-pages.ts'
import type { Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { PageStatus } from '../queue/claimed-page.ts'
import { addPage } from '../reader/blocks/site-blocks.ts'
import { DomainCrawl } from './domain-crawl.ts'
import type { LaterFailure, PageContent, PageEnding, ReadEnding } from './page-ending.ts'
import {
  insertAliases,
  insertDeadLetters,
  type PageState,
  type SettledRow,
  selectPagesByAddress,
  updatePagesLater,
  updatePagesSettled,
  upsertPageTexts,
} from './page-queries.ts'

// Writes the endings of pages of one domain, in one transaction: pages, claims, links and the pages that are taken from
// the frontier, the run and its end, and the events. An ending is dropped when its page was taken by another worker in
// the meantime (its fence has moved).

interface Settled {
  merged: GraphWritten['merged']
  known_links: string[]
}

type Read = PageEnding & ReadEnding

/** Returns the links that need not be noted again when other pages have them. */
export async function settlePages(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  outcomes: PageEnding[],
): Promise<string[]> {
  const crawl = await DomainCrawl.hold(tx, domainId)
  if (!crawl) return []
  const current = await byCurrentGate(crawl, outcomes)
  const later = current.filter(isLater)
  if (later.length > 0) await putBack(crawl, later)
  const ended = current.filter((outcome) => !isLater(outcome))
  const { merged, known_links } = ended.length > 0 ? await settle(crawl, ended) : nothingSettled
  await crawl.commit(events)
  const projectId = outcomes[0]?.page.project_id
  if (projectId !== undefined)
    for (const entry of merged.slice(0, mergesLogged)) await logMerge(tx, projectId, domainId, entry)
  return known_links
}

const nothingSettled: Settled = { merged: [], known_links: [] }

/** Merges of one batch that go to the activity log; the history of an entity has all of them. */
const mergesLogged = 10

async function logMerge(
  tx: Transaction,
  projectId: string,
  domainId: string,
  { name, into, reason }: GraphWritten['merged'][number],
): Promise<void> {
  const detail = `${name} is ${into}: ${reason}`
  await appendActivity(tx, projectId, domainId, { agent: 'resolver', action: 'merge', subject: into, detail })
}

/**
 * Pages that were judged by a gate that is not in force any more begin again: whoever publishes holds the domain, so nothing
 * is written by the gate before once they have their answer. A page that could not be read has nothing to be judged.
 */
async function byCurrentGate({ tx, domain_id }: DomainCrawl, outcomes: PageEnding[]): Promise<PageEnding[]> {
  const version = await publishedNumber(tx, domain_id)
  return outcomes.map((outcome) => {
    const { page, fetched_at, type } = outcome
    if (page.published_version === version || type === 'unreadable' || type === 'later') return outcome
    return { page, fetched_at, type: 'later', due_at: tx.now, failure: null }
  })
}

type Later = { page: PageEnding['page']; due_at: Date; failure: LaterFailure }

const isLater = (outcome: PageEnding): outcome is PageEnding & { type: 'later' } => outcome.type === 'later'

async function putBack(crawl: DomainCrawl, later: Later[]): Promise<void> {
  const rows = later.map(({ page, due_at, failure }) => ({ id: page.id, fence: page.fence, due_at, failure }))
  for (const { host } of await updatePagesLater(crawl.tx, crawl.domain_id, rows)) crawl.noteQueuedOn(host)
}

async function settle(crawl: DomainCrawl, outcomes: PageEnding[]): Promise<Settled> {
  const folded = await foldAddresses(crawl, outcomes)
  const known = await knownContents(crawl, folded.filter(isFirstRead))
  const rows = folded.map(toRow)
  const settled = await updatePagesSettled(crawl.tx, crawl.domain_id, rows)
  const states = new Map(settled.map((state) => [state.id, state]))
  const own = folded.filter(({ page }) => states.has(page.id))
  // None of the pages has this fence any more: the run was cancelled, or other workers have taken them.
  if (settled.length === 0) return nothingSettled
  for (const state of settled) crawl.noteSettled(state)
  // Links that the plan has chosen are planned until then.
  if (crawl.is_led) {
    await noteCrawled(
      crawl,
      own.map(({ page }) => page.url),
    )
  }
  await writeAliases(crawl, own)
  await writeTexts(crawl, own)
  const merged = await writeClaims(crawl, own, states)
  await buryDeadLetters(crawl, settled, own)
  return { merged, known_links: await follow(crawl, own, states, known) }
}

/** Turns a page whose address belongs to another page into a duplicate of that page. */
async function foldAddresses(crawl: DomainCrawl, outcomes: PageEnding[]): Promise<PageEnding[]> {
  const names = outcomes.flatMap((outcome) => (outcome.type === 'read' ? otherNames(outcome) : []))
  if (names.length === 0) return outcomes
  const owners = new Map<string, { id: string; status: PageStatus }>()
  for (const owner of await selectPagesByAddress(crawl.tx, crawl.domain_id, names)) owners.set(owner.asked, owner)
  return outcomes.map((outcome) => {
    if (outcome.type !== 'read') return outcome
    const { page, fetched_at, address, canonical } = outcome
    const isOthers = (name: string | null): name is string => {
      const owner = name === null ? undefined : owners.get(name)
      return owner !== undefined && owner.id !== page.id
    }
    const original = isOthers(address)
      ? address
      : isOthers(canonical) && isReadable(owners, canonical)
        ? canonical
        : null
    if (original !== null) {
      const error = { code: 'duplicate', text: `duplicate of ${original}` } as const
      return { page, fetched_at, type: 'refused', status: 'skipped', error, links: noLinks, is_gone: true }
    }
    for (const name of otherNames(outcome)) owners.set(name, { id: page.id, status: 'extracted' })
    return outcome
  })
}

const otherNames = ({ address, canonical }: Read) => [address, canonical].filter((name) => name !== null)

/** A page is no duplicate of one that could not be read. */
const isReadable = (owners: Map<string, { status: PageStatus }>, name: string) => owners.get(name)?.status !== 'failed'

function toRow(outcome: PageEnding): SettledRow {
  const { page, fetched_at } = outcome
  const base = {
    id: page.id,
    fence: page.fence,
    fetched_at,
    is_unchanged: outcome.type === 'unchanged',
    is_read: outcome.type === 'read',
    is_retracted: outcome.type === 'refused' && isSilent(outcome),
    is_extraction_failure: outcome.type === 'unreadable',
  }
  switch (outcome.type) {
    case 'read': {
      const { content, address } = outcome
      return {
        ...base,
        ...outcome.validators,
        status: outcome.status,
        error: outcome.error?.text ?? null,
        error_code: outcome.error?.code ?? null,
        mode: outcome.facts?.mode,
        read_mode: outcome.facts?.read_mode,
        read_at: outcome.facts?.asked_at,
        mode_reason: outcome.facts?.reason ?? null,
        claims_dropped: outcome.facts?.dropped ?? 0,
        ...(address !== null && { url: address, host: new URL(address).host, group_key: groupOf(address).key }),
        content_hash: content.content_hash,
        title: content.title,
        language: content.language,
        published_at: content.published_at,
        page_starts: content.page_starts,
        gate_version: page.published_version,
        gate_rule: outcome.gate_rule,
      }
    }
    case 'unchanged':
      return { ...base, ...outcome.validators, mode: 'unchanged', mode_reason: 'nothing has changed' }
    case 'unreadable':
      return { ...base, status: 'failed', error: outcome.error.text, error_code: outcome.error.code }
    case 'refused':
      return { ...base, status: outcome.status, error: outcome.error.text, error_code: outcome.error.code }
    case 'later':
      throw new Error('a page that is tried again is not settled')
  }
}

/** Stores the other addresses of a page, so that links to them make no second page. */
async function writeAliases(crawl: DomainCrawl, outcomes: PageEnding[]): Promise<void> {
  const aliases = outcomes.flatMap((outcome) => {
    if (outcome.type !== 'read') return []
    const { page, address, canonical } = outcome
    const names = [address === null ? null : page.url, canonical]
    return names.flatMap((url) => (url === null || url === address ? [] : [{ url, page_id: page.id }]))
  })
  if (aliases.length > 0) await insertAliases(crawl.tx, crawl.domain_id, aliases)
}

async function writeTexts(crawl: DomainCrawl, outcomes: PageEnding[]): Promise<void> {
  const rows = outcomes.flatMap((outcome) => {
    if (outcome.type !== 'read') return []
    const { text: shown, data, stored_blocks, structured } = outcome.content
    const text = storedText(shown, data)
    return [{ id: outcome.page.id, text, shown_chars: shown.length, blocks: stored_blocks, structured }]
  })
  if (rows.length > 0) await upsertPageTexts(crawl.tx, crawl.domain_id, rows)
}

/** Structured data that only programs see goes after the visible text. */
const storedText = (text: string, data: string) => (data === '' ? text : `${text}\n${data}`)

/** Replaces the claims of pages that were read; retracts those of pages that are gone or irrelevant now. */
async function writeClaims(
  crawl: DomainCrawl,
  outcomes: PageEnding[],
  states: Map<string, PageState>,
): Promise<GraphWritten['merged']> {
  const pageClaims: PageClaims[] = []
  const silentPageIds: string[] = []
  const unchangedPageIds: string[] = []
  for (const outcome of outcomes) {
    const { page } = outcome
    const facts = outcome.type === 'read' ? outcome.facts : undefined
    const isNew = page.read_at === null
    if (facts && (facts.claims.length > 0 || !isNew)) {
      pageClaims.push({
        page_id: page.id,
        host: (states.get(page.id) as PageState).host,
        run_id: page.run_id,
        gate_version: page.published_version,
        claims: facts.claims,
      })
    } else if (!facts && !isNew && isSilent(outcome)) silentPageIds.push(page.id)
    else if (outcome.type === 'unchanged') unchangedPageIds.push(page.id)
  }
  const { entities_added, merged } = await writePages(
    crawl.tx,
    crawl.domain_id,
    pageClaims,
    silentPageIds,
    unchangedPageIds,
  )
  crawl.noteEntities(entities_added)
  return merged
}

function isSilent(outcome: PageEnding): boolean {
  if (outcome.type === 'read') return true
  return outcome.type === 'refused' && (outcome.status === 'irrelevant' || outcome.is_gone)
}

async function buryDeadLetters(
  crawl: DomainCrawl,
  settled: (PageState & { extraction_failures: number })[],
  outcomes: PageEnding[],
): Promise<void> {
  const failuresToDie = new Map(
    outcomes.flatMap((outcome) =>
      outcome.type === 'unreadable' ? [[outcome.page.id, outcome.is_dead ? 1 : limits.dead_after] as const] : [],
    ),
  )
  const letters = settled
    .filter(({ id, extraction_failures }) => extraction_failures >= (failuresToDie.get(id) ?? Number.POSITIVE_INFINITY))
    .map(({ id, error, error_code }) => ({ id: newId(), page_id: id, error: error ?? '', error_code }))
  if (letters.length > 0) await insertDeadLetters(crawl.tx, crawl.domain_id, letters)
}

async function follow(
  crawl: DomainCrawl,
  outcomes: PageEnding[],
  states: Map<string, PageState>,
  known: KnownContents,
): Promise<string[]> {
  const groups = new SiteGroups(crawl)
  const read = outcomes.flatMap((outcome) => (outcome.type === 'read' ? [outcome] : []))
  const hosts = new Set([...states.values(), ...outcomes.map(({ page }) => page)].map(({ host }) => host))
  const own = [
    ...outcomes.map(({ page }) => page.group_key),
    ...[...known.groups.values()].flat().map(({ key }) => key),
  ]
  const keys = own.flatMap((key) => [key, sketchKey(key)])
  await groups.load(keys, [...hosts])
  const linking = outcomes.map((outcome) => toLinking(outcome, states, groups, known))
  for (const { page, content } of read) learnCommonBlocks(groups, (states.get(page.id) as PageState).host, content)
  await noteLandings(crawl, groups, read)
  const added = await addLinks(crawl, groups, linking)
  await takeLinks(crawl, groups, added.groups)
  // The run would end: take links that had to wait, or that have room since limits were raised.
  if (crawl.pending === 0) crawl.noteLinksWait((await takeWaiting(crawl, groups)).waits)
  await groups.write(crawl.tx)
  return added.known
}

function toLinking(
  outcome: PageEnding,
  states: Map<string, PageState>,
  groups: SiteGroups,
  known: KnownContents,
): LinkingPage {
  const { page } = outcome
  const state = states.get(page.id) as PageState
  const { found: links, seen: links_seen } = 'links' in outcome ? outcome.links : noLinks
  const linking = { ...page, url: state.url }
  // A page that failed, or whose run was cancelled, may be read for the first time now.
  if (page.read_at !== null || (page.before_status !== null && outcome.type !== 'read'))
    return { page: linking, links, links_seen, novelty: undefined }
  if (outcome.type !== 'read' || outcome.status !== 'extracted') {
    return { page: linking, links, links_seen, novelty: noveltyOfUnread(outcome) }
  }
  return { page: linking, links, links_seen, novelty: noveltyOf(outcome.content, page, groups, known) }
}

const isFirstRead = (outcome: PageEnding): outcome is Read => outcome.type === 'read' && outcome.page.read_at === null

/** The novelty of an unread page for its group. A page that could not be read counts as `failed`. */
function noveltyOfUnread(outcome: PageEnding): Novelty {
  const code = outcome.type === 'refused' ? outcome.error.code : undefined
  return code === 'soft_404' || code === 'duplicate' ? code : 'failed'
}

function learnCommonBlocks(groups: SiteGroups, host: string, content: PageContent): void {
  const before = groups.site(host)?.common_blocks ?? null
  const after = addPage(before, content)
  if (after !== before) groups.changeSite(host, { common_blocks: Buffer.from(after) })
}

/** A source that redirects to another host extends the crawl to that host. */
async function noteLandings(crawl: DomainCrawl, groups: SiteGroups, outcomes: Read[]): Promise<void> {
  const landings = outcomes.flatMap(({ page, address }) => {
    const host = address === null ? page.host : new URL(address).host
    return page.depth === 0 && host !== page.host ? [host] : []
  })
  for (const host of landings) groups.changeSite(host, { is_landing: true })
  await followLinksTo(crawl, landings)
}
