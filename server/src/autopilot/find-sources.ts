import { findDiscovery, startDiscovery } from '../discovery/discoveries.ts'
import { type Discovery, stopSentences } from '../discovery/discovery.ts'
import { publishedVersion } from '../gate/gate.ts'
import { compileGate } from '../gate/judge.ts'
import type { Transaction } from '../platform/db/database.ts'
import { registerSources } from '../sources/sources.ts'
import { isRefused } from '../web/address/refused-addresses.ts'
import { StageFailed } from './brief/brief.ts'
import type { AutopilotParts, Write } from './state/autopilot-parts.ts'
import { beginCycle, pagesAfter } from './state/begin-cycle.ts'
import { selectSourceUrls, selectUnderWay } from './state/queries.ts'
import type { TakenAutopilot } from './state/record.ts'

// The second stage: a discovery searches for the brief's queries, and the best of what it suggests become sources. What
// it suggests was chosen by counting words, so nothing that a page says decides more than whether the page is related; it
// passes the gate and the guard here once more.

/** Sources that are taken; at most half of the pages of the first cycle. */
const sourcesMax = 8
const hostsNamed = 5

export async function findSources(parts: AutopilotParts, taken: TakenAutopilot): Promise<Write> {
  const { db, guard } = parts
  const discovery = taken.work_id === null ? undefined : await findDiscovery(db, taken.domain_id, taken.work_id)
  if (discovery === undefined || wasStopped(discovery)) return (tx) => search(parts, tx, taken)
  if (discovery.status === 'queued' || discovery.status === 'running') return async () => searching(taken)
  const allowed: string[] = []
  for (const { url } of discovery.sources) if (!(await isRefused(guard, url))) allowed.push(url)
  return async (tx, domain) => {
    const { rules } = await publishedVersion(tx, taken.domain_id)
    const judge = compileGate(rules)
    const share = pagesAfter(1, taken, domain.max_pages)
    const most = Math.min(sourcesMax, Math.max(1, Math.ceil(share / 2)))
    const chosen = allowed.filter((url) => judge.url(url).keep).slice(0, most)
    const own = await selectSourceUrls(tx, taken.domain_id, share)
    if (chosen.length === 0 && own.length === 0) throw new StageFailed(whyNothing(discovery))
    const note = describeSources(discovery, chosen, own.length)
    await registerSources(tx, parts.events, taken.domain_id, chosen.length > 0 ? chosen : own)
    const { plan_id, pages } = await beginCycle(parts, tx, taken, taken.cycle)
    return {
      to: 'crawling',
      note: `${note} ${pages === 1 ? 'One more page follows' : `Up to ${pages} more pages follow`}.`,
      ...(plan_id && { work_id: plan_id }),
    }
  }
}

/** A discovery that somebody stopped begins again when the domain goes on. */
const wasStopped = ({ status, summary }: Discovery) =>
  status === 'failed' && Object.values(stopSentences).some((sentence) => sentence === summary)

async function search({ jobs }: AutopilotParts, tx: Transaction, taken: TakenAutopilot) {
  if ((await selectUnderWay(tx, taken.domain_id)).has_discovery) {
    return { wait: 'Waits for another discovery of the domain.', work_id: null }
  }
  const queries = taken.brief?.queries ?? []
  return { ...searching(taken), work_id: await startDiscovery(tx, jobs, taken.domain_id, { queries }) }
}

const searching = ({ brief, work_id }: TakenAutopilot) => ({
  wait: `Searches the web for ${(brief?.queries ?? []).map((query) => `“${query}”`).join(', ')}.`,
  work_id,
})

const whyNothing = ({ summary }: Discovery) =>
  `No source was found. ${sentence(summary)}Retry searches again; sources that you add are taken too.`

/** Reasons of others may end without a full stop. */
const sentence = (text: string | null) => (text === null ? '' : /[.!?]$/.test(text) ? `${text} ` : `${text}. `)

function describeSources({ status, summary, sources }: Discovery, chosen: string[], own: number): string {
  const yours = own === 1 ? 'the source that it has' : `the ${own} sources that it has`
  if (chosen.length === 0) {
    const why = status === 'failed' ? 'The discovery failed' : 'Nothing was suggested'
    return `${why}: ${sentence(summary)}Goes on with ${yours}.`
  }
  const hosts = [...new Set(chosen.map((url) => new URL(url).host))]
  const named = hosts.slice(0, hostsNamed).join(', ')
  const more = hosts.length > hostsNamed ? ` and ${hosts.length - hostsNamed} more` : ''
  const beside = own === 0 ? '' : ` Beside ${yours}.`
  return `Took ${chosen.length} of ${sources.length} suggested sources: ${named}${more}.${beside}`
}
