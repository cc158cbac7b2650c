import { setTimeout as sleep } from 'node:timers/promises'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { bar, type Screen, wrap } from './screen.ts'

// Shows an autopilot at work: each stage with what came of it, and while pages are read, how many there are.

/** Looking twice a second took a tenth of all CPU from the crawl. */
const lookMs = 800
const barWidth = 28
/** Between two lines about the crawl where none can be replaced. */
const pagesBetween = 20

type Autopilot = NonNullable<Awaited<ReturnType<Polegraph['autopilot']['get']>>['autopilot']>

/** Returns when the autopilot has ended; throws when it has failed. */
export async function followAutopilot(
  polegraph: Polegraph,
  domainId: string,
  { screen, signal, max_pages }: { screen: Screen; signal: AbortSignal; max_pages: number },
): Promise<void> {
  let told = 0
  let pagesTold = 0
  for (;;) {
    const { autopilot } = await polegraph.autopilot.get(domainId, { signal })
    if (!autopilot) throw new Error('the graph has no autopilot')
    const ended = autopilot.history.filter(({ finished_at }) => finished_at !== null)
    for (const entry of ended.slice(told)) tellStage(screen, entry)
    told = ended.length
    if (autopilot.stage === 'failed') throw new Error(`the autopilot failed: ${autopilot.error}`)
    if (autopilot.stage === 'steady') return
    const { pages, entities } = await countRead(polegraph, domainId, signal)
    const counts = `${pages} of ${max_pages} pages  ${entities} entities`
    screen.live(`  ${autopilot.stage.padEnd(9)} ${bar(pages / max_pages, barWidth)}  ${counts}${cycleOf(autopilot)}`)
    if (!screen.isLive && pages >= pagesTold + pagesBetween) {
      screen.line(`  ${autopilot.stage.padEnd(9)} ${counts}${cycleOf(autopilot)}`)
      pagesTold = pages
    }
    await sleep(lookMs, undefined, { signal })
  }
}

const cycleOf = ({ cycle, max_cycles }: Autopilot) => `  cycle ${cycle} of ${max_cycles}`

function tellStage(screen: Screen, { stage, note }: Autopilot['history'][number]): void {
  const [first = '', ...rest] = wrap(note, screen.width - 12)
  screen.line(`  ${screen.bold(stage.padEnd(9))} ${first}`)
  for (const line of rest) screen.line(`            ${line}`)
}

async function countRead(polegraph: Polegraph, domainId: string, signal: AbortSignal) {
  const [{ runs }, { domains }] = await Promise.all([
    polegraph.runs.list(domainId, { signal }),
    polegraph.domains.list({}, { signal }),
  ])
  const pages = runs.reduce((sum, { pages_done }) => sum + pages_done, 0)
  return { pages, entities: domains.find(({ id }) => id === domainId)?.entity_count ?? 0 }
}
