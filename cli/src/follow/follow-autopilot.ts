import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { pause } from '@polegraph/sdk/retries.ts'
import type { CommandContext } from '../command.ts'
import { counted } from '../output/cells.ts'
import { styled } from '../output/printer.ts'
import { Progress } from '../output/progress.ts'

export type AutopilotRecord = NonNullable<Awaited<ReturnType<Polegraph['autopilot']['get']>>['autopilot']>

export interface AutopilotEnd {
  autopilot: AutopilotRecord
  /** Why it waits for a person; null when it has ended. */
  paused_reason: string | null
}

const drawnEveryMs = 1000
const printedEveryMs = 2000

/** Shows the stages of an autopilot until it is steady, has failed, or waits for a person; undefined when there is none. */
export async function followAutopilot(
  client: Polegraph,
  domainId: string,
  { out, notes, json }: Pick<CommandContext, 'out' | 'notes' | 'json'>,
  signal: AbortSignal,
): Promise<AutopilotEnd | undefined> {
  const progress = new Progress(notes)
  let told = 0
  let last = ''
  try {
    for (;;) {
      const [{ autopilot }, { runs }, domain] = await Promise.all([
        client.autopilot.get(domainId, { signal }),
        client.runs.list(domainId, { signal }),
        client.domains.get(domainId, { signal }),
      ])
      if (!autopilot) return undefined
      const done = autopilot.history.filter(({ finished_at }) => finished_at !== null)
      for (const entry of json ? [] : done.slice(told)) {
        const { stage, cycle, note } = entry
        const hasFailed = autopilot.stage === 'failed' && entry === done.at(-1)
        progress.note(
          hasFailed ? styled('red', '✗') : styled('green', '✓'),
          ` ${stage}${cycle > 1 ? ` (cycle ${cycle})` : ''}: ${note}`,
        )
      }
      told = done.length
      const state = { stage: autopilot.stage, cycle: autopilot.cycle, ...sumRuns(runs) }
      if (json && JSON.stringify(state) !== last) out.jsonLine({ type: 'autopilot', data: state })
      last = JSON.stringify(state)
      progress.show({
        done: state.pages_done,
        total: state.pages_total,
        words: describeState(state, autopilot.max_cycles),
      })
      const isOver = autopilot.stage === 'steady' || autopilot.stage === 'failed'
      if (isOver || domain.paused_reason !== null) {
        return { autopilot, paused_reason: isOver ? null : domain.paused_reason }
      }
      await pause(notes.isTerminal ? drawnEveryMs : printedEveryMs, signal)
    }
  } finally {
    progress.clear()
  }
}

type Runs = Awaited<ReturnType<Polegraph['runs']['list']>>['runs']

function sumRuns(runs: Runs) {
  const sum = (field: 'pages_done' | 'pages_total' | 'entities_added') =>
    runs.reduce((total, run) => total + run[field], 0)
  return { pages_done: sum('pages_done'), pages_total: sum('pages_total'), entities: sum('entities_added') }
}

function describeState(
  state: { stage: string; cycle: number; pages_done: number; pages_total: number; entities: number },
  cycles: number,
): string {
  const pages = `${state.pages_done.toLocaleString('en')} of ${counted(state.pages_total, 'page')}`
  return `${state.stage}, cycle ${state.cycle} of ${cycles}: ${pages}, ${counted(state.entities, 'entity', 'entities')}`
}
