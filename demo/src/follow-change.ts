import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { bar, type Screen } from './screen.ts'

// A page changes, all pages are asked again, and the graph follows the one that has changed.

const lookMs = 500
const barWidth = 28

type Change = Awaited<ReturnType<Polegraph['graph']['listChanges']>>['changes'][number]
type EntityState = Extract<Change['before'], { name: string }>

export async function followChange(
  polegraph: Polegraph,
  domainId: string,
  { screen, signal, change }: { screen: Screen; signal: AbortSignal; change(): string[] },
): Promise<void> {
  const since = new Date().toISOString()
  const [url = ''] = change()
  const { queued } = await polegraph.pages.recrawl(domainId, { signal })
  const run = await polegraph.waitForRun(domainId, {
    signal,
    interval_ms: lookMs,
    onUpdate: ({ pages_done }) =>
      screen.live(`  ask again ${bar(pages_done / queued, barWidth)}  ${pages_done} of ${queued} pages`),
  })
  screen.heading(`A page has changed: ${url}`)
  screen.line(`  All ${queued} pages were asked again. ${run?.pages_unchanged} had not changed and cost nothing.`)
  const { changes } = await polegraph.graph.listChanges(domainId, { since, limit: 500 }, { signal })
  for (const line of changes.flatMap(describe)) screen.line(`  ${line}`)
}

/** What became of the role of somebody; relationships follow from it. */
function describe({ type, change, before, after }: Change): string[] {
  if (type !== 'entity' || change === 'merged') return []
  const [was, is] = [before, after] as (EntityState | null)[]
  const name = is?.name ?? was?.name
  const [role, newRole] = [was?.attributes.job_title, is?.attributes.job_title]
  if (!was) return [`${name}: new${newRole ? `, ${newRole}` : ''}`]
  if (!is) return [`${name}: gone`]
  if (role === newRole) return []
  return [`${name}: ${newRole === undefined ? `no longer ${role}` : `${role ?? 'without a role'} → ${newRole}`}`]
}
