import type { Run, StreamedEvent } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { CommandContext } from '../command.ts'
import type { FoundDomain } from '../names/find-domain.ts'
import { counted, dollars } from '../output/cells.ts'
import { styled } from '../output/printer.ts'
import { Progress } from '../output/progress.ts'
import { waitAtMost } from './wait-at-most.ts'
import { watchEvents } from './watch-events.ts'

const drawnEveryMs = 500
const printedEveryMs = 2000
/** A stream that does not open keeps nobody waiting for longer. */
const streamOpensMs = 3000
/** How long the last events of a run that has ended are waited for. */
const lastEventsMs = 3000

/**
 * Shows a run until it has ended or is paused; null when there is none. `begin` starts it, once the stream of its events is
 * open, and says whether there is a run. The run itself is asked for again and again, so a stream that is cut takes nothing
 * but the pages from the picture.
 */
export async function followRun(
  client: Polegraph,
  domain: FoundDomain,
  { out, notes, json }: Pick<CommandContext, 'out' | 'notes' | 'json'>,
  signal: AbortSignal,
  begin: (signal: AbortSignal) => Promise<boolean>,
): Promise<Run | null> {
  const progress = new Progress(notes)
  let page = ''
  /** Said once, until the service answers again. */
  let isAway = false
  let finished: () => void = () => undefined
  const sawEnd = new Promise<void>((resolve) => {
    finished = resolve
  })
  const onEvent = (event: StreamedEvent) => {
    if (json) out.jsonLine(event)
    if (event.type === 'page.update') page = event.data.url
    if (event.type === 'page.update' && event.data.status === 'failed' && !json) {
      progress.note(styled('yellow', 'failed'), ` ${event.data.url}: ${event.data.error}`)
    }
    if (event.type === 'crawl.finished') finished()
  }
  const watch = watchEvents(client, domain.id, signal, onEvent)
  try {
    await waitAtMost(streamOpensMs, watch.started)
    if (!(await begin(signal))) return null
    const run = await client.waitForRun(domain.id, {
      signal,
      interval_ms: notes.isTerminal ? drawnEveryMs : printedEveryMs,
      onUpdate: (now) => {
        isAway = false
        progress.show({
          done: now.pages_done,
          total: now.pages_total,
          words: describeRun(now, notes.isTerminal ? page : ''),
        })
      },
      onFailure: ({ message }) => {
        if (!isAway) progress.note(styled('yellow', 'waiting'), ` ${message}`)
        isAway = true
      },
    })
    if (json && run?.status === 'finished') await waitAtMost(lastEventsMs, sawEnd)
    return run
  } finally {
    await watch.stop()
    progress.clear()
  }
}

function describeRun(run: Run, page: string): string {
  const parts = [
    `${run.pages_done.toLocaleString('en')} of ${counted(run.pages_total, 'page')}`,
    counted(run.entities_added, 'new entity', 'new entities'),
    ...(run.pages_failed > 0 ? [`${run.pages_failed.toLocaleString('en')} failed`] : []),
    ...(run.spend_usd > 0 ? [dollars(run.spend_usd)] : []),
  ]
  return `${parts.join(', ')}${page && `  ${page}`}`
}
